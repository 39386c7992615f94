"""Shows what is saved: one path for a press, a command, a computer's move, the clock and the start after a crash."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from weakref import WeakValueDictionary

import discord

from bot.outbox import reply
from bot.outbox.beats import Beats, Curtain
from bot.outbox.direct_messages import Calling, DirectMessages
from bot.outbox.failures import TROUBLE, in_short, is_gone
from bot.outbox.messages import Messages, Tokens
from bot.outbox.placement import Placement
from bot.outbox.render import Interaction, beats_of
from bot.outbox.waiting import finished
from bot.outbox.windows import Windows
from bot.people import People
from bot.storage.processes import Deposed
from bot.tables import Tables
from bot.tables.calls import Call
from bot.tables.model import Seen
from bot.tables.pending import PanelRef, Pending

log = logging.getLogger(__name__)

LOOKS_ELSEWHERE, BETWEEN_LOOKS = 60, 0.3
"""How often, and after how many seconds, it is asked whether another process has shown its table."""


async def alone() -> bool:
    """There is no other process."""
    return True


class Announcer:
    """Posts, edits and writes. Everything to be shown comes from `Tables.showing.pending`."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        people: People,
        now: Callable[[], datetime],
        beats: bool = True,
        may_show: Callable[[], Awaitable[bool]] = alone,
    ) -> None:
        """`beats`: a showdown that has just come is told beat by beat; else, as in a rehearsal, at once.

        `may_show()` says whether nobody else shows our tables now, and for a while.
        """
        self._client, self._tables, self._may_show = client, tables, may_show
        monotonic = asyncio.get_running_loop().time
        self.curtain, self.windows = Curtain(), Windows(monotonic, self._seen)
        self.messages = Messages(client, Tokens(monotonic))
        self.beats = Beats(self.messages, beats)
        self._placement = Placement(client, self.messages, self.beats)
        self._calling = Calling(client, tables)
        self._dms = DirectMessages(client, tables, people, now)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._overtaken: set[int] = set()

    async def show(self, table_id: int, interaction: Interaction | None = None, late: bool = False) -> None:
        """Show what of a table is saved and not yet shown, by answering `interaction` where there is one.

        One showing of a table at a time. Who presses meanwhile is answered at once, and the newest state is shown
        when the present edit is through: never an older picture after a newer one. What is `late`, as after a
        restart, is shown at once, without beats.
        """
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        if interaction is not None and lock.locked():
            self._overtaken.add(table_id)
            await self.acknowledge(interaction)
            return
        if interaction is not None:
            self.messages.learn(interaction)
        async with lock:
            await self._until_nothing_is_pending(table_id, interaction, late)
        if interaction is not None:
            await self.acknowledge(interaction)
        self.windows.refresh(table_id)

    async def show_again(self, table_id: int, late: bool = False) -> bool:
        """Show a table where nobody waits for an answer; whether it could be.

        One whose channel is gone is retired.
        """
        try:
            await self.show(table_id, late=late)
        except TROUBLE as error:
            log.warning("Table %d could not be shown: %s", table_id, in_short(error))
            if not is_gone(error):
                return False
            await self.retire(table_id)
        return True

    async def show_in_background(self, table_id: int) -> None:
        """Show what somebody's press has brought about beside the game, for which they do not wait.

        Where the table is being shown, perhaps beat by beat, whoever shows it shows that, too.
        """
        lock = self._locks.get(table_id)
        if lock is not None and lock.locked():
            self._overtaken.add(table_id)
        else:
            await self.show_again(table_id)

    async def retire(self, table_id: int) -> None:
        """End a table that cannot be shown any more, for good."""
        self.messages.counted["retired"] += 1
        log.warning("Table %d cannot be shown any more; it is closed.", table_id)
        await self._tables.showing.retire(table_id)

    async def write_dms(self, table_id: int) -> None:
        """Tell people by DM what they were not told."""
        claimed = await self._tables.showing.claim(table_id)
        message = claimed.panel.message if claimed.panel is not None else None
        self._dms.start(claimed.table, claimed.undelivered, message)

    async def call(self, table_id: int, call: Call) -> None:
        """Call these people, who are asked and have not moved."""
        if call == Call():
            return
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            pending = await self._tables.showing.pending(table_id)
            panel = pending.panel.message if pending.panel is not None else None
            await self._calling.call(pending.table, call, panel)

    async def repost(self, table_id: int, interaction: Interaction) -> None:
        """Post the live message anew, as the answer to a command; the one before it goes."""
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            pending = await self._tables.showing.pending(table_id)
            await self._done(pending, await self._placement.bring_below(pending, interaction))

    async def wait_for_showdown(self, table_id: int) -> None:
        """Wait until nothing is being told beat by beat at this table, here or by the process that shows it."""
        await self.curtain.lifted(lambda table: table.id == table_id)
        for _ in range(LOOKS_ELSEWHERE):
            if not await self._tables.showing.waits_elsewhere(table_id):
                return
            await asyncio.sleep(BETWEEN_LOOKS)

    async def wait_for_showdowns_of(self, user: int) -> None:
        """Wait until nothing is being told at any table at which this person sits."""
        await self.curtain.lifted(lambda table: any(seat.user == user for seat in table.seats))
        for table in await self._tables.queries.of(user):
            await self.wait_for_showdown(table.id)

    async def is_telling(self, table_id: int) -> bool:
        """Whether a showdown is being told at this table, whose end nobody knows yet."""
        return self.curtain.is_down(table_id) or await self._tables.showing.waits_elsewhere(table_id)

    async def _seen(self, table_id: int, user: int) -> Seen:
        """A table as a person may see it, as soon as nothing is told there beat by beat."""
        await self.wait_for_showdown(table_id)
        return await self._tables.queries.see(table_id, user)

    async def drain(self, seconds: float) -> None:
        """Wait at most so long for DMs and windows under way."""
        await finished(self._dms.under_way | self.windows.under_way, seconds)

    async def acknowledge(self, interaction: Interaction) -> None:
        """A press that nothing else has answered is answered; what was pressed may be edited by it from now on."""
        with contextlib.suppress(*TROUBLE):  # nobody waits for it any more, or it can wait
            await reply.acknowledge(interaction)
        self.messages.learn(interaction)
        self.windows.pressed(interaction)

    async def _until_nothing_is_pending(self, table_id: int, interaction: Interaction | None, late: bool) -> None:
        while True:
            self._overtaken.discard(table_id)
            pending = await self._tables.showing.pending(table_id)
            if not self._tables.showing.is_ours(pending.table):
                return  # whoever shows it has heard of it
            if not await self._may_show():
                raise Deposed
            if pending.news or pending.panel_stale:
                beats = () if late or not self.beats.wanted else beats_of(self._client, pending)
                async with self.curtain.down(pending.table) if beats else contextlib.nullcontext():
                    await self._done(pending, await self._placement.bring(pending, interaction, beats))
            if table_id not in self._overtaken:
                return
            interaction = None

    async def _done(self, pending: Pending, live: PanelRef) -> None:
        """Mark it as shown in the `live` message; whoever has learnt something is told by DM."""
        claimed = await self._tables.showing.shown(pending, live)
        self._dms.start(pending.table, claimed, live.message)
        if not pending.table.annotations.called:
            await self._calling.take_back(pending.table)
