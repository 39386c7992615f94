"""What a server chooses for its tables (`/settings`), and the seasons that it names.

Settings are read at every table that opens or is shown, so each is read from the database once. One season is open at a
time, and what ends meanwhile counts for it.
"""

from collections.abc import Callable, Collection
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from msgspec import json

from bot.history.counting import season
from bot.sharing import Sharing
from bot.storage import Connection, preferences, servers
from bot.storage.columns import Switches
from bot.storage.preferences import SERVERS, Row
from bot.storage.servers import SeasonRow
from bot.storage.store import Store, StoreFailed
from bot.tables.model import USUAL_CLOCK, Setup
from bot.tables.opening import check
from bot.tables.pace import PaceName
from bot.tables.trouble import Code, NewerVersion, Trouble
from bot.words.cleaning import clean

MOST_CHANNELS = 25
"""How many channels a server names at most: Discord's menus take no more."""

MONTHS = (1, 3, 12)
"""For how many months a server may keep replays, where it does not keep them for good."""


SWITCHES = Switches.__struct_fields__
"""What a server switches on or off, by name."""


class ServerSettings(Switches, frozen=True):
    """What a server has chosen for its tables."""

    game: str = "common"
    """The variant that `/play` opens where none is named."""
    pace: PaceName = PaceName.EASY
    """The pace that a new table begins with; its host may change it."""
    clock: int | None = USUAL_CLOCK
    """Seconds for a turn that a new table begins with, None for no clock; its host may change it."""
    channels: tuple[int, ...] = ()
    """Where tables may be opened, threads of these channels included; everywhere where none is named."""
    puzzle_channel: int | None = None
    """The channel in which the puzzle of each day is posted; nowhere where none is named."""
    puzzle_hour: int = 12
    """The hour of the day, in UTC, at which it is."""
    replays: int | None = None
    """For how many months the replays of games are kept, None for good. What games count for stays."""
    language: str = ""
    """The language of what everybody here sees, a key of `offered`; "" until its first table is opened."""

    def setup(self, game: str = "") -> Setup:
        """Return what a new table of `game` ("": of the usual one) begins with."""
        return Setup(game or self.game, clock=self.clock, pace=self.pace, stakes=self.stakes, quiet=self.quiet)


class SettingsRepository:
    """What servers have chosen, over one store."""

    def __init__(self, store: Store, sharing: Sharing | None = None) -> None:
        """Read from `store`; settings of our own servers, which this process alone changes, are remembered."""
        self._store, self._sharing = store, sharing or Sharing()
        self._known: dict[int, ServerSettings] = {}
        self.languages: dict[int, str] = {}
        """The language of each server that has one, once they are loaded."""

    async def load_languages(self) -> None:
        """Read the languages of all servers, before any of them is spoken."""
        self.languages |= await self._store.read(preferences.server_languages)

    async def of(self, guild: int) -> ServerSettings:
        """Return the settings of a server; the defaults where it has chosen nothing, or by a newer version."""
        if guild not in self._known:
            found = await self._store.read(lambda connection: _read(connection, guild))
            if not self._sharing.has(guild):
                return found
            self._known.setdefault(guild, found)  # what was changed meanwhile is newer
        return self._known[guild]

    async def require_readable(self, guild: int) -> None:
        """Raise `NewerVersion` where a newer version has written what a server chose: no table is opened without it."""
        if await self._store.read(partial(preferences.is_newer, guild=guild)):
            raise NewerVersion

    async def change(self, guild: int, **chosen: Any) -> ServerSettings:
        """Change some choices and return the settings.

        Raises `Refused` or `Trouble` for a game that is not there, a clock out of range, more channels than 25, a time
        for which replays are not kept, or settings that a newer version has written.
        """
        first = msgspec.convert(chosen, ServerSettings)
        check(first.setup())
        if len(first.channels) > MOST_CHANNELS:
            raise Trouble(Code.TOO_MANY_CHANNELS, most=MOST_CHANNELS)
        if first.replays not in (None, *MONTHS):
            raise Trouble(Code.NO_SUCH_TIME, months=MONTHS)
        row = _row(first)

        def work(connection: Connection) -> ServerSettings:
            if not preferences.choose(connection, SERVERS, guild, row, {name: row[name] for name in chosen}):
                raise NewerVersion
            return _read(connection, guild)

        try:
            settings = await self._store.write(work)
        except StoreFailed:
            self._known.pop(guild, None)  # it may be written for all that
            raise
        self._known[guild] = settings
        self.languages[guild] = settings.language
        return settings

    async def forget(self, guild: int) -> ServerSettings:
        """Return a server to the defaults, and return these; it keeps its language. Raises `NewerVersion`."""
        defaults = ServerSettings(language=(await self.of(guild)).language)
        return await self.change(guild, **msgspec.to_builtins(defaults))

    async def left(self, guild: int, now: datetime) -> None:
        """Note that the bot was removed from a server, whose data is deleted thirty days later."""
        await self._store.write(partial(servers.mark_left, guild=guild, now=now))

    async def joined(self, guild: int) -> None:
        """Note that the bot is on a server, perhaps again."""
        await self._store.write(partial(servers.mark_joined, guild=guild))
        self._known.pop(guild, None)

    async def are(self, guilds: Collection[int], now: datetime) -> None:
        """Note that the bot is on these servers and on no others, whatever happened while it was away."""
        await self._store.write(partial(servers.set_present, there=guilds, now=now, has=self._sharing.has))


