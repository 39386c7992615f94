"""Shows what is saved: one path for a press, a command, a computer's move, the clock and the start after a crash."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from datetime import datetime
from time import monotonic
from weakref import WeakValueDictionary

import discord

from bot.outbox import channel, reply
from bot.outbox.buried import Buried
from bot.outbox.calling import Calling
from bot.outbox.composing import beats_of, cards_of, folded_lobby
from bot.outbox.curtain import Curtain
from bot.outbox.direct_messages import DirectMessages
from bot.outbox.draining import finished
from bot.outbox.failures import TROUBLE, in_short, is_gone
from bot.outbox.interaction import Interaction
from bot.outbox.messages import Messages, clicked, is_command_at, is_on_public_message
from bot.outbox.render import view, without_live_parts
from bot.outbox.tokens import Tokens
from bot.outbox.windows import Windows
from bot.people import People
from bot.screens.model import Beat, Card
from bot.tables import Tables
from bot.tables.model import PanelRef, Pending

log = logging.getLogger(__name__)

MOVES_EVERY = 60.0
"""Seconds after which a panel that chat has buried is posted anew at the earliest."""
LONG_CLOCK = 3600
"""Seconds for a turn from which on people come and go: each turn is a message of its own."""
BEFORE_THE_RESULT = 4.0
"""Seconds for which the last showdown of a game stands alone."""


class Announcer:
    """Posts, edits and writes. Everything to be shown comes from `Tables.showing.pending`."""

    def __init__(
        self, client: discord.Client, tables: Tables, people: People, now: Callable[[], datetime], beats: bool = True
    ) -> None:
        """`beats`: a showdown that has just come is told beat by beat; else, as in a rehearsal, at once."""
        self._client, self._tables, self._beats = client, tables, beats
        self.buried, self.curtain, self.windows = Buried(), Curtain(), Windows(monotonic)
        self.messages = Messages(client, Tokens(monotonic), self.buried)
        self._calling = Calling(client, tables, self.buried)
        self._dms = DirectMessages(client, tables, people, now)
        self._now = now
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._overtaken: set[int] = set()
        self._hurry = asyncio.Event()

    async def show(self, table_id: int, interaction: Interaction | None = None, late: bool = False) -> None:
        """Show what of a table is saved and not yet shown, by answering `interaction` where there is one.

        One showing of a table at a time. Who presses meanwhile is answered at once, and the newest state is shown
        when the present edit is through: never an older picture after a newer one. What is `late`, as after a
        restart, is shown at once, without beats.
        """
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        if interaction is not None and lock.locked():
            self._overtaken.add(table_id)
            await self._taken(interaction)
            self._learn(interaction)
            return
        self._learn(interaction)
        async with lock:
            await self._until_nothing_is_pending(table_id, interaction, late)
        await self.windows.refresh(table_id)
        await self._taken(interaction)

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

    async def retire(self, table_id: int) -> None:
        """End a table that cannot be shown any more, for good."""
        self.messages.counted["retired"] += 1
        log.warning("Table %d cannot be shown any more; it is closed.", table_id)
        await self._tables.showing.retire(table_id)

    async def write_dms(self, table_id: int) -> None:
        """Tell people by DM what they were not told."""
        claimed = await self._tables.showing.claim(table_id)
        self._dms.start(claimed.table, claimed.untold, claimed.panel.message if claimed.panel is not None else None)

    async def call(self, table_id: int, seats: tuple[int, ...], step: int) -> None:
        """Call these people, who are asked and have not moved."""
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            pending = await self._tables.showing.pending(table_id)
            panel = pending.panel.message if pending.panel is not None else None
            await self._calling.call(pending.table, seats, panel, step)

    async def repost(self, table_id: int, interaction: Interaction) -> None:
        """Post the live message anew, as the answer to a command; the one before it goes."""
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            pending = await self._tables.showing.pending(table_id)
            *over, live = cards_of(self._client, pending)
            message = await reply.post(interaction, view(live), _pings(live))
            await self._take_away(pending, over)
            await self._done(pending, interaction.channel_id or pending.table.place.channel, message)

    def hurry(self) -> None:
        """The bot is about to stop: whatever is told beat by beat is told at once from now on."""
        self._hurry.set()

    async def drain(self, seconds: float) -> None:
        """Wait at most so long for DMs under way."""
        await finished(self._dms.under_way, seconds)

    def _learn(self, interaction: Interaction | None) -> None:
        """What was pressed may be edited by this press from now on; it is not answered by anybody else meanwhile."""
        if interaction is not None:
            self.messages.learn(interaction)
            self.windows.pressed(interaction)

    async def _taken(self, interaction: Interaction | None) -> None:
        if interaction is not None:
            with contextlib.suppress(*TROUBLE):  # nobody waits for it any more, or it can wait
                await reply.taken(interaction)

    async def _until_nothing_is_pending(self, table_id: int, interaction: Interaction | None, late: bool) -> None:
        while True:
            self._overtaken.discard(table_id)
            pending = await self._tables.showing.pending(table_id)
            if pending.news or pending.panel_stale:
                beats = () if late or not self._beats else beats_of(self._client, pending)
                async with self.curtain.down(pending.table) if beats else contextlib.nullcontext():
                    await self._show(pending, interaction, beats)
            if table_id not in self._overtaken:
                return
            interaction = None

    async def _show(self, pending: Pending, interaction: Interaction | None, beats: tuple[Beat, ...]) -> None:
        """Bring the live message up to date; chapters that begin meanwhile are messages of their own below it."""
        cards, ref = list(cards_of(self._client, pending)), pending.panel
        await self._fold_what_was_pressed(pending, interaction)
        if ref is not None and pending.is_begun is (pending.view is not None):
            if len(cards) == 1 and (self._is_buried(ref) or _is_a_turn_of_its_own(pending)):
                await self._move(pending, ref, cards[0])
                return
            await self._tell_in_beats(ref, beats, interaction)
            if await self.messages.edit(ref, view(cards[0]), interaction):
                del cards[0]
        elif ref is not None:
            await self._fold_the_lobby(pending, ref, interaction)
        await self._done(pending, *await self._post_all(pending, cards, interaction, bool(beats)))

    async def _tell_in_beats(self, ref: PanelRef, beats: tuple[Beat, ...], interaction: Interaction | None) -> None:
        """What comes before the verdict. A picture that cannot be shown is left out."""
        for beat in beats:
            with contextlib.suppress(*TROUBLE):
                await self.messages.edit(ref, view(beat.card), interaction)
            await self._wait(beat.seconds)

    async def _wait(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), seconds)

    async def _post_all(
        self, pending: Pending, cards: list[Card], interaction: Interaction | None, waits: bool
    ) -> tuple[int, int]:
        """Post what has no message yet; where the live one stands then, and which it is."""
        ref, place = pending.panel, pending.table.place
        where, message = (ref.channel, ref.message) if ref is not None else (place.channel, 0)
        by = interaction if interaction is not None and is_command_at(interaction, place.channel) else None
        for card in cards:
            if waits:
                await self._wait(BEFORE_THE_RESULT)
            where, message = place.channel, await self._post(pending, card, by, message)
        return where, message

    async def _post(self, pending: Pending, card: Card, interaction: Interaction | None, former: int) -> int:
        table = pending.table
        name = channel.nonce(table.id, table.version, former)
        return await self.messages.post(table.place, view(card), _pings(card), name, interaction)

    async def _move(self, pending: Pending, ref: PanelRef, card: Card) -> None:
        """Chat has buried the panel, or a turn is a message of its own: it is posted anew, and the old one goes."""
        message = await self._post(pending, card, None, ref.message)
        await self._take_away(pending, [card.folded()] if _is_a_turn_of_its_own(pending) else [])
        await self._done(pending, pending.table.place.channel, message)

    def _is_buried(self, ref: PanelRef) -> bool:
        posted = discord.utils.snowflake_time(ref.message)
        return (self._now() - posted).total_seconds() >= MOVES_EVERY and self.buried.is_buried(ref.channel, ref.message)

    async def _take_away(self, pending: Pending, over: list[Card]) -> None:
        """The live message is posted anew below: the old one is deleted, or tells what is over for good."""
        ref = pending.panel
        if ref is None:
            return
        try:
            if over:
                await self.messages.edit(ref, view(over[0]))
            elif pending.view is not None and not pending.is_begun:
                await self.messages.edit(ref, view(folded_lobby(self._client, pending)))
            else:
                await self.messages.delete(ref)
        except TROUBLE as error:
            log.info("The former panel of table %d could not be taken away: %s", pending.table.id, in_short(error))

    async def _fold_the_lobby(self, pending: Pending, ref: PanelRef, interaction: Interaction | None) -> None:
        """The game is on: of its lobby stays what was agreed on."""
        try:
            await self.messages.edit(ref, view(folded_lobby(self._client, pending)), interaction)
        except TROUBLE as error:
            log.info("The lobby of table %d could not be folded: %s", pending.table.id, in_short(error))

    async def _fold_what_was_pressed(self, pending: Pending, interaction: Interaction | None) -> None:
        """A press on another message than the live one, as the rematch below a result: its buttons go."""
        if interaction is None or not is_on_public_message(interaction) or interaction.message is None:
            return
        if pending.panel is not None and pending.panel.message == clicked(interaction):
            return
        try:
            await reply.edit(interaction, without_live_parts(interaction.message))
        except TROUBLE as error:
            log.info("A former panel of table %d could not be folded: %s", pending.table.id, in_short(error))

    async def _done(self, pending: Pending, where: int, message: int) -> None:
        """Mark it as shown; whoever has learnt something is told by DM."""
        ref = PanelRef(where, message, pending.table.version)
        claimed = await self._tables.showing.shown(pending, ref)
        self._dms.start(pending.table, claimed, message)
        if not pending.table.meanwhile.called:
            await self._calling.take_back(pending.table)


def _is_a_turn_of_its_own(pending: Pending) -> bool:
    """Whether somebody is newly asked at a table where people come and go, so that a new message tells them."""
    table, view = pending.table, pending.view
    if view is None or not pending.news or (table.setup.clock or 0) < LONG_CLOCK:
        return False
    return any(table.seats[seat].user is not None for seat in view.awaited)


def _pings(shown: Card) -> discord.AllowedMentions:
    """Only who is to move is pinged."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in shown.pings]
    )
