"""Posting, editing and deleting messages, each in the way that costs least.

What an interaction may do counts against no limit of the bot: the answer to a press changes the pressed message, and
its token edits that message for a quarter of an hour. Only where there is none the bot itself is asked for.
"""

import contextlib
import logging
from collections import Counter

import discord
from discord import ui

from bot.outbox import channel, reply
from bot.outbox.failures import TROUBLE, in_short, may_have_arrived
from bot.outbox.interaction import Interaction
from bot.outbox.tokens import Tokens
from bot.outbox.within import within
from bot.tables.model import Place
from bot.tables.pending import PanelRef

log = logging.getLogger(__name__)

PATIENCE = 4.0
"""Seconds within which a token edits, or the bot does: an interaction is answered within three, or never."""


class Messages:
    """The messages of one client. `counted` says how often something happened that ought to be rare."""

    def __init__(self, client: discord.Client, tokens: Tokens) -> None:
        self._client, self._tokens = client, tokens
        self.counted: Counter[str] = Counter()

    def learn(self, interaction: Interaction) -> None:
        """What was pressed may be edited by this interaction from now on, where its answer is no other message."""
        if interaction.message is not None and reply.edits_what_was_pressed(interaction):
            self._tokens.learn(interaction.message.id, interaction)

    async def post(
        self,
        place: Place,
        shown: ui.LayoutView,
        pings: discord.AllowedMentions,
        name: str,
        interaction: Interaction | None = None,
    ) -> int:
        """Post, by the answer to a command where one waits for it, else by the bot itself; the message's id."""
        if interaction is not None:
            answered = await self._try_to_answer(shown, pings, interaction)
            if answered is not None:
                return answered
        return await channel.post(self._client, place, shown, pings, name)

    async def edit(self, ref: PanelRef, shown: ui.LayoutView, interaction: Interaction | None = None) -> bool:
        """Edit a message, by `interaction` where it was pressed there; False where the message is gone."""
        by: Interaction | None = self._tokens.of(ref.message)
        if interaction is not None and _is_for(interaction, ref):
            by = interaction
        try:
            if by is None or not await self._edited_by(by, ref, shown):
                await channel.edit(self._client, ref, shown)
        except discord.NotFound:
            self._tokens.forget(ref.message)
            return False
        return True

    async def delete(self, ref: PanelRef) -> None:
        """Delete a message of ours. Raises whatever Discord says, but not that it is gone."""
        self._tokens.forget(ref.message)
        with contextlib.suppress(discord.NotFound):
            await self._client.get_partial_messageable(ref.channel).get_partial_message(ref.message).delete()

    async def answer(self, shown: ui.LayoutView, pings: discord.AllowedMentions, by: Interaction) -> int:
        """Post as the public answer to an interaction; the message's id. Raises whatever Discord says."""
        message = await reply.post(by, shown, pings)
        if by.response.type is discord.InteractionResponseType.channel_message:
            self._tokens.learn(message, by)
        return message

    async def _try_to_answer(self, shown: ui.LayoutView, pings: discord.AllowedMentions, by: Interaction) -> int | None:
        """Post by an answer; None where it came too late or was lost."""
        try:
            return await self.answer(shown, pings, by)
        except TROUBLE as error:
            log.debug("An answer failed (%s); the message is posted without it.", in_short(error))
            self.counted["possible duplicates"] += may_have_arrived(error)
            return None

    async def _edited_by(self, interaction: Interaction, ref: PanelRef, shown: ui.LayoutView) -> bool:
        """Whether an interaction could edit the message; one that is refused is not tried again."""
        try:
            await within(PATIENCE, reply.edit(interaction, shown))
        except TROUBLE as error:
            log.debug("A token was refused (%s); its message is edited without it.", in_short(error))
            self._tokens.forget(ref.message)
            return False
        return True


def _is_for(interaction: Interaction, ref: PanelRef) -> bool:
    """Whether an interaction may edit a message because it was pressed there."""
    is_pressed = is_on_public_message(interaction) and clicked(interaction) == ref.message
    return is_pressed and reply.edits_what_was_pressed(interaction)


def clicked(interaction: Interaction) -> int | None:
    """The message that was pressed; None for a command."""
    return interaction.message.id if interaction.message is not None else None


def is_on_public_message(interaction: Interaction) -> bool:
    """Whether a button or form of a message that everybody sees was used, and its answer goes there too."""
    message = interaction.message
    return message is not None and interaction.guild_id is not None and not message.flags.ephemeral


def is_command_at(interaction: Interaction, channel_id: int) -> bool:
    """Whether it is a command, given in this channel."""
    return interaction.type is discord.InteractionType.application_command and interaction.channel_id == channel_id
