"""What an operator takes out of the database: a game's record, a server's records, and sheets."""

import csv
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TextIO

from bot.history import export
from bot.operating.maintenance import explain_write_errors
from bot.settings import CannotStart
from bot.storage import Connection, servers
from bot.storage.read_only import read


def record(database_url: str, game: int, names: bool) -> str:
    """Return the record of a kept game, with names or p1 ... pn. Raises `CannotStart` where there is none.

    The bot may be running.
    """
    found = read(database_url, lambda connection: export.game(connection, game, names))
    if found is None:
        raise CannotStart(f"No game {game} is kept: it is not over yet, or there is none of that number.")
    return found


SHEETS = {"boards": (export.BOARDS, export.board_rows), "games": (export.GAMES, export.game_rows)}
"""The sheets that can be exported as CSV: the head of each, and the function that yields its rows."""
UNKNOWN = "Nothing is kept of a server {guild}: its number is in the address of any of its channels, after /channels/."


def sheet(database_url: str, what: str, guild: int, names: bool, file: Path | None) -> None:
    """Write the boards or the games of a server as CSV, into a file or to standard output.

    Raises `CannotStart` for a server of which nothing is kept. The bot may be running.
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
    """Write all records of a server into a folder, a file a game, and return how many. Raises as `sheet` does."""

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
