"""The settings of servers: read at every table that opens or is shown, so each is read from the database once."""

from collections.abc import Collection
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from msgspec import json

from bot.preferences.model import MONTHS, MOST_CHANNELS, ServerSettings
from bot.settings import ALL_SHARDS, Shards
from bot.storage import Connection, preferences, servers
from bot.storage.preferences import SERVERS, Row
from bot.storage.store import Store
from bot.tables.lobby import check
from bot.tables.trouble import Code, Trouble


class Servers:
    """What servers have chosen, over one store."""

    def __init__(self, store: Store, shards: Shards = ALL_SHARDS) -> None:
        """`shards` are those whose servers this process alone changes, and so may remember."""
        self._store, self._shards = store, shards
        self._known: dict[int, ServerSettings] = {}

    async def of(self, guild: int) -> ServerSettings:
        """What a server has chosen; the defaults where it has chosen nothing."""
        if guild not in self._known:
            found = await self._store.read(lambda connection: _read(connection, guild))
            if not self._shards.have(guild):
                return found
            self._known.setdefault(guild, found)  # what was changed meanwhile is newer
        return self._known[guild]

    async def change(self, guild: int, **chosen: Any) -> ServerSettings:
        """Choose; the settings as they are then.

        Raises `Refused` or `Trouble` for a game that is not there, a clock out of range, more channels than 25, or a
        time for which replays are not kept.
        """
        first = msgspec.convert(chosen, ServerSettings)
        check(first.setup())
        if len(first.channels) > MOST_CHANNELS:
            raise Trouble(Code.TOO_MANY_CHANNELS, most=MOST_CHANNELS)
        if first.replays not in (None, *MONTHS):
            raise Trouble(Code.NO_SUCH_TIME, months=MONTHS)
        row = _row(first)

        def work(connection: Connection) -> ServerSettings:
            preferences.choose(connection, SERVERS, guild, row, {name: row[name] for name in chosen})
            return _read(connection, guild)

        self._known[guild] = settings = await self._store.write(work)
        return settings

    async def forget(self, guild: int) -> ServerSettings:
        """Back to the defaults."""
        await self._store.write(lambda connection: preferences.forget(connection, SERVERS, guild))
        self._known[guild] = settings = ServerSettings()
        return settings

    async def left(self, guild: int, now: datetime) -> None:
        """The bot was removed there: what is kept goes in thirty days."""
        await self._store.write(partial(servers.leave, guild=guild, now=now))

    async def joined(self, guild: int) -> None:
        """The bot is there, perhaps again."""
        self._known.pop(guild, None)
        await self._store.write(partial(servers.come, guild=guild))

    async def are(self, guilds: Collection[int], now: datetime) -> None:
        """The bot is on these servers and on no others, whatever happened while it was away."""
        await self._store.write(partial(servers.are, there=guilds, now=now, shards=self._shards))


def _read(connection: Connection, guild: int) -> ServerSettings:
    row = preferences.chosen(connection, SERVERS, [guild]).get(guild)
    return _settings(row) if row is not None else ServerSettings()


def _settings(row: Row) -> ServerSettings:
    return msgspec.convert({**row, "channels": json.decode(row["channels"])}, ServerSettings)


def _row(settings: ServerSettings) -> Row:
    return {**msgspec.to_builtins(settings), "channels": json.encode(settings.channels)}
