"""Everything moved from one database to another, of whichever kind."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack

from sqlalchemy import URL

from bot.settings import CannotStart
from bot.storage import database, migrate
from bot.storage.migrate import upgrade
from bot.storage.moving import MovedTable, move
from bot.storage.read_only import look
from bot.storage.store import locked

SAME = "Both addresses name the same database."
NOTHING = "There is no database in {file} to move from."


def move_data(source: str, target: str, told: Callable[[MovedTable], None]) -> None:
    """Copy all that is in the database at `source` into the one at `target`, which is new or empty.

    The bot must not run on either. What is moved is compared by a sum over all rows before it holds; `told` hears of
    each table; the source stays as it is. Raises `CannotStart`, and then nothing was moved.
    """
    old, new = database.read_url(source), database.read_url(target)
    if old == new:
        raise CannotStart(SAME)
    with ExitStack() as held:
        for url in (old, new):
            if _is_sqlite(url):
                if url is old and not database.file_of(url).exists():
                    raise CannotStart(NOTHING.format(file=database.file_of(url)))
                held.callback(locked(url).release)
        if not _is_begun(new):
            upgrade(new)
        with database.explained(new):
            asyncio.run(move(old, new, told))


def _is_begun(url: URL) -> bool:
    """Whether the bot was ever started there, by this version or another."""
    if _is_sqlite(url) and not database.file_of(url).exists():
        return False
    return look(url, migrate.revision_of) is not None


def _is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"
