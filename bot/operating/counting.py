"""Everything counted anew, when an operator asks for it."""

import asyncio

from bot.history.rebuild import rebuild
from bot.storage.store import Store
from bot.tables.outcome import keep_what_is_left


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
