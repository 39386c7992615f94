"""What an operator asks for by the command line: a game's record, everything counted anew, the pictures uploaded."""

import asyncio

import discord

from bot.history import export
from bot.history.rebuild import rebuild
from bot.outbox.emojis import Brought, upload
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


async def upload_pictures(token: str) -> Brought:
    """Bring our pictures to the application whose `token` this is. The bot may be running.

    Raises `discord.LoginFailure`, and what Discord fails with.
    """
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        return await upload(client)


async def _count_anew(database_url: str) -> int:
    store = await Store.open(database_url)
    try:
        await keep_what_is_left(store)
        return await store.write(rebuild)
    finally:
        await store.close()
