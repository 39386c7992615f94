"""Show a showdown in steps (beats). Until the last step is shown, hide the end of the showdown in other places."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence

from bot.outbox.boxes import Boxes
from bot.outbox.client import Interaction
from bot.outbox.failures import TROUBLE
from bot.outbox.messages import Messages
from bot.outbox.passing import Passing
from bot.outbox.render import view
from bot.screens.elements.cards import Asks, Beat
from bot.tables.model import TableView
from bot.tables.pending import PanelRef
from bot.tables.queries import Queries

LOOKS_ELSEWHERE, BETWEEN_LOOKS = 60, 0.3
"""How many times to check whether another process has shown the table, and the seconds between two checks."""


class Curtain:
    """The tables whose showdown is being shown step by step. Their saved state stays hidden until the last step."""

    def __init__(self, queries: Queries) -> None:
        self._queries = queries
        self._told: dict[int, tuple[TableView, asyncio.Event]] = {}

    @contextlib.asynccontextmanager
    async def down(self, table: TableView) -> AsyncIterator[None]:
        """Mark a table's showdown as being shown while the body runs.

        Until the body ends, the bot shows nobody the saved state of this table in any other place.
        """
        told = asyncio.Event()
        self._told[table.id] = table, told
        try:
            yield
        finally:
            told.set()
            del self._told[table.id]

    def is_down(self, table: int) -> bool:
        """Return whether a showdown is being shown at this table."""
        return table in self._told

    def is_telling(self, concerns: Callable[[TableView], bool]) -> bool:
        """Return whether a showdown is being shown at a table for which `concerns` returns True."""
        return any(concerns(table) for table, _told in self._told.values())

    async def lifted(self, concerns: Callable[[TableView], bool]) -> None:
        """Wait for the end of all showdowns that are being shown at tables for which `concerns` returns True."""
        for told in [told for table, told in self._told.values() if concerns(table)]:
            await told.wait()

    async def wait_for(self, table_id: int) -> None:
        """Wait until no showdown is being shown at this table, by this process or by another one.

        The wait for another process is limited to `LOOKS_ELSEWHERE` checks.
        """
        await self.lifted(lambda table: table.id == table_id)
        for _ in range(LOOKS_ELSEWHERE):
            if not await self._queries.waits_elsewhere(table_id):
                return
            await asyncio.sleep(BETWEEN_LOOKS)

    async def wait_for_all_of(self, user: int) -> None:
        """Wait until no showdown is being shown at any table of this person."""
        await self.lifted(lambda table: any(seat.user == user for seat in table.seats))
        for table in await self._queries.of(user):
            await self.wait_for(table.id)

    async def hides(self, table_id: int) -> bool:
        """Return whether a showdown is being shown at this table, by this process or by another one."""
        return self.is_down(table_id) or await self._queries.waits_elsewhere(table_id)


BEFORE_THE_RESULT = 4.0
"""Seconds for which the last showdown of a game is shown before the result."""


class Asked:
    """The people who have guessed while a step asks them to."""

    def __init__(self, asks: Asks) -> None:
        self.asks, self.guessed, self.everybody = asks, set[int](), asyncio.Event()


class Beats:
    """Shows the steps of a showdown before its result.

    The steps are not saved. After a restart, the result is shown immediately.
    """

    def __init__(self, messages: Messages, wanted: bool, passing: Passing, boxes: Boxes) -> None:
        """Set up the steps. If `wanted` is false, as in a rehearsal, the steps are left out.

        `passing` and `boxes` hold the private messages that are deleted once the cups go up.
        """
        self.wanted = wanted
        self.stand: Callable[[float], Awaitable[None]] = self._until_hurried
        self._messages, self._passing, self._boxes = messages, passing, boxes
        self._hurry = asyncio.Event()
        self._asked: dict[int, Asked] = {}

    def hurry(self) -> None:
        """Skip all waits from now on, because the bot is about to stop."""
        self._hurry.set()

    async def tell(
        self, ref: PanelRef, beats: Sequence[Beat], interaction: Interaction | None, is_posted: bool = False
    ) -> float:
        """Show these steps one after another in a message, each for its own number of seconds.

        If `is_posted` is set, the message shows the first step already. Return by how many seconds steps ended early
        because everybody had guessed. One step later, the private answers to guesses are deleted, because they would
        push the cups off a phone's screen.

        A step that cannot be shown is skipped. A step is also skipped if Discord's rate limits would delay it until
        the next one. The first step is never skipped for that reason, because it answers the press.
        """
        early, asked = 0.0, None
        for at, beat in enumerate(beats):
            began = asyncio.get_running_loop().time()
            with self._asking(beat.asks):
                if at or not is_posted:
                    with contextlib.suppress(*TROUBLE):
                        async with asyncio.timeout(beat.seconds if at else None):
                            await self._messages.edit(ref, view(beat.card), interaction)
                took = asyncio.get_running_loop().time() - began
                early += await self._hold(beat, took)
            if asked is not None:
                self._passing.round_over(asked.table)
                self._boxes.close(asked.table)
            asked = beat.asks
        return early

    async def _hold(self, beat: Beat, took: float) -> float:
        """Wait until the end of a step that took some seconds to show. It may end early because of guesses.

        Return by how many seconds it ended early.
        """
        clock, seconds = asyncio.get_running_loop().time, max(beat.seconds - took, 0.0)
        ends = clock() + seconds
        stands: asyncio.Future[object] = asyncio.ensure_future(self.stand(seconds))
        waits = [stands]
        if beat.asks is not None and beat.asks.people:
            waits.append(asyncio.ensure_future(self._asked[beat.asks.table].everybody.wait()))
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            if stands.done():
                stands.result()
                return 0.0
            return max(ends - clock(), 0.0)
        finally:
            for each in waits:
                each.cancel()

    @contextlib.contextmanager
    def _asking(self, asks: Asks | None) -> Iterator[None]:
        """Accept guesses while the body runs."""
        if asks is not None:
            self._asked[asks.table] = Asked(asks)
        try:
            yield
        finally:
            if asks is not None:
                del self._asked[asks.table]

    def asks(self, table: int, number: int) -> bool:
        """Return whether people may guess now at the showdown of this round."""
        found = self._asked.get(table)
        return found is not None and found.asks.number == number

    def guessed(self, table: int, user: int) -> None:
        """Record that a person has guessed. Once all people who sit there have guessed, the step ends."""
        if (found := self._asked.get(table)) is not None:
            found.guessed.add(user)
            if found.asks.people <= found.guessed:
                found.everybody.set()

    async def before_the_result(self) -> None:
        """Give people time to read the last showdown of a game before its result is shown."""
        await self.stand(BEFORE_THE_RESULT)

    async def _until_hurried(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), seconds)
