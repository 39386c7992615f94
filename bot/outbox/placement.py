"""Where a table's messages stand: which is edited, posted, moved below people's chat, or folded."""

import logging

import discord

from bot.outbox import messages, reply
from bot.outbox.beats import Beats
from bot.outbox.failures import TROUBLE, in_short
from bot.outbox.messages import Messages, buried_of, clicked, is_command_at, is_on_public_message
from bot.outbox.render import Interaction, cards_of, folded_lobby, past_turn, view, without_live_parts
from bot.screens.model import Beat, Card
from bot.tables.pending import PanelRef, Pending
from bot.tables.restored import AHEAD

log = logging.getLogger(__name__)


class Placement:
    """The messages of tables. Whoever asks holds the table: two at once would post twice."""

    def __init__(self, client: discord.Client, messages: Messages, beats: Beats) -> None:
        self._client, self._messages, self._beats = client, messages, beats

    async def bring(self, pending: Pending, interaction: Interaction | None, beats: tuple[Beat, ...]) -> PanelRef:
        """Bring the live message up to date; chapters that begin meanwhile are messages of their own below it.

        `interaction` is the press that it answers, `beats` come before a showdown's card. Which message is live then.
        """
        cards, ref = cards_of(self._client, pending), pending.panel
        await self._fold_what_was_pressed(pending, interaction)
        if ref is not None and pending.is_begun is (pending.view is not None):
            found = await self._bring_up_to_date(pending, ref, cards[0], interaction, beats)
            ref, cards = (found, cards[1:]) if found is not None else (ref, cards)
        elif ref is not None:
            await self._fold_the_lobby(pending, ref, interaction)
        return await self._post_all(pending, ref, cards, interaction, bool(beats))

    async def bring_below(self, pending: Pending, interaction: Interaction) -> PanelRef:
        """Post the live message anew, as the answer to a command; the one before it goes. Which is live then."""
        *over, live = cards_of(self._client, pending)
        message = await self._messages.answer(view(live), _pings(live), interaction)
        await self._take_away(pending, over)
        return PanelRef(interaction.channel_id or pending.table.place.channel, message, pending.table.version)

    async def _bring_up_to_date(
        self, pending: Pending, ref: PanelRef, card: Card, interaction: Interaction | None, beats: tuple[Beat, ...]
    ) -> PanelRef | None:
        """Show `card` in the live message, after its beats, or in a new one below; None where the message is gone."""
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
        """Post what has no message yet below `ref`; which message is live then."""
        place = pending.table.place
        where, message = (ref.channel, ref.message) if ref is not None else (place.channel, 0)
        by = interaction if interaction is not None and is_command_at(interaction, place.channel) else None
        for card in cards:
            if waits:
                await self._beats.before_the_result()
            where, message = place.channel, await self._post(pending, card, by, message)
        return PanelRef(where, message, pending.table.version)

    async def _post(self, pending: Pending, card: Card, by: Interaction | None, former: int) -> int:
        """Post a card below the `former` message, where one stands at most.

        Its nonce names no version: who died before they noted it down may find it when the game has moved on.
        """
        table = pending.table
        name = messages.nonce(table.id, former, table.version // AHEAD)
        return await self._messages.post(table.place, view(card), _pings(card), name, by)

    async def _move(self, pending: Pending, ref: PanelRef, card: Card) -> PanelRef:
        """Post the live message anew at the bottom, showing `card`; the old one goes."""
        message = await self._post(pending, card, None, ref.message)
        await self._take_away(pending, [past_turn(self._client, pending)] if pending.is_a_turn_of_its_own() else [])
        return PanelRef(pending.table.place.channel, message, pending.table.version)

    def _moves(self, pending: Pending, ref: PanelRef, in_beats: bool) -> bool:
        """Whether the live message is posted anew: chat has buried it, or a turn is a message of its own."""
        is_one = len(pending.chapters) == 1 or in_beats
        return is_one and (buried_of(self._client).is_to_move(ref) or pending.is_a_turn_of_its_own())

    async def _take_away(self, pending: Pending, over: list[Card]) -> None:
        """The live message is posted anew below: the old one is deleted, or tells what is over for good."""
        ref = pending.panel
        if ref is None:
            return
        try:
            if over:
                await self._messages.edit(ref, view(over[0]))
            elif pending.view is not None and not pending.is_begun:
                await self._messages.edit(ref, view(folded_lobby(self._client, pending)))
            else:
                await self._messages.delete(ref)
        except TROUBLE as error:
            log.debug("The former panel of table %d could not be taken away: %s", pending.table.id, in_short(error))

    async def _fold_the_lobby(self, pending: Pending, ref: PanelRef, interaction: Interaction | None) -> None:
        """The game is on: of its lobby stays what was agreed on."""
        try:
            await self._messages.edit(ref, view(folded_lobby(self._client, pending)), interaction)
        except TROUBLE as error:
            log.debug("The lobby of table %d could not be folded: %s", pending.table.id, in_short(error))

    async def _fold_what_was_pressed(self, pending: Pending, interaction: Interaction | None) -> None:
        """A press on another message than the live one, as the rematch below a result: its buttons go."""
        if interaction is None or not is_on_public_message(interaction) or interaction.message is None:
            return
        if pending.panel is not None and pending.panel.message == clicked(interaction):
            return
        folded = without_live_parts(interaction.message)
        if not folded.children:
            return  # all of it is live, so it is no card of this table's that is over
        try:
            await reply.edit(interaction, folded)
        except TROUBLE as error:
            log.debug("A former panel of table %d could not be folded: %s", pending.table.id, in_short(error))


def _pings(shown: Card) -> discord.AllowedMentions:
    """Only who is to move is pinged."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in shown.pings]
    )
