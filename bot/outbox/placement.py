"""Decide where a table's messages go: edit the live message, post new ones below it, and delete old ones."""

import logging

import discord
from msgspec.structs import replace

from bot.outbox import messages
from bot.outbox.beats import Beats
from bot.outbox.client import Client, Interaction
from bot.outbox.failures import TROUBLE, in_short
from bot.outbox.messages import Messages, is_command_at
from bot.outbox.render import cards_of, folded_lobby, past_turn, view
from bot.screens.elements.cards import Beat, Card
from bot.tables.after_restore import AHEAD
from bot.tables.guesses import Guesses
from bot.tables.model import TableView
from bot.tables.pending import PanelRef, Pending

log = logging.getLogger(__name__)


class Placement:
    """Posts, edits and deletes the messages of tables.

    The caller holds the table's lock, because two tasks at the same time would post a message twice.
    """

    def __init__(self, client: Client, messages: Messages, beats: Beats, guesses: Guesses) -> None:
        self._client, self._messages, self._beats, self._guesses = client, messages, beats, guesses

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
        await self._take_away(pending, over)
        return PanelRef(place.channel, message, pending.table.version)

    async def _tell(
        self, pending: Pending, ref: PanelRef, interaction: Interaction | None, beats: tuple[Beat, ...]
    ) -> tuple[PanelRef, Pending]:
        """Show the steps of a showdown, in the live message or in a new one below it.

        Return the message, and the changes with the people who guessed right meanwhile.
        """
        asked = any(beat.asks is not None for beat in beats)
        if self._moves(pending, ref, in_beats=True):
            ref = await self._move(pending, ref, beats[0].card)
            await self._beats.hold(beats[0])
            beats = beats[1:]
        await self._beats.tell(ref, beats, interaction)
        return ref, await self._guesses.seen_in(pending) if asked else pending

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
        for card in cards:
            if waits:
                await self._beats.before_the_result()
            first = await self._answer_start(pending, card, message) if begins else None
            opened_by = _opening_of(pending.table) if interaction is None and not message else 0
            where, message = place.channel, first or await self._post(pending, card, by, message, opened_by)
            begins = False
        return PanelRef(where, message, pending.table.version)

    async def _answer_start(self, pending: Pending, card: Card, lobby: int) -> int | None:
        """Post a game's first panel as an answer to the press on Start, which saves the bot a separate request.

        Such an answer has no nonce, but Discord records the id of the press with it. So if the answer fails, the
        method looks for an answer that has arrived already. Return the message's id, or None if the bot has to post
        the panel without the token of the press.
        """
        shown, table = view(card), pending.table
        answered = await self._messages.follow_up(lobby, table.start(), shown, _pings(card))
        if answered is not None:
            return answered
        line = table.annotations.sealing.line if table.annotations.sealing is not None else None
        found = await self._messages.that_answered(table.place, table.start(), line or lobby, shown)
        if found is None:
            return None
        ref = PanelRef(table.place.channel, found, table.version)
        return found if await self._messages.edit(ref, shown) else None

    async def _post(self, pending: Pending, card: Card, by: Interaction | None, former: int, opened_by: int = 0) -> int:
        """Post a card below the message `former` (0 means none), and return the id of the new message.

        If the card is a lobby, the message may exist already as the answer to `opened_by`. The nonce stays the same
        for many versions of the table. If the process crashes before it records the id, the game may go on before the
        card is posted again.
        """
        table = pending.table
        name = messages.nonce(table.id, former, table.version // AHEAD)
        return await self._messages.post(table.place, view(card), _pings(card), name, by, opened_by)

    async def _move(self, pending: Pending, ref: PanelRef, card: Card) -> PanelRef:
        """Post the live message again at the bottom, with `card`, and delete the old one."""
        message = await self._post(pending, card, None, ref.message)
        await self._take_away(pending, [past_turn(self._client, pending)] if pending.is_a_turn_of_its_own() else [])
        return PanelRef(pending.table.place.channel, message, pending.table.version)

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
