"""Posts, edits and deletes the messages of tables: where they stand, and what is marked as shown."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from datetime import datetime
from weakref import WeakValueDictionary

import discord

from bot.outbox import messages, notices, reply
from bot.outbox.answer import answer_of
from bot.outbox.beats import Beats, Curtain
from bot.outbox.direct_messages import Calling, DirectMessages
from bot.outbox.failures import TROUBLE, in_short, is_gone
from bot.outbox.membership import Membership
from bot.outbox.messages import Messages, Tokens, buried_of, clicked, is_command_at, is_on_public_message
from bot.outbox.obstacles import Blocked, Obstacles, Places
from bot.outbox.render import Interaction, beats_of, cards_of, folded_lobby, past_turn, received, renew_menu, view
from bot.outbox.waiting import finished
from bot.outbox.windows import Windows
from bot.people import People
from bot.screens.model import Beat, Card
from bot.tables import Tables
from bot.tables.after_restore import AHEAD
from bot.tables.model import TableInfo
from bot.tables.pending import PanelRef, Pending
from bot.tables.reminders import Call

log = logging.getLogger(__name__)


class Placement:
    """The messages of tables. The caller holds the table's lock: two at once would post twice."""

    def __init__(self, client: discord.Client, messages: Messages, beats: Beats) -> None:
        self._client, self._messages, self._beats = client, messages, beats

    async def bring(self, pending: Pending, interaction: Interaction | None, beats: tuple[Beat, ...]) -> PanelRef:
        """Bring the live message up to date, and post chapters that have begun since below it; return the live message.

        `interaction` is the press that is answered by it; `beats` come before the card of a showdown.
        """
        cards, ref = cards_of(self._client, pending), pending.panel
        if ref is not None and pending.is_begun is (pending.table.view is not None):
            found = await self._bring_up_to_date(pending, ref, cards[0], interaction, beats)
            ref, cards = (found, cards[1:]) if found is not None else (ref, cards)
        elif ref is not None:
            await self._fold_the_lobby(pending, ref, interaction)
        return await self._post_all(pending, ref, cards, interaction, bool(beats))

    async def bring_below(self, pending: Pending, interaction: Interaction) -> PanelRef:
        """Post the live message anew, as the answer to a command, and delete the former one; return the new one."""
        *over, live = cards_of(self._client, pending)
        message = await self._messages.answer(view(live), _pings(live), interaction)
        await self._take_away(pending, over)
        return PanelRef(interaction.channel_id or pending.table.place.channel, message, pending.table.version)

    async def _bring_up_to_date(
        self, pending: Pending, ref: PanelRef, card: Card, interaction: Interaction | None, beats: tuple[Beat, ...]
    ) -> PanelRef | None:
        """Show `card` in the live message after its beats, or in a new one below; return it, None where it is gone."""
        if self._moves(pending, ref, bool(beats)):
            if not beats:
                return await self._move(pending, ref, card)
            ref = await self._move(pending, ref, beats[0].card)
            await self._beats.stand(beats[0].seconds)
            beats = beats[1:]
        await self._beats.tell(ref, beats, interaction)
        return ref if await self._messages.edit(ref, view(card), interaction) else None

    async def _post_all(
        self,
        pending: Pending,
        ref: PanelRef | None,
        cards: tuple[Card, ...],
        interaction: Interaction | None,
        waits: bool,
    ) -> PanelRef:
        """Post the cards that have no message yet below `ref`; return the live message."""
        place = pending.table.place
        where, message = (ref.channel, ref.message) if ref is not None else (place.channel, 0)
        by = interaction if interaction is not None and is_command_at(interaction, place.channel) else None
        begins = ref is not None and pending.table.view is not None and not pending.is_begun
        for card in cards:
            if waits:
                await self._beats.before_the_result()
            first = await self._answer_start(pending, card, message, interaction) if begins else None
            where, message = place.channel, first or await self._post(pending, card, by, message)
            begins = False
        return PanelRef(where, message, pending.table.version)

    async def _answer_start(
        self, pending: Pending, card: Card, lobby: int, interaction: Interaction | None
    ) -> int | None:
        """Post a game's first panel as the answer to Start, whose id Discord then writes beside it (FAIRNESS.md).

        That has no nonce: unless it is certain to have failed, one that arrived already is looked for. Return the
        message's id, None where the bot itself has to post.
        """
        shown = view(card)
        if interaction is not None and clicked(interaction) == lobby:
            answered = await self._messages.try_to_answer(shown, _pings(card), interaction)
            if answered is not None:
                return answered
        found = await self._messages.that_answered(pending.table.place, _start_of(pending.table), lobby)
        if found is None:
            return None
        ref = PanelRef(pending.table.place.channel, found, pending.table.version)
        return found if await self._messages.edit(ref, shown) else None

    async def _post(self, pending: Pending, card: Card, by: Interaction | None, former: int) -> int:
        """Post a card below the `former` message (0: there is none); return the id of the new one.

        Its nonce names no version: after a crash before the id was noted down, the game may have moved on.
        """
        table = pending.table
        name = messages.nonce(table.id, former, table.version // AHEAD)
        return await self._messages.post(table.place, view(card), _pings(card), name, by)

    async def _move(self, pending: Pending, ref: PanelRef, card: Card) -> PanelRef:
        """Post the live message anew at the bottom, showing `card`, and delete the old one."""
        message = await self._post(pending, card, None, ref.message)
        await self._take_away(pending, [past_turn(self._client, pending)] if pending.is_a_turn_of_its_own() else [])
        return PanelRef(pending.table.place.channel, message, pending.table.version)

    def _moves(self, pending: Pending, ref: PanelRef, in_beats: bool) -> bool:
        """Return whether the live message is to be posted anew: it is buried, or each turn is a message of its own."""
        is_one = len(pending.chapters) == 1 or in_beats
        return is_one and (buried_of(self._client).is_to_move(ref) or pending.is_a_turn_of_its_own())

    async def _take_away(self, pending: Pending, over: list[Card]) -> None:
        """Delete the former live message, or have it show what is over for good."""
        ref = pending.panel
        if ref is None:
            return
        try:
            if over:
                await self._messages.edit(ref, view(over[0]))
            elif pending.table.view is not None and not pending.is_begun:
                await self._messages.edit(ref, view(folded_lobby(self._client, pending)))
            else:
                await self._messages.delete(ref)
        except TROUBLE as error:
            log.debug("The former panel of table %d could not be taken away: %s", pending.table.id, in_short(error))

    async def _fold_the_lobby(self, pending: Pending, ref: PanelRef, interaction: Interaction | None) -> None:
        """Reduce the lobby message to the agreed setup."""
        try:
            await self._messages.edit(ref, view(folded_lobby(self._client, pending)), interaction)
        except TROUBLE as error:
            log.debug("The lobby of table %d could not be folded: %s", pending.table.id, in_short(error))


def _start_of(table: TableInfo) -> int:
    """Return the id of the press that started the game, 0 for a game that began before it was kept."""
    return next((int(seat.brought.start) for seat in table.seats if seat.brought.start.isdecimal()), 0)


def _pings(shown: Card) -> discord.AllowedMentions:
    """Return allowed mentions that ping only the people whose turn it is."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in shown.pings]
    )


LOOKS_ELSEWHERE, BETWEEN_LOOKS = 60, 0.3
"""How often, and at what interval in seconds, to check whether another process has shown the table."""


class Announcer:
    """Posts and edits the messages of tables. What is to be shown comes from `Tables.showing.pending`."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        people: People,
        now: Callable[[], datetime],
        membership: Membership,
        beats: bool = True,
    ) -> None:
        """With `beats` a new showdown is shown beat by beat, else at once, as in a rehearsal."""
        self._client, self._tables = client, tables
        self.curtain, self.windows = Curtain(), Windows(self._seen)
        self.messages = Messages(client, Tokens())
        self.beats = Beats(self.messages, beats)
        self._placement = Placement(client, self.messages, self.beats)
        self.obstacles = Obstacles(client, Places(client, membership), people, now)
        self._calling = Calling(client, tables)
        self._dms = DirectMessages(client, tables, people, now)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._overtaken: set[int] = set()

    async def show(self, table_id: int, interaction: Interaction | None = None, late: bool = False) -> None:
        """Show what is saved of a table and not yet shown, by answering `interaction` where there is one.

        One task shows a table at a time. A press meanwhile is acknowledged at once, and the newest state is shown after
        the present edit, so that no older state follows a newer one. What is `late`, as after a restart, is shown
        without beats. Raises `Blocked` where something is in the way that people can mend, and what else Discord fails
        with.
        """
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        if interaction is not None and lock.locked():
            self._overtaken.add(table_id)
            await self.acknowledge(interaction)
            return
        if interaction is not None:
            self.messages.learn(interaction)
            self.obstacles.pressed(table_id, answer_of(interaction))
        async with lock:
            await self._until_nothing_is_pending(table_id, interaction, late)
        if interaction is not None:
            await self.acknowledge(interaction)
        self.windows.refresh(table_id)

    async def show_again(self, table_id: int, late: bool = False) -> bool:
        """Show a table where nobody waits for an answer; return whether that was possible.

        A table whose channel is gone is retired. What people can mend is told to them.
        """
        try:
            await self.show(table_id, late=late)
        except Blocked as blocked:
            await self._tell(blocked.table)
            return False
        except TROUBLE as error:
            log.warning("Table %d could not be shown: %s", table_id, in_short(error))
            if not is_gone(error):
                return False
            await self.retire(table_id)
        return True

    async def show_in_background(self, table_id: int) -> None:
        """Show an annotation of a table, for which nobody waits.

        If the table is being shown already, perhaps beat by beat, the annotation is shown after that.
        """
        lock = self._locks.get(table_id)
        if lock is not None and lock.locked():
            self._overtaken.add(table_id)
        else:
            await self.show_again(table_id)

    async def can_show(self, table_id: int) -> bool:
        """Return whether people have a table before them and the bot can show what they do, as far as is known."""
        place = (await self._tables.queries.table(table_id)).place
        guild = self._client.get_guild(place.guild)
        if guild is not None and guild.unavailable:
            return False
        obstacle = await self.obstacles.places.closed(place)
        return obstacle is None or obstacle.leaves_edits()

    async def retire(self, table_id: int) -> None:
        """Close a table that cannot be shown any more."""
        self.messages.counted["retired"] += 1
        log.warning("Table %d cannot be shown any more; it is closed.", table_id)
        await self._tables.showing.retire(table_id)

    async def write_dms(self, table_id: int) -> None:
        """Tell people by DM what they were not told yet."""
        claimed = await self._tables.showing.claim(table_id)
        message = claimed.panel.message if claimed.panel is not None else None
        if claimed.undelivered:
            self._dms.start(claimed.table, claimed.undelivered, message)

    async def call(self, table_id: int, call: Call) -> None:
        """Ping these people, who are asked and have not moved."""
        if call == Call():
            return
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            pending = await self._tables.showing.pending(table_id)
            panel = pending.panel.message if pending.panel is not None else None
            try:
                await self._calling.call(pending.table, call, panel)
            except TROUBLE as error:
                log.debug("Nobody could be called at table %d: %s", table_id, in_short(error))
                if await self.obstacles.meet(pending.table, error) is not None:
                    await self._tell(pending.table)

    async def _tell(self, table: TableInfo) -> None:
        """Tell people what is in the way of a table, by the token of somebody who has pressed there, or else by DM."""
        await self.obstacles.tell(await self._tables.queries.table(table.id), self.windows.answers(table.id))

    async def tell_night(self, table_id: int) -> bool:
        """Tell the evening that ended at a table; return False where that failed and is to be tried again."""
        night = await self._tables.evenings.night(table_id)
        try:
            if night is not None:
                await notices.post_night(self._client, night)
                self.obstacles.overcome(table_id)
        except TROUBLE as error:
            if night is not None and await self.obstacles.meet(night.table, error) is not None:
                await self._tell(night.table)
                return False
            log.warning("The evening of table %d could not be told: %s", table_id, in_short(error))
            if not is_gone(error):
                return False
        await self._tables.evenings.told(table_id)
        return True

    async def repost(self, table_id: int, interaction: Interaction) -> None:
        """Post the live message anew, as the answer to a command, and delete the former one."""
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            pending = await self._tables.showing.pending(table_id)
            await self._done(pending, await self._placement.bring_below(pending, interaction))

    async def renew_menu(self, interaction: Interaction, table_id: int, menu: str) -> None:
        """Give the menu from which a form was opened a fresh id, in a panel as it is now or in a private message."""
        message = interaction.message
        if message is None:
            return
        if not is_on_public_message(interaction):
            await self.messages.edit_private(message.id, renew_menu(received(message), menu, interaction.id))
            return
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            pending = await self._tables.showing.pending(table_id)
            ref, cards = pending.panel, cards_of(self._client, pending)
            if ref is not None and ref.message == message.id and not pending.panel_stale and len(cards) == 1:
                with contextlib.suppress(*TROUBLE):
                    await self.messages.edit(ref, renew_menu(view(cards[0]), menu, interaction.id))

    async def wait_for_showdown(self, table_id: int) -> None:
        """Wait until no showdown is being told at this table, here or by the process that shows it."""
        await self.curtain.lifted(lambda table: table.id == table_id)
        for _ in range(LOOKS_ELSEWHERE):
            if not await self._tables.queries.waits_elsewhere(table_id):
                return
            await asyncio.sleep(BETWEEN_LOOKS)

    async def wait_for_showdowns_of(self, user: int) -> None:
        """Wait until no showdown is being told at any table at which this person sits."""
        await self.curtain.lifted(lambda table: any(seat.user == user for seat in table.seats))
        for table in await self._tables.queries.of(user):
            await self.wait_for_showdown(table.id)

    async def is_telling(self, table_id: int) -> bool:
        """Return whether a showdown is being told at this table, here or by the process that shows it."""
        return self.curtain.is_down(table_id) or await self._tables.queries.waits_elsewhere(table_id)

    async def _seen(self, table_id: int, user: int) -> TableInfo:
        """Return a table as a person may see it, once no showdown is being told there."""
        await self.wait_for_showdown(table_id)
        return await self._tables.queries.see(table_id, user)

    async def drain(self, seconds: float) -> None:
        """Wait for DMs and windows under way, for at most this many seconds."""
        await finished(self._dms.under_way | self.windows.under_way, seconds)

    async def acknowledge(self, interaction: Interaction) -> None:
        """Acknowledge a press that nothing else has answered; from now on it may edit what was pressed."""
        with contextlib.suppress(*TROUBLE):  # nobody waits for it any more, or it can wait
            await reply.acknowledge(interaction)
        self.messages.learn(interaction)
        if (message := clicked(interaction)) is not None:
            self.windows.pressed(message, answer_of(interaction))

    async def _until_nothing_is_pending(self, table_id: int, interaction: Interaction | None, late: bool) -> None:
        while True:
            self._overtaken.discard(table_id)
            pending = await self._tables.showing.pending(table_id, is_marked=True)
            if not await self._tables.showing.is_ours(pending.table):
                return  # whoever shows it has heard of it
            if pending.news or pending.panel_stale:
                beats = () if late or not self.beats.wanted else beats_of(self._client, pending)
                async with self.curtain.down(pending.table) if beats else contextlib.nullcontext():
                    await self._done(pending, await self._bring(pending, interaction, beats))
            if table_id not in self._overtaken:
                return
            interaction = None

    async def _bring(self, pending: Pending, interaction: Interaction | None, beats: tuple[Beat, ...]) -> PanelRef:
        """Show what is pending; return the live message. Raises `Blocked` where people can mend what is in the way."""
        try:
            return await self._placement.bring(pending, interaction, beats)
        except TROUBLE as error:
            if (obstacle := await self.obstacles.meet(pending.table, error)) is None:
                raise
            raise Blocked(pending.table, obstacle) from error

    async def _done(self, pending: Pending, live: PanelRef) -> None:
        """Mark what was pending as shown in the message `live`, and tell people by DM what they have learnt."""
        self.obstacles.overcome(pending.table.id)
        claimed, annotations = await self._tables.showing.shown(pending, live), pending.table.annotations
        if claimed:
            self._dms.start(pending.table, claimed, live.message)
        if not annotations.called and (annotations.wrote or annotations.call is not None):
            await self._calling.take_back(pending.table)
