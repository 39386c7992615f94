"""Decide where a table's messages go: edit the live message, post new ones below it, and delete old ones."""

import logging
from collections import OrderedDict
from itertools import pairwise

import discord
from msgspec.structs import replace

from bot.outbox import messages
from bot.outbox.beats import Beats
from bot.outbox.client import Client, Interaction
from bot.outbox.failures import TROUBLE, in_short
from bot.outbox.messages import Messages, is_command_at
from bot.outbox.render import cards_of, folded_lobby, past_turn, view
from bot.outbox.reply import offers
from bot.presses.codec import encode
from bot.presses.game import OpenMore
from bot.screens.elements.cards import Beat, Card
from bot.tables.after_restore import AHEAD
from bot.tables.guesses import Guesses
from bot.tables.model import TableView
from bot.tables.pending import PanelRef, Pending

log = logging.getLogger(__name__)

MOST, MOST_EACH = 10_000, 8
"""The most tables whose messages are remembered, and the most messages of each. The oldest ones are dropped first."""


class Chains:
    """The messages that this process has posted for each table, each below the one before.

    The id of a message may not be saved: the database may fail, or the process may end. So before the bot posts below
    a message, it looks here for the message that it has posted there already.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[int, tuple[int, ...]] = OrderedDict()

    def knows(self, table: int, former: int) -> bool:
        """Return whether this process has posted the message `former`, or has looked for a message below it."""
        return former in self._known.get(table, ())

    def below(self, table: int, former: int) -> int | None:
        """Return the id of the message that this process has posted below `former`, or None."""
        known = self._known.get(table, ())
        return next((below for above, below in pairwise(known) if above == former), None)

    def note(self, table: int, former: int, message: int) -> int:
        """Record that `message` is below `former`, in place of any other message that was there. Return its id."""
        known = self._known.get(table, ())
        above = known[: known.index(former)] if former in known else ()
        self._known[table] = (*above, former, message)[-MOST_EACH:]
        self._known.move_to_end(table)
        if len(self._known) > MOST:
            self._known.popitem(last=False)
        return message


class Placement:
    """Posts, edits and deletes the messages of tables.

    The caller holds the table's lock, because two tasks at the same time would post a message twice.
    """

    def __init__(self, client: Client, messages: Messages, beats: Beats, guesses: Guesses) -> None:
        self._client, self._messages, self._beats, self._guesses = client, messages, beats, guesses
        self._chains = Chains()

    async def bring(self, pending: Pending, interaction: Interaction | None, beats: tuple[Beat, ...]) -> PanelRef:
        """Update the live message, and post the chapters that have begun since then below it.

        Return the new live message.

        `interaction` is the press to answer. `beats` are shown before the card of a showdown.
        """
        ref, is_there = pending.panel, pending.is_begun is (pending.table.view is not None)
        if ref is not None and is_there and beats:
            ref, pending = await self._tell(pending, ref, interaction, beats)
        cards = cards_of(self._client, pending)
        if ref is not None and is_there:
            found = await self._bring_up_to_date(pending, ref, cards[0], interaction, bool(beats))
            ref, cards = (found, cards[1:]) if found is not None else (ref, cards)
        begins = ref is not None and not pending.is_begun and pending.table.view is not None
        live = await self._post_all(pending, ref, cards, interaction, bool(beats))
        if begins and ref is not None:
            await self._fold_the_lobby(pending, ref)
        return live

    async def bring_below(self, pending: Pending, interaction: Interaction) -> PanelRef:
        """Post the live message again as the answer to a command, and delete the former message.

        Return the new message.
        """
        *over, live = cards_of(self._client, pending)
        place = replace(pending.table.place, channel=interaction.channel_id or pending.table.place.channel)
        name = messages.nonce(pending.table.id, interaction.id)
        message = await self._messages.post(place, view(live), _pings(live), name, interaction)
        if pending.panel is not None and place.channel == pending.table.place.channel:
            self._chains.note(pending.table.id, pending.panel.message, message)
        await self._take_away(pending, over)
        return PanelRef(place.channel, message, pending.table.version)

    async def _tell(
        self, pending: Pending, ref: PanelRef, interaction: Interaction | None, beats: tuple[Beat, ...]
    ) -> tuple[PanelRef, Pending]:
        """Show the steps of a showdown, in the live message or in a new one below it.

        Return the message, and the changes with the people who guessed right meanwhile. The next round begins earlier
        if a step has ended early.
        """
        asked = any(beat.asks is not None for beat in beats)
        if moves := self._moves(pending, ref, in_beats=True):
            ref = await self._move(pending, ref, beats[0].card)
        early = await self._beats.tell(ref, beats, interaction, is_posted=moves)
        return ref, (await self._guesses.seen_in(pending) if asked else pending).shown_after(-early)

    async def _bring_up_to_date(
        self, pending: Pending, ref: PanelRef, card: Card, interaction: Interaction | None, in_beats: bool
    ) -> PanelRef | None:
        """Show a card in the live message, or in a new one below it if no steps of a showdown were shown before.

        Return the message, or None if it was deleted.
        """
        if not in_beats and self._moves(pending, ref, in_beats=False):
            return await self._move(pending, ref, card)
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
        is_foreign = not self._chains.knows(pending.table.id, message)
        for card in cards:
            if waits:
                await self._beats.before_the_result()
            opened_by = _opening_of(pending.table) if interaction is None and not message else 0
            found = await self._posted_before(pending, card, message, begins, is_foreign)
            where, message = place.channel, found or await self._post(pending, card, by, message, opened_by)
            begins = False
        return PanelRef(where, message, pending.table.version)

    async def _posted_before(
        self, pending: Pending, card: Card, former: int, begins: bool, is_foreign: bool
    ) -> int | None:
        """Edit a message below `former` so that it shows the card, and return its id. Return None if there is none.

        Such a message is there if an earlier try posted it and could not save its id. `is_foreign` is whether another
        process posted `former`, so that only the channel's messages tell what is below it. If the game `begins`, this
        is its first panel. It is posted as an answer to the press on Start, which saves the bot a separate request.
        """
        table, shown, more = pending.table, view(card), encode(OpenMore(pending.table.id))
        found = self._chains.below(table.id, former)
        if found is None and begins:
            answered = await self._messages.follow_up(former, table.start(), shown, _pings(card))
            if answered is not None:
                return self._chains.note(table.id, former, answered)
            line = table.annotations.sealing.line if table.annotations.sealing is not None else None
            found = await self._messages.live_below(table.place, line or former, more, table.start())
        elif found is None and former and is_foreign and more in offers(shown):
            found = await self._messages.live_below(table.place, former, more)
        if found is None or not await self._messages.edit(PanelRef(table.place.channel, found, 0), shown):
            return None
        return self._chains.note(table.id, former, found)

    async def _post(self, pending: Pending, card: Card, by: Interaction | None, former: int, opened_by: int = 0) -> int:
        """Post a card below the message `former` (0 means none), and return the id of the new message.

        If the card is a lobby, the message may exist already as the answer to `opened_by`. The nonce stays the same
        for many versions of the table. If the process crashes before it records the id, the game may go on before the
        card is posted again.
        """
        table = pending.table
        name = messages.nonce(table.id, former, table.version // AHEAD)
        posted = await self._messages.post(table.place, view(card), _pings(card), name, by, opened_by)
        return self._chains.note(table.id, former, posted)

    async def _move(self, pending: Pending, ref: PanelRef, card: Card) -> PanelRef:
        """Post the live message again at the bottom, with `card`, and delete the old one."""
        table, former = pending.table, ref.message
        found = await self._posted_before(pending, card, former, False, not self._chains.knows(table.id, former))
        message = found or await self._post(pending, card, None, former)
        await self._take_away(pending, [past_turn(self._client, pending)] if pending.is_a_turn_of_its_own() else [])
        return PanelRef(table.place.channel, message, table.version)

    def _moves(self, pending: Pending, ref: PanelRef, in_beats: bool) -> bool:
        """Return whether the live message has to be posted again at the bottom of the channel.

        It has to be if chat has buried it, or if each turn gets a message of its own. It must not be if several
        chapters have to be shown without beats.
        """
        is_one = len(pending.chapters) == 1 or in_beats
        return is_one and (self._client.buried.is_to_move(ref) or pending.is_a_turn_of_its_own())

    async def _take_away(self, pending: Pending, over: list[Card]) -> None:
        """Delete the former live message, or edit it to show its final state."""
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

    async def _fold_the_lobby(self, pending: Pending, ref: PanelRef) -> None:
        """Reduce the lobby's message to the agreed set-up, now that the game has begun."""
        try:
            await self._messages.edit(ref, view(folded_lobby(self._client, pending)))
        except TROUBLE as error:
            log.debug("The lobby of table %d could not be folded: %s", pending.table.id, in_short(error))


def _opening_of(table: TableView) -> int:
    """Return the id of the command or press that opened a lobby, or 0 if the id is not stored.

    The result is also 0 for a game, or for a lobby after a backup was restored. Both are posted as new messages.
    """
    if table.view is not None or table.version >= AHEAD:
        return 0
    return next((int(seat.brought.join) for seat in table.seats if seat.brought.join.isdecimal()), 0)


def _pings(shown: Card) -> discord.AllowedMentions:
    """Return allowed mentions with which a message pings only the people in the card's `pings`."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in shown.pings]
    )
