"""The operators' commands for emojis, and for migrating, copying and recounting the database.

Each command imports only the modules that it needs.
"""

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from bot.settings import COMMAND, HOW_TO_CONNECT, NOT_KNOWN, Settings

if TYPE_CHECKING:
    from bot.storage.moving import MovedTable

BACKUP = f"Usage: {COMMAND} backup FILE; the database is that of DATABASE_URL."
RESTORE = f"Usage: {COMMAND} restore FILE [--over]; the database is that of DATABASE_URL."
MOVE = (
    f"Usage: {COMMAND} move-data FROM TO, as in move-data sqlite:///data/liars-dice.sqlite NEW_DATABASE_URL, where "
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
        print("Once the bot starts, each table in play is shown again; older buttons are refused.")
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


def _migrate(_: list[str]) -> int:
    from bot.storage.migrate import upgrade

    upgrade(Settings.from_environment().database_url)
    print("The database is up to date.")
    return 0


def _rebuild(_: list[str]) -> int:
    from bot.operating import maintenance

    games = maintenance.count_again(Settings.from_environment().database_url)
    print(f"Counted again. Games kept: {games}.")
    return 0


def _emojis(_: list[str]) -> int:
    settings = Settings.from_environment()
    if not settings.token:
        print(HOW_TO_CONNECT, file=sys.stderr)
        return 2
    import discord

    from bot.outbox.emoji_uploads import upload_by
    from bot.outbox.failures import TROUBLE, in_short

    try:
        brought = asyncio.run(upload_by(settings.token))
    except discord.LoginFailure:
        print(NOT_KNOWN, file=sys.stderr)
        return 2
    except TROUBLE as error:
        said = f"Discord did not take all of them ({in_short(error)}); run this again to go on from there."
        print(said, file=sys.stderr)
        return 1
    print(
        f"Pictures uploaded: {len(brought.new)}. Renamed: {len(brought.renamed)}. "
        f"Deleted because they look different now: {len(brought.gone)}."
    )
    return 0


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "emojis": _emojis,
    "migrate": _migrate,
    "backup": _backup,
    "restore": _restore,
    "move-data": _move_data,
    "rebuild": _rebuild,
}
