"""The operators' commands for emojis, and for migrating, copying and recounting the database.

Each command imports only the modules that it needs.
"""

import asyncio
import os
import sys
from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from bot.settings import COMMAND, HOW_TO_CONNECT, NOT_KNOWN, Settings

if TYPE_CHECKING:
    from bot.storage.moving import MovedTable

NO_APPLICATION = (
    "Which bot is to be invited? Set DISCORD_TOKEN to its token, which is three words separated by dots, or name the "
    f"number in the developer portal under General Information: {COMMAND} invite --application 1234567890."
)

NOT_NOTED = (
    "The backup is whole. It could not be noted in the database ({why}), so the bot's figure for the age of the newest "
    "backup does not count it."
)


def _invite(given: Namespace) -> int:
    from bot.operating import inviting

    application = given.application
    if application is None:
        application = inviting.application_of(Settings.from_environment().token)
    if application is None:
        print(NO_APPLICATION, file=sys.stderr)
        return 2
    print(inviting.address(application), "", inviting.LISTED, *inviting.reasons(), sep="\n")
    return 0


def _backup(given: Namespace) -> int:
    from bot.operating import nightly
    from bot.operating.maintenance import back_up, direct_address

    url, file, deleted = direct_address(Settings.from_environment()), given.file, 0
    if given.keep is None:
        nightly.check_is_no_folder(file)
        made = back_up(url, file)
    else:
        file, made, deleted = nightly.back_up_into(url, file, given.keep)
    print(f"{file} has the database of {made.at:%Y-%m-%d %H:%M:%S} UTC: {made.size:,} bytes, revision {made.revision}.")
    if deleted:
        print(f"Older backups deleted: {deleted}.")
    if made.not_noted:
        print(NOT_NOTED.format(why=made.not_noted))
    if made.warning:
        print(made.warning)
    return 0


def _restore(given: Namespace) -> int:
    from bot.operating import confirming
    from bot.operating.maintenance import direct_address, restore

    url = direct_address(Settings.from_environment())
    if not confirming.agrees_to_restore(given, url):
        return 1
    found = restore(url, given.file, given.over)
    print(f"Restored and looked through. Tables in play: {found.in_play}. Games that are kept: {found.kept}.")
    if found.in_play:
        print("Once the bot starts, each table in play is shown again; older buttons are refused.")
    if found.before is not None:
        print(f"What was there before is in {found.before}.")
    return 0


def _move_data(given: Namespace) -> int:
    from bot.operating import confirming
    from bot.operating.maintenance import move_data

    source, target = (os.environ.get(each, each) for each in (given.source, given.target))
    if not confirming.agrees_to_move(given, source, target):
        return 1
    move_data(source, target, _Sums().told)
    print("Moved. Set DATABASE_URL to the new address; the old database stays as it is.")
    return 0


class _Sums:
    """The list of moved tables. Its heading is printed with the first of them, so a refused move prints none."""

    HEADING = "table                    rows  sum of both sides"

    def __init__(self) -> None:
        self._is_begun = False

    def told(self, moved: "MovedTable") -> None:
        """Print the line of a moved table."""
        if not self._is_begun:
            print(self.HEADING)
            self._is_begun = True
        print(f"{moved.table:<16} {moved.rows:>12,}  {moved.sum[:16]}")


def _migrate(given: Namespace) -> int:
    from bot.operating import confirming
    from bot.storage.migrate import upgrade

    url = Settings.from_environment().database_url
    if not confirming.agrees_to_migrate(given, url):
        return 1
    upgrade(url)
    print("The database is up to date.")
    return 0


def _rebuild(given: Namespace) -> int:
    from bot.operating import confirming, maintenance

    url = Settings.from_environment().database_url
    if not confirming.agrees_to_rebuild(given, url):
        return 1
    games = maintenance.count_again(url, Bar(sys.stderr).told)
    print(f"Counted again. Games kept: {games}.")
    return 0


class Bar:
    """A bar that shows the progress of a command on one line of a terminal. Elsewhere it writes nothing."""

    WIDTH = 30

    def __init__(self, out: TextIO) -> None:
        self._out, self._shown = out, ""

    def told(self, done: int, of: int) -> None:
        """Show that this part of the work is done."""
        if not self._out.isatty():
            return
        full = self.WIDTH * done // max(of, 1)
        line = f"[{'#' * full}{'.' * (self.WIDTH - full)}] {done:,} of {of:,} games"
        if line != self._shown:
            self._shown = line
            print(f"\r{line}", end="\n" if done >= of else "", file=self._out, flush=True)


def _emojis(_: Namespace) -> int:
    settings = Settings.from_environment()
    if not settings.token:
        print(HOW_TO_CONNECT, file=sys.stderr)
        return 2
    import discord

    from bot.outbox.connection import point_where_set
    from bot.outbox.emoji_uploads import upload_by
    from bot.outbox.failures import TROUBLE, in_short

    point_where_set(settings)
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


COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "invite": _invite,
    "emojis": _emojis,
    "migrate": _migrate,
    "backup": _backup,
    "restore": _restore,
    "move-data": _move_data,
    "rebuild": _rebuild,
}
