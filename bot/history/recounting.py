"""Compute the statistics of servers again in the background. This uses short transactions and a quarter of a core.

A server is counted again if its statistics were computed by an older version of the bot, or if an older version has
counted a game there since. The servers with the latest games come first. Until a server is finished, people see its
old statistics. The bot can look for new achievements without computing statistics again.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta
from functools import partial
from time import monotonic, perf_counter

from bot.background import Background
from bot.history import versions
from bot.history.recount import Done, Plan, Step, Work, begin_again, plan, read_games, tidy, valued
from bot.metrics import RECOUNT_GAMES, RECOUNT_SERVERS
from bot.settings import CannotStart
from bot.storage import countings, kept_games
from bot.storage.batches import Batches
from bot.storage.countings import Counting, Server
from bot.storage.store import Store, StoreFailed

log = logging.getLogger(__name__)

REST = 3.0
"""The seconds of rest for each second of work in the background: a quarter of a processor core is used at most."""

FEWEST, MOST = 2, 50
"""The games in the first step of a recount, which are also the fewest, and the most games in a step."""

SERVERS = 500
"""The servers that one query looks at."""

TOLD_EVERY = 60.0
"""The seconds between two log lines about the progress."""

LOOKS_EVERY = timedelta(hours=1)
"""How often to look for servers that an older version has counted, although none was seen."""

BEGUN = "Counting the figures again in the background. Servers: %d. Games: %d."
GOES_ON = "Counting the figures again in the background. Games counted: %d of %d."
ENDED = "The figures were counted again. Games counted: %d."
OLDER = "A process of an older version holds shards. Figures are counted again once it has stopped."
NOT_BESIDE_OLDER = "A process of an older version holds shards: stop it, and count again."
LEFT_OUT = "The figures of {servers} servers could not be counted again; the log says why."
FAILED = "The figures of a server cannot be counted again. They stay as they are until the next start."
NEWER = "A newer version has kept games of a server. They are counted again by that version."


class OlderHolds(Exception):  # noqa: N818 - names what happened
    """Raised if a process of an older version holds shards. Nothing is counted again beside it."""


class Recount:
    """Counts the figures of the servers of one process again."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime],
        has: Callable[[int], bool] = lambda _guild: True,
        rest: float = REST,
    ) -> None:
        """Set up a recount. `has` returns whether a server belongs to this process.

        `rest` is the number of seconds of rest for each second of work.
        """
        self._store, self._now, self._has, self._rest = store, now, has, rest
        self._checked: set[int] = set()
        self._places: dict[int, int] = {}
        self._left_out: set[int] = set()
        self._games, self._rows = Batches(store, FEWEST, MOST, rest=0), Batches(store, rest=0)
        self._looked: datetime | None = None
        self.background = Background(self._in_the_background)
        self._told: Callable[[int, int], None] = self._log
        self._done = self._all = 0
        self._logged = monotonic()

    async def prepare(self) -> None:
        """Note on a database without games by which version they will be counted. Call this before the first game."""
        await self._store.write(partial(tidy, mine=versions.MINE))

    async def again(self, told: Callable[[int, int], None]) -> int:
        """Count the figures of all servers again, and return the number of games.

        `told` is called with the number of counted games and the number of all games. Raises `CannotStart` if an older
        version holds shards, or if a newer version has kept a game.
        """
        self._told = told
        await self._store.read(kept_games.require_readable)
        try:
            async for servers in self._pages():
                for each in servers:
                    await self._store.write(partial(begin_again, guild=each.guild))
            await self.to_the_end()
        except OlderHolds:
            raise CannotStart(NOT_BESIDE_OLDER) from None
        if self._left_out:
            raise CannotStart(LEFT_OUT.format(servers=len(self._left_out)))
        return self._done

    async def to_the_end(self) -> None:
        """Work until no server needs a recount. Raises `OlderHolds` and `StoreFailed`."""
        await self._tidy()
        while todo := await self._todo():
            self._all = self._done + sum(games for _, games in todo)
            if games := self._all - self._done:
                log.info(BEGUN, len(todo), games)
            for number, (guild, _) in enumerate(todo):
                RECOUNT_SERVERS.set(len(todo) - number)
                while await self._step(guild):
                    pass
            if games:
                log.info(ENDED, self._done)
        RECOUNT_SERVERS.set(0)
        RECOUNT_GAMES.set(0)

    async def _in_the_background(self) -> None:
        try:
            await self._require_no_older()
            now = self._now()
            if self._looked is None or now - self._looked >= LOOKS_EVERY:
                await self.to_the_end()
                self._looked = now
        except OlderHolds:
            if self._looked is not None or not self._checked:
                log.info(OLDER)
            self._looked = None
            self._checked.clear()
            self._places.clear()
        except StoreFailed as error:
            log.info("The recount of figures was interrupted: %s.", error)
        except Exception:
            log.exception("The recount of figures was interrupted.")

    async def _require_no_older(self) -> None:
        """Raise `OlderHolds` if an older version holds shards."""
        if await self._store.read(partial(countings.any_older, counting=versions.MINE.counting, now=self._now())):
            raise OlderHolds

    async def _todo(self) -> list[tuple[int, int]]:
        """Return the servers on which something is to be done, each with its number of games that are not counted yet.

        The server with the latest game comes first.
        """
        found: list[tuple[datetime, int, int]] = []
        async for servers in self._pages():
            for each in servers:
                step, counting = plan(each, versions.MINE, self._checked)
                if step is not Step.NOTHING and each.guild not in self._left_out and each.played is not None:
                    found.append((each.played, each.guild, _left(each, step, counting)))
        return [(guild, games) for _, guild, games in sorted(found, reverse=True)]

    async def _pages(self) -> AsyncIterator[list[Server]]:
        """Yield all servers of this process that have games, in lists."""
        after = -1
        while found := await self._store.read(partial(countings.page, after=after, many=SERVERS)):
            after = found[-1].guild
            yield [each for each in found if self._has(each.guild)]

    async def _tidy(self) -> None:
        """Delete countings of servers that are gone, and drop those that an older version has changed."""
        await self.prepare()
        after: int | None = -(2**63)
        while after is not None:
            lost, after = await self._store.read(partial(countings.lost, after=after, many=SERVERS))
            for number in lost:
                await self._delete(number)

    async def _delete(self, number: int) -> None:
        """Delete a counting in short transactions."""
        batches = Batches(self._store, rest=self._rest)
        while await batches.write(partial(countings.delete_some, number=number, size=batches.size)):
            pass

    async def _step(self, guild: int) -> bool:
        """Take the next step of a recount of one server, and rest. Return whether there is another step."""
        await self._require_no_older()
        began = perf_counter()
        servers = await self._store.read(partial(countings.page, after=guild - 1, many=1))
        if not servers or servers[0].guild != guild:
            return False
        checked = self._checked.intersection(each.number for each in servers[0].countings)
        here = plan(servers[0], versions.MINE, checked)
        if here[0] is Step.NOTHING:
            return False
        work = await self._prepared(servers[0], here, frozenset(checked))
        if work is None:
            return False
        if work.games:
            done = await self._games.write(work.carry_out, len(work.games) >= self._games.size(here[0]))
        else:
            done = await self._rows.write(work.carry_out)
        self._take_note(work, done)
        await asyncio.sleep((perf_counter() - began) * self._rest)
        return here[0] is not Step.NOTE

    async def _prepared(self, server: Server, here: Plan, checked: frozenset[int]) -> Work | None:
        """Return the work of the next step, or None if the next game was kept by a newer version of the bot."""
        step, counting = here
        if step not in (Step.GAMES, Step.SEEK) or counting is None:
            after = self._places.get(counting.number, 0) if counting is not None else 0
            return Work(server.guild, here, versions.MINE, checked, self._rows.size, after=after)
        many = self._games.size(step)
        read = await self._store.read(partial(read_games, step=step, counting=counting, many=many))
        if read.is_newer:
            log.info(NEWER)
            self._left_out.add(server.guild)
            return None
        try:
            games = await asyncio.to_thread(valued, read)
        except Exception:
            log.exception(FAILED)
            self._left_out.add(server.guild)
            return None
        return Work(server.guild, here, versions.MINE, checked, self._rows.size, games, up_to=server.games)

    def _take_note(self, work: Work, done: Done) -> None:
        """Note the place that was reached, and tell the progress."""
        step, counting = work.plan
        if not done.was_next or counting is None:
            return
        if step is Step.FORFEITS and done.place is not None:
            self._places[counting.number] = done.place
        elif step is Step.FORFEITS:
            self._checked.add(counting.number)
        if step is Step.GAMES:
            self._done += len(work.games)
            self._all = max(self._all, self._done)
            RECOUNT_GAMES.set(self._all - self._done)
            self._told(self._done, self._all)

    def _log(self, done: int, of: int) -> None:
        if monotonic() - self._logged >= TOLD_EVERY:
            log.info(GOES_ON, done, of)
            self._logged = monotonic()


def _left(server: Server, step: Step, counting: Counting | None) -> int:
    """Return the number of games of a server that are to be counted."""
    if step is Step.BEGIN:
        return server.games
    if counting is None or step not in (Step.OPENINGS, Step.GAMES):
        return 0
    return server.games - counting.games
