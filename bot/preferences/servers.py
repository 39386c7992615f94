"""The settings of servers: read at every table that opens or is shown, so each is read from the database once."""

from typing import Any

import msgspec
from msgspec import json

from bot.preferences.model import MOST_CHANNELS, ServerSettings
from bot.storage import Connection, preferences
from bot.storage.preferences import SERVERS, Row
from bot.storage.store import Store
from bot.tables.lobby import check
from bot.tables.model import Code, Trouble


class Servers:
    """What servers have chosen, over one store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, ServerSettings] = {}

    async def of(self, guild: int) -> ServerSettings:
        """What a server has chosen; the defaults where it has chosen nothing."""
        if guild not in self._known:
            found = await self._store.read(lambda connection: _read(connection, guild))
            self._known.setdefault(guild, found)  # what was changed meanwhile is newer
        return self._known[guild]

    async def change(self, guild: int, **chosen: Any) -> ServerSettings:
        """Choose; the settings as they are then.

        Raises `Refused` or `Trouble` for a game that is not there, a clock out of range, more channels than 25.
        """
        first = msgspec.convert(chosen, ServerSettings)
        check(first.setup())
        if len(first.channels) > MOST_CHANNELS:
            raise Trouble(Code.TOO_MANY_CHANNELS, most=MOST_CHANNELS)
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


def _read(connection: Connection, guild: int) -> ServerSettings:
    row = preferences.chosen(connection, SERVERS, [guild]).get(guild)
    return _settings(row) if row is not None else ServerSettings()


def _settings(row: Row) -> ServerSettings:
    return msgspec.convert({**row, "channels": json.decode(row["channels"])}, ServerSettings)


def _row(settings: ServerSettings) -> Row:
    return {**msgspec.to_builtins(settings), "channels": json.encode(settings.channels)}
