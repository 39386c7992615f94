"""Export data from the database: the open tables, the record of a game, and a server's records and sheets."""

import csv
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TextIO

from bot.history import export
from bot.operating.maintenance import explain_write_errors
from bot.settings import CannotStart
from bot.storage import Connection, servers, table_rows
from bot.storage.read_only import read
from bot.storage.table_rows import TableRow
from bot.tables.model import Status
from bot.tables.table import Table
from bot.wall_clock import utc_now

OPEN = ("table", "server", "game", "phase", "since (UTC)", "waits for")
"""The names of the columns of `open_tables`."""


def open_tables(database_url: str) -> list[tuple[str, ...]]:
    """Return a tuple of texts for every lobby and running game, in the order of `OPEN`.

    People appear only by their ids. Raises `CannotStart` if the database cannot be read. The bot may be running.
    """

    def work(connection: Connection) -> list[tuple[str, ...]]:
        rows = (table_rows.table(connection, number) for number in sorted(table_rows.live(connection)))
        return [_line(row) for row in rows if row is not None]

    return read(database_url, work)


def _line(row: TableRow) -> tuple[str, ...]:
    known = str(row.id), str(row.guild)
    since = f"{row.marks.since or row.marks.changed:%Y-%m-%d %H:%M}"
    try:
        table = Table(row, utc_now())
    except Exception:  # a newer version may have written it
        return (*known, "?", row.status, since, "a newer version of the bot")
    phase = row.status if table.game is None else f"round {table.game.state.round}, {table.game.state.phase}"
    return (*known, table.setup.variant, phase, since, _awaited(table))


def _awaited(table: Table) -> str:
    """Return a short description of the people for whom a table waits, with their ids."""
    if table.status is Status.LOBBY:
        return f"its host {table.row.host}"
    if table.is_asleep():
        return "anybody: all are away"
    people = [str(table.seats[seat].user) for seat in table.asked()]
    return ", ".join(people) or "nobody: it moves by itself"


def record(database_url: str, game: int, names: bool) -> str:
    """Return the record of a kept game, with the players' names or with p1 ... pn.

    Raises `CannotStart` if the game is not kept. The bot may be running.
    """
    found = read(database_url, lambda connection: export.game(connection, game, names))
    if found is None:
        raise CannotStart(f"No game {game} is kept: it is not over yet, or no game has that number.")
    return found


SHEETS = {"boards": (export.BOARDS, export.board_rows), "games": (export.GAMES, export.game_rows)}
"""The sheets that can be exported as CSV. Each has a header and a function that yields its rows."""
UNKNOWN = "Nothing is kept of a server {guild}: its number is in the address of any of its channels, after /channels/."


def sheet(database_url: str, what: str, guild: int, names: bool, file: Path | None) -> None:
    """Write a server's boards or games as CSV into `file`, or to standard output if `file` is None.

    Raises `CannotStart` for an unknown server. The bot may be running.
    """
    head, rows = SHEETS[what]

    def work(connection: Connection) -> None:
        _known(connection, guild)
        with explain_write_errors(file), _opened(file) as to:
            lines = csv.writer(to, lineterminator="\n")
            lines.writerow(head)
            lines.writerows(rows(connection, guild, names))

    read(database_url, work)


def records(database_url: str, guild: int, names: bool, folder: Path) -> int:
    """Write all records of a server into a folder, one file for each game. Return the number of files.

    Raises `CannotStart` for an unknown server, or if a file cannot be written. The bot may be running.
    """

    def work(connection: Connection) -> int:
        _known(connection, guild)
        found: Iterator[tuple[int, str]] = export.records(connection, guild, names)
        with explain_write_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
            return sum((folder / f"game-{game}.dice").write_text(text, encoding="utf-8") > 0 for game, text in found)

    return read(database_url, work)


def _opened(file: Path | None) -> AbstractContextManager[TextIO]:
    return nullcontext(sys.stdout) if file is None else file.open("w", encoding="utf-8", newline="")


def _known(connection: Connection, guild: int) -> None:
    if not servers.is_known(connection, guild):
        raise CannotStart(UNKNOWN.format(guild=guild))
