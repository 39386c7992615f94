"""The command line of what an operator does with whole databases; each command imports what it needs by itself."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from bot.settings import Settings

if TYPE_CHECKING:
    from bot.storage.moving import MovedTable

USAGE = """\
python -m bot backup FILE
                         the database as a file, whole and checked, as it is at one moment; the bot may be running
python -m bot restore FILE [--over]
                         such a file in place of a database that is empty; --over: or of one that is not
python -m bot move-data FROM TO
                         all that is in one database into another, new one, compared row by row; both are addresses
                         as in DATABASE_URL, or the names of variables that have them\
"""
BACKUP = "It is: python -m bot backup FILE; the database is that of DATABASE_URL."
RESTORE = "It is: python -m bot restore FILE [--over]; the database is that of DATABASE_URL."
MOVE = (
    "It is: python -m bot move-data FROM TO, as in move-data sqlite:///data/liars-dice.sqlite NEW_DATABASE_URL, where "
    "the variable NEW_DATABASE_URL has the address (with its password, which others could read on a command line)."
)


def _backup(arguments: list[str]) -> int:
    from bot.operating.maintenance import back_up

    match arguments:
        case [file] if not file.startswith("-"):
            kept = back_up(Settings.from_environment().database_url, Path(file))
        case _:
            print(BACKUP, file=sys.stderr)
            return 2
    print(f"{file} has the database of {kept.at:%Y-%m-%d %H:%M:%S} UTC: {kept.size:,} bytes, revision {kept.revision}.")
    return 0


def _restore(arguments: list[str]) -> int:
    from bot.operating.maintenance import restore

    match [word for word in arguments if word != "--over"]:
        case [file] if not file.startswith("-"):
            found = restore(Settings.from_environment().database_url, Path(file), "--over" in arguments)
        case _:
            print(RESTORE, file=sys.stderr)
            return 2
    print(f"Restored and looked through. Tables in play: {found.in_play}. Games that are kept: {found.kept}.")
    if found.in_play:
        print("Once the bot starts, each table in play is shown anew; what was pressed before is refused.")
    if found.before is not None:
        print(f"What was there before is in {found.before}.")
    return 0


def _move_data(arguments: list[str]) -> int:
    from bot.operating.maintenance import move_data

    match arguments:
        case [source, target] if not (source.startswith("-") or target.startswith("-")):
            print("table                    rows  sum of both sides")
            move_data(os.environ.get(source, source), os.environ.get(target, target), _say)
        case _:
            print(MOVE, file=sys.stderr)
            return 2
    print("Moved. Set DATABASE_URL to the new address; the old database stays as it is.")
    return 0


def _say(moved: "MovedTable") -> None:
    print(f"{moved.table:<16} {moved.rows:>12,}  {moved.sum[:16]}")


COMMANDS: dict[str, Callable[[list[str]], int]] = {"backup": _backup, "restore": _restore, "move-data": _move_data}
