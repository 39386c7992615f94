"""Carry out the tables' duties when they are due.

Each table has a task of its own, so that a failure affects only that table.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.outbox.announcer import Announcer
from bot.outbox.waiting import finished
from bot.sharing import Deposed
from bot.storage.store import StoreFailed
from bot.tables import Tables
from bot.tables.duties import (
    TIMEOUTS,
    UNASKED,
    CallThem,
    DeleteRoleCall,
    Due,
    Gather,
    MoveComputer,
    NightFalls,
    PlayOut,
    SealDice,
    SendDms,
    ShowIt,
    ShowVote,
)
from bot.tables.timers import Mind
from bot.tables.trouble import NewerVersion
from engine import games
from engine.core.actions import Action, Challenge
from engine.core.characters import Reason


class Slots:
    """Limits how many tasks run at the same time.

    A task that takes too long gives up its slot and continues without it.

    This lets a crowd of tasks start step by step. Slow tasks, such as those in a channel that Discord limits, do not
    block the others.
    """

    def __init__(self, many: int, seconds: float) -> None:
        self._free, self._seconds = asyncio.Semaphore(many), seconds

    @contextlib.asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Wait for a slot, and hold it until the body ends or `seconds` have passed."""
        await self._free.acquire()
        given_back = False

        def give_back() -> None:
            nonlocal given_back
            if not given_back:
                given_back = True
                self._free.release()

        too_slow = asyncio.get_running_loop().call_later(self._seconds, give_back)
        try:
            yield
        finally:
            too_slow.cancel()
            give_back()


Choice = tuple[int, Action, Reason | None]


