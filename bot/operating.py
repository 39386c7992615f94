"""What an operator asks of the database by the command line: a game's record, and everything counted anew."""

import asyncio

from bot.history import export
from bot.history.rebuild import rebuild
from bot.settings import CannotStart
from bot.storage.reading import read
from bot.storage.store import Store
from bot.tables.keeping import keep_what_is_left


def record(database_url: str, game: int, names: bool) -> str:
    """The record of a kept game, by the players' `names` or as p1 ... pn. Raises `CannotStart` where there is none.

    The bot may be running.
    """
    found = read(database_url, lambda connection: export.game(connection, game, names))
    if found is None:
        raise CannotStart(f"No game {game} is kept: it is not over yet, or there is none of that number.")
    return found


def count_anew(database_url: str) -> int:
    """Count everything that boards show anew; how many games that took. Raises `CannotStart`.

    The bot may be running on PostgreSQL; on SQLite it has to be stopped first.
    """
    return asyncio.run(_count_anew(database_url))


async def _count_anew(database_url: str) -> int:
    store = await Store.open(database_url)
    try:
        await keep_what_is_left(store)
        return await store.write(rebuild)
    finally:
        await store.close()
