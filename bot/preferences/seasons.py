"""The seasons that a server names: one is open at a time, and what ends meanwhile counts for it."""

from collections.abc import Callable
from datetime import datetime

from bot.history.counting import season
from bot.storage import Connection, servers
from bot.storage.servers import SeasonRow
from bot.storage.store import Store
from bot.tables.trouble import Code, Trouble
from bot.words.cleaning import clean

Season = SeasonRow

MOST_SHOWN = 20
"""Seasons that are offered; older ones stay counted."""
LONGEST_NAME = 40


class Seasons:
    """The seasons of servers, over one store."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store, self._now = store, now

    async def of(self, guild: int) -> tuple[Season, ...]:
        """A server's newest seasons, the newest first."""
        return await self._store.read(lambda connection: tuple(servers.latest_seasons(connection, guild, MOST_SHOWN)))

    async def running(self, guild: int) -> str:
        """The period of the season that is open. Raises NO_SEASON."""
        number = await self._store.read(lambda connection: servers.running_season(connection, guild))
        if number is None:
            raise Trouble(Code.NO_SEASON)
        return season(number)

    async def begin(self, guild: int, name: str) -> Season:
        """Open a season. Raises SEASON_RUNS (`name`) where one is open, and SEASON_NAME where the name says nothing."""
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
        """Close the season that is open. Raises NO_SEASON."""

        def work(connection: Connection) -> Season:
            servers.hold(connection, guild)
            open_one = _open(connection, guild)
            if open_one is None:
                raise Trouble(Code.NO_SEASON)
            return servers.close_season(connection, open_one, self._now())

        return await self._store.write(work)


def _open(connection: Connection, guild: int) -> Season | None:
    return next((each for each in servers.latest_seasons(connection, guild, 1) if each.closed is None), None)
