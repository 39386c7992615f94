"""A server's choices for its tables (`/settings`), and its seasons.

Settings are needed whenever a table is opened or shown, so each process caches them. A server has at most one open
season, and games that end during a season count for it.
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
"""The most channels that a server can choose. Discord's menus take no more."""

MONTHS = (1, 3, 12)
"""The numbers of months for which a server may choose to keep replays. It may also keep them for ever."""


SWITCHES = Switches.__struct_fields__
"""The names of a server's switches."""


class ServerSettings(Switches, frozen=True):
    """A server's choices for its tables."""

    game: str = "common"
    """The variant that `/play` opens if the person names none."""
    pace: PaceName = PaceName.EASY
    """The pace of a new table. Its host may change it."""
    clock: int | None = USUAL_CLOCK
    """Seconds for a turn at a new table, or None for no clock. Its host may change it."""
    channels: tuple[int, ...] = ()
    """The channels, with their threads, in which tables may be opened. If there are none, every channel may be used."""
    puzzle_channel: int | None = None
    """The channel in which the puzzle of the day is posted, or None."""
    puzzle_hour: int = 12
    """The hour of the day, in UTC, at which the puzzle is posted."""
    role: int | None = None
    """The role that hosts may call to their lobby, or None."""
    replays: int | None = None
    """The number of months for which replays are kept, or None for ever. The figures of games are always kept."""
    language: str = ""
    """The language of public messages, as a key of `offered`, or "" until the first table is opened."""

    def setup(self, game: str = "") -> Setup:
        """Return the setup of a new table of `game`. If `game` is "", use the server's usual game."""
        return Setup(game or self.game, clock=self.clock, pace=self.pace, stakes=self.stakes, quiet=self.quiet)


class SettingsRepository:
    """The settings of all servers in one store."""

    def __init__(self, store: Store, sharing: Sharing | None = None) -> None:
        """Set up the settings in `store`.

        The settings of this process's own servers are cached, because only this process changes them.
        """
        self._store, self._sharing = store, sharing or Sharing()
        self._known: dict[int, ServerSettings] = {}
        self.languages: dict[int, str] = {}
        """The chosen language of each server, after `load_languages`."""

    async def load_languages(self) -> None:
        """Read the languages of all servers."""
        self.languages |= await self._store.read(preferences.server_languages)

    async def of(self, guild: int) -> ServerSettings:
        """Return the settings of a server.

        Return the defaults if the server has chosen nothing, or if a newer version wrote its settings.
        """
        if guild not in self._known:
            found = await self._store.read(lambda connection: _read(connection, guild))
            if not self._sharing.has(guild):
                return found
            self._known.setdefault(guild, found)  # keep a change that was made meanwhile, because it is newer
        return self._known[guild]

    async def require_readable(self, guild: int) -> None:
        """Raise `NewerVersion` if a newer version wrote a server's settings.

        No table may then be opened on the server.
        """
        if await self._store.read(partial(preferences.is_newer, guild=guild)):
            raise NewerVersion

    async def change(self, guild: int, **chosen: Any) -> ServerSettings:
        """Change some settings of a server and return all of them.

        Raises `Refused` or `Trouble` for an unknown game, a clock out of range, more than 25 channels, or a number of
        months that is not offered. Raises `NewerVersion` if a newer version has written the settings.
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
            self._known.pop(guild, None)  # the change may have been written nevertheless
            raise
        self._known[guild] = settings
        self.languages[guild] = settings.language
        return settings

    async def forget(self, guild: int) -> ServerSettings:
        """Reset a server's settings, except the language, to the defaults, and return them.

        Raises `NewerVersion` if a newer version has written the settings.
        """
        defaults = ServerSettings(language=(await self.of(guild)).language)
        return await self.change(guild, **msgspec.to_builtins(defaults))

    async def left(self, guild: int, now: datetime) -> None:
        """Record that the bot was removed from a server. The server's data is deleted thirty days later."""
        await self._store.write(partial(servers.mark_left, guild=guild, now=now))

    async def joined(self, guild: int) -> None:
        """Record that the bot was added to a server."""
        await self._store.write(partial(servers.mark_joined, guild=guild))
        self._known.pop(guild, None)

    async def are(self, guilds: Collection[int], now: datetime) -> None:
        """Record that the bot is on exactly these servers.

        This is needed because the bot may have missed events while it was disconnected.
        """
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
"""The most seasons that a menu offers. Older seasons are still counted."""

LONGEST_NAME = 40


class Seasons:
    """The seasons of all servers in one store."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store, self._now = store, now

    async def of(self, guild: int) -> tuple[Season, ...]:
        """Return the seasons of a server, newest first, at most `MOST_SHOWN`."""
        return await self._store.read(lambda connection: tuple(servers.latest_seasons(connection, guild, MOST_SHOWN)))

    async def open_one(self, guild: int) -> Season:
        """Return the open season. Raises `Trouble` with NO_SEASON if no season is open."""
        return await self._store.read(lambda connection: _require_open(connection, guild))

    async def running(self, guild: int) -> str:
        """Return the name of the open season's period. Raises `Trouble` with NO_SEASON if no season is open."""
        return season((await self.open_one(guild)).id)

    async def begin(self, guild: int, name: str) -> Season:
        """Open a season and return it.

        Raises `Trouble` with SEASON_RUNS if a season is open, and with SEASON_NAME if the name is empty.
        """
        called = clean(name, LONGEST_NAME)
        if not called:
            raise Trouble(Code.SEASON_NAME, most=LONGEST_NAME)

        def work(connection: Connection) -> Season:
            servers.hold(connection, guild)
            if (open_one := _open(connection, guild)) is not None:
                raise Trouble(Code.SEASON_RUNS, name=open_one.name)
            return servers.begin_season(connection, guild, called, self._now())

        return await self._store.write(work)

    async def close(self, guild: int, number: int | None = None) -> Season:
        """Close the open season and return it.

        Raises `Trouble` with NO_SEASON if no season is open, or if `number` is given and is not that of the open
        season.
        """

        def work(connection: Connection) -> Season:
            servers.hold(connection, guild)
            open_one = _require_open(connection, guild)
            if number not in (None, open_one.id):
                raise Trouble(Code.NO_SEASON)
            return servers.close_season(connection, open_one, self._now())

        return await self._store.write(work)


def _require_open(connection: Connection, guild: int) -> Season:
    found = _open(connection, guild)
    if found is None:
        raise Trouble(Code.NO_SEASON)
    return found


def _open(connection: Connection, guild: int) -> Season | None:
    return next((each for each in servers.latest_seasons(connection, guild, 1) if each.closed is None), None)
