"""What time takes away: replays that a server keeps for a while only, and all of a server that the bot has left.

In pieces, and for a second at a time, so that nobody waits for the database and no clock for this.
"""

import asyncio
import logging
from datetime import datetime, timedelta
from functools import partial

from bot.history import archive as history
from bot.history.worth import stored, worth
from bot.storage import Connection, kept_games, preferences, servers
from bot.storage.store import Store

log = logging.getLogger(__name__)

AFTER_LEAVING = timedelta(days=30)
"""How long a server's data is kept after the bot was removed from it."""
MONTH = timedelta(days=31)
"""No month is longer."""
AT_A_TIME = 1.0
"""Seconds, after which what is left waits for the next time."""
GAMES_AT_ONCE, ROWS_AT_ONCE = 1000, 100


async def forget(store: Store, now: datetime) -> bool:
    """Delete servers that the bot left thirty days ago, and replays that are kept no longer; whether more is left."""
    ends = asyncio.get_running_loop().time() + AT_A_TIME
    gone = await store.read(partial(servers.left_before, moment=now - AFTER_LEAVING))
    for guild in gone:
        while await store.write(partial(servers.forget_some, guild=guild, many=ROWS_AT_ONCE)):
            if asyncio.get_running_loop().time() > ends:
                return True
    for guild, months in (await store.read(preferences.replays)).items():
        found = partial(kept_games.ended_before, guild=guild, moment=now - months * MONTH, many=GAMES_AT_ONCE)
        for game in await store.read(found):
            await _clear(store, game)
            if asyncio.get_running_loop().time() > ends:
                return True
    return False


async def _clear(store: Store, game_id: int) -> None:
    """Let go of a game's record and events; what it counts for stays. One that cannot be read holds up no other."""

    def work(connection: Connection) -> None:
        row = kept_games.game(connection, game_id)
        if row is not None and row.worth is None:
            game = history.opened(row, kept_games.players(connection, [game_id]))
            kept_games.clear(connection, game_id, stored(worth(game)))

    try:
        await store.write(work)
    except Exception:
        log.exception("The replay of game %d cannot be cleared away.", game_id)
