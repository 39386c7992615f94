"""Play a small season.

All statistics that are stored and shown must equal their definitions, before and after a rebuild.
"""

from functools import cache

import pytest

from bot.storage.store import Store
from tests.databases import database_url, postgresql_server, postgresql_url, sqlite_url
from tests.rebuilt import rebuild
from tests.season.compared import differences
from tests.season.season import Evening, Names, evenings, keep_and_settle

__all__ = ["database_url", "postgresql_server", "postgresql_url", "sqlite_url"]

SEED, GAMES, BOARDS = 11, 72, 150


@cache
def small_season() -> tuple[Evening, ...]:
    """Return the games of a small season. They are played once, for both databases."""
    return tuple(evenings(SEED, GAMES))


@pytest.mark.long_on_postgresql
async def test_every_stored_figure_and_page_matches_the_definitions(database_url: str) -> None:
    store, names = await Store.open(database_url), Names()
    try:
        for evening in small_season():
            await keep_and_settle(store, evening, names)
        kept, leafed = await differences(store, names, BOARDS)
        assert kept == []
        assert leafed >= BOARDS
        assert await store.write(rebuild) == GAMES
        assert (await differences(store, names, BOARDS))[0] == []
    finally:
        await store.close()