class Thinking:
    """The thread in which computer players choose their moves, outside of every transaction.

    The players see only the view of their own seat.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="thinking")

    async def first_wish(self, minds: tuple[Mind, ...]) -> Choice | None:
        """Return the seat, move and reason of the first of these players that wants to move, or None."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, first_choice, minds)

    def close(self) -> None:
        """Stop the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def first_choice(minds: tuple[Mind, ...]) -> Choice | None:
    """Return the seat, move and reason of the first of these players that wants to move, or None.

    A player whose turn it is has to move. The others may challenge out of turn (C1).
    """
    for mind in minds:
        if mind.seat in mind.view.awaited:
            action = games.choose(mind.view, mind.mood, mind.character)
            return mind.seat, action, games.reason(mind.view, action, mind.character)
        if games.would_challenge(mind.view, mind.mood, mind.character):
            return mind.seat, Challenge(), games.reason(mind.view, Challenge(), mind.character)
    return None


log = logging.getLogger(__name__)

AHEAD = timedelta(seconds=5)
"""Duties that are due within this time get a punctual timer in memory. Later polls find the other duties."""

AT_ONCE, HOLD = 50, 2.0
"""The most tables that are worked on at the same time, apart from those that take longer than `HOLD` seconds."""

MOST_TIMEOUTS = 20
"""The most tables that time out a turn or a forfeit within a second. Further tables have to wait."""

SOON = timedelta(seconds=1)
"""The time that a table waits if it may not time out a turn now."""

LATE = 0.001
"""Seconds by which a timer fires late, so that it never fires early."""


class Driver:
    """Keeps timers for the tables of one process. A table's duty is due at the time in the column `due`."""

    def __init__(
        self,
        tables: Tables,
        announcer: Announcer,
        now: Callable[[], datetime],
        can_reach: Callable[[], Awaitable[bool]],
    ) -> None:
        """Set up the driver. `can_reach()` returns whether Discord answers. Nobody loses a turn while it does not."""
        self._tables, self._announcer, self._now, self._can_reach = tables, announcer, now, can_reach
        self._thinking, self._slots = Thinking(), Slots(AT_ONCE, HOLD)
        self._going = False
        self._known: dict[int, Due | None] = {}
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._timeouts: list[float] = []
        self._is_sound: Callable[[], bool] = lambda: True
        tables.agenda.listen(self._note)

    def trust(self, is_sound: Callable[[], bool]) -> None:
        """Carry out duties only while `is_sound()` is true. After the clock has jumped, all duties would seem due."""
        self._is_sound = is_sound

    def go(self) -> None:
        """Begin to carry out duties.

        Remembered duties are forgotten, because they may have changed in the meantime.
        """
        self._going = True
        self._known.clear()

    def halt(self) -> None:
        """Stop beginning duties. Running duties continue."""
        self._going = False
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    async def poll(self) -> None:
        """Read the column `due`, and set a timer for each table that is due soon and has none."""
        for table_id, at in await self._tables.timers.due(self._now() + AHEAD):
            if table_id not in self._tasks and table_id not in self._timers:
                self._known.pop(table_id, None)
                self._set_timer(table_id, at)

    def look_at(self, table_id: int) -> None:
        """Carry out the due duties of a table of this process, for example after another process saved the table."""
        if self._going and table_id not in self._tasks:
            self._known.pop(table_id, None)
            self._begin(table_id)

    async def try_again(self, table_id: int) -> None:
        """Retry a table's postponed duty now, because its obstacle has changed."""
        await self._tables.timers.try_again(table_id)
        self.look_at(table_id)

    async def place_changed(self, guild: int) -> None:
        """Retry a server's tables that could not be shown, unless the obstacle is known to remain."""
        obstacles, lines = self._announcer.obstacles, self._announcer.lines
        for table, place in obstacles.met(guild):
            if await obstacles.places.closed(place) is None:
                await self.try_again(table)
        with contextlib.suppress(StoreFailed):  # if saving fails, the next change or press tries again
            for table, place in lines.blocked(guild):
                if await obstacles.places.closed(place) is None:
                    await lines.unblocked(table)
                    await self._announcer.show_in_background(table)

    async def drain(self, seconds: float) -> None:
        """Stop beginning duties, and wait at most `seconds` for running duties."""
        self.halt()
        await finished(self._tasks.values(), seconds)

    def close(self) -> None:
        """Stop beginning duties, and stop the thread of computer players."""
        self.halt()
        self._thinking.close()

    def _note(self, table_id: int, due: Due | None) -> None:
        """Remember a table's next duty, which was just saved."""
        if (timer := self._timers.pop(table_id, None)) is not None:
            timer.cancel()
        self._known[table_id] = due
        if table_id not in self._tasks:
            self._wait(table_id)

    def _wait(self, table_id: int) -> None:
        """Set a timer for a table's next duty.

        A duty that is due much later is forgotten, since a poll reads it in time.
        """
        if (due := self._known.get(table_id)) is not None:
            self._set_timer(table_id, due.at)
        if table_id not in self._timers:
            self._known.pop(table_id, None)

    def _set_timer(self, table_id: int, at: datetime) -> None:
        wait = at - self._now()
        if self._going and wait <= AHEAD:
            seconds = max(wait.total_seconds(), 0) + LATE
            self._timers[table_id] = asyncio.get_running_loop().call_later(seconds, self._begin, table_id)

    def _begin(self, table_id: int) -> None:
        self._timers.pop(table_id, None)
        if self._going and table_id not in self._tasks:
            self._tasks[table_id] = asyncio.get_running_loop().create_task(self._work_at(table_id))

    async def _work_at(self, table_id: int) -> None:
        """Carry out the due duties of one table until no duty is due."""
        try:
            async with self._slots.one():
                await self._until_nothing_is_due(table_id)
        except Deposed:  # another process has taken over these tables
            self.halt()
        except NewerVersion:  # the newer version carries out the duties itself
            self._known.pop(table_id, None)
        except Exception:
            log.exception("A duty at table %d could not be carried out.", table_id)
            await self._put_off(table_id, is_showing=False)
        finally:
            del self._tasks[table_id]
            self._wait(table_id)

    async def _until_nothing_is_due(self, table_id: int) -> None:
        before = None
        while self._going and (due := await self._next(table_id)) is not None and due.at <= self._now():
            if not self._is_sound() or (isinstance(due.duty, TIMEOUTS) and not await self._may_time_out()):
                self._known[table_id] = replace(due, at=self._now() + SOON)
                return
            if isinstance(due.duty, TIMEOUTS) and not await self._announcer.can_show(table_id):
                await self._tables.showing.wait_to_be_shown(table_id)
                continue
            if due == before or not await self._carry_out(due):
                await self._put_off(table_id, isinstance(due.duty, ShowIt | SealDice))
                return
            before = due

    async def _next(self, table_id: int) -> Due | None:
        """Return a table's next duty from memory if it is there, otherwise from the table's row."""
        if table_id not in self._known:
            self._known[table_id] = await self._tables.timers.next(table_id)
        return self._known[table_id]

    async def _carry_out(self, due: Due) -> bool:
        """Carry out a duty and show the result. Return False if that failed and should be tried again later."""
        self._known.pop(due.table, None)
        if isinstance(due.duty, ShowIt):
            return await self._announcer.show_again(due.table, late=True)
        if isinstance(due.duty, SealDice):
            return await self._announcer.seal(due)
        if isinstance(due.duty, SendDms):
            await self._announcer.write_dms(due.table)
            return True
        if isinstance(due.duty, NightFalls):
            return await self._announcer.tell_night_card(due.table)
        if isinstance(due.duty, CallThem):
            await self._announcer.call(due.table, await self._tables.timers.call(due, due.duty))
            return True
        if isinstance(due.duty, DeleteRoleCall):
            await self._announcer.calling.delete_role_call(due.table)
            return True
        if isinstance(due.duty, ShowVote):
            await self._announcer.votes.show(due.table, due.duty.seat)
            return True
        if isinstance(due.duty, Gather):
            await self._announcer.call(due.table, await self._tables.timers.gather(due))
            return True
        if isinstance(due.duty, MoveComputer | PlayOut) and due.duty.seats:
            moved = await self._move_computer(due, due.duty.seats)
        else:
            moved = await self._tables.timers.carry_out(due) is not None
        return not moved or self._goes_on(due.table) or await self._announcer.show_again(due.table)

    def _goes_on(self, table_id: int) -> bool:
        """Return whether another automatic move follows immediately. Both moves are then shown together."""
        due = self._known.get(table_id)
        return self._going and due is not None and isinstance(due.duty, UNASKED) and due.at <= self._now()

    async def _move_computer(self, due: Due, seats: tuple[int, ...]) -> bool:
        """Let these computer players choose a move, and return whether one of them moved."""
        minds = await self._tables.timers.minds(due, seats)
        if not minds:
            return False
        wish = await self._thinking.first_wish(minds)
        if wish is None:
            await self._tables.timers.keep_quiet(due)
            return False
        return await self._tables.timers.move(due, *wish) is not None

    async def _may_time_out(self) -> bool:
        """Return whether a table may time out a turn or a forfeit now.

        Discord has to answer, and not too many tables may have timed out within the last second.
        """
        now = asyncio.get_running_loop().time()
        self._timeouts = [moment for moment in self._timeouts if moment > now - 1]
        if len(self._timeouts) >= MOST_TIMEOUTS:
            log.warning("More than %d tables run out of time within a second; the others wait.", MOST_TIMEOUTS)
            return False
        self._timeouts.append(now)
        return await self._can_reach()

    async def _put_off(self, table_id: int, is_showing: bool) -> None:
        """Postpone a duty that failed. A table that could not be shown for about a day is closed."""
        self._known.pop(table_id, None)
        try:
            if not await self._tables.timers.put_off(table_id) and is_showing:
                await self._announcer.retire(table_id)
        except Deposed:
            self.halt()
        except Exception:
            log.exception("The duties of table %d could not be postponed.", table_id)