def _read(connection: Connection, guild: int) -> ServerSettings:
    row = preferences.chosen(connection, SERVERS, [guild]).get(guild)
    return _settings(row) if row is not None else ServerSettings()


def _settings(row: Row) -> ServerSettings:
    return msgspec.convert({**row, "channels": json.decode(row["channels"])}, ServerSettings)


def _row(settings: ServerSettings) -> Row:
    return {**msgspec.to_builtins(settings), "channels": json.encode(settings.channels)}


Season = SeasonRow

MOST_SHOWN = 20
"""Seasons that are offered; older ones stay counted."""

LONGEST_NAME = 40


class Seasons:
    """The seasons of servers, over one store."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store, self._now = store, now

    async def of(self, guild: int) -> tuple[Season, ...]:
        """Return a server's newest seasons, the newest first."""
        return await self._store.read(lambda connection: tuple(servers.latest_seasons(connection, guild, MOST_SHOWN)))

    async def running(self, guild: int) -> str:
        """Return the period of the season that is open. Raises NO_SEASON."""
        number = await self._store.read(lambda connection: servers.running_season(connection, guild))
        if number is None:
            raise Trouble(Code.NO_SEASON)
        return season(number)

    async def begin(self, guild: int, name: str) -> Season:
        """Open a season and return it. Raises SEASON_RUNS (`name`) where one is open, SEASON_NAME for an empty name."""
        called = clean(name, LONGEST_NAME)
        if not called:
            raise Trouble(Code.SEASON_NAME, most=LONGEST_NAME)

        def work(connection: Connection) -> Season:
            servers.hold(connection, guild)
            if (open_one := _open(connection, guild)) is not None:
                raise Trouble(Code.SEASON_RUNS, name=open_one.name)
            return servers.begin_season(connection, guild, called, self._now())

        return await self._store.write(work)

    async def close(self, guild: int) -> Season:
        """Close the season that is open, and return it. Raises NO_SEASON."""

        def work(connection: Connection) -> Season:
            servers.hold(connection, guild)
            open_one = _open(connection, guild)
            if open_one is None:
                raise Trouble(Code.NO_SEASON)
            return servers.close_season(connection, open_one, self._now())

        return await self._store.write(work)


def _open(connection: Connection, guild: int) -> Season | None:
    return next((each for each in servers.latest_seasons(connection, guild, 1) if each.closed is None), None)
