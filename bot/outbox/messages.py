"""Post, edit and delete messages, using as few requests as possible that count against the bot's limits.

Requests that answer an interaction do not count against these limits. The answer changes the pressed message, and the
interaction's token can edit that message for a quarter of an hour. The bot posts or edits without a token only if it
knows no such interaction.
"""

import asyncio
import contextlib
import hashlib
import logging
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Sequence
from functools import partial
from typing import Any

import discord
from discord import ui

from bot.outbox import reply
from bot.outbox.answer import Answer, answer_of
from bot.outbox.answer_states import First
from bot.outbox.client import Client, Interaction
from bot.outbox.failures import ARCHIVED, NO_MESSAGE, TOO_LATE, TROUBLE, code, in_short, may_have_arrived
from bot.outbox.pictures import Printed
from bot.outbox.sending import send_drawn, send_files
from bot.outbox.tokens import Tokens
from bot.outbox.waiting import within
from bot.tables.model import Place
from bot.tables.pending import PanelRef

AGAIN_AFTER = (0.3, 1.0)
"""Seconds before a message whose receipt was lost is posted again. Discord recognizes the message by its nonce."""


def nonce(*parts: object) -> str:
    """Return a nonce made of `parts`. Within some minutes, Discord posts only one message with the same nonce."""
    return hashlib.blake2b(":".join(map(str, parts)).encode(), digest_size=12).hexdigest()


async def post_by_bot(
    client: Client,
    place: Place,
    shown: ui.LayoutView,
    pings: discord.AllowedMentions,
    name: str,
    pages: Sequence[Printed] = (),
) -> int:
    """Post in a channel without an interaction, and return the message's id. This reopens an archived thread.

    `name` is the nonce. If Discord knows the nonce, it returns the message that has it. That message is edited if its
    buttons differ. If somebody has deleted the message since, another one is posted. `pages` are the drawn pages.
    """
    channel = client.get_partial_messageable(place.channel, guild_id=place.guild)

    async def send(files: list[discord.File]) -> discord.Message:
        return await channel.send(view=shown, allowed_mentions=pings, nonce=name, files=files)

    for wait in (*AGAIN_AFTER, None):
        try:
            message = await send_files(client, shown, pages, send)
            if not await _is_as(client, message, shown):
                return await post_by_bot(client, place, shown, pings, nonce(name, message.id), pages)
            client.buried.posted(place.channel, message.id)
            return message.id
        except TROUBLE as error:
            if wait is None or not may_have_arrived(error):
                raise
            await asyncio.sleep(wait)
    raise AssertionError("the last try returns or raises")


async def _is_as(client: Client, message: discord.Message, shown: ui.LayoutView) -> bool:
    """Edit a message if its buttons and menus differ from those of `shown`.

    Return False if the message was deleted.
    """
    if reply.offers(ui.LayoutView.from_message(message)) == reply.offers(shown):
        return True
    try:
        await edit_by_bot(client, PanelRef(message.channel.id, message.id, 0), shown)
    except discord.NotFound as error:
        if code(error) != NO_MESSAGE:
            raise
        return False
    return True


async def edit_by_bot(client: Client, ref: PanelRef, shown: ui.LayoutView) -> None:
    """Edit a message without an interaction. An archived thread is reopened first."""
    message = client.get_partial_messageable(ref.channel).get_partial_message(ref.message)
    client.menus.renew(ref.message, shown)
    edited = partial(message.edit, view=shown)
    try:
        await send_drawn(client, shown, edited)
    except discord.HTTPException as error:
        if code(error) != ARCHIVED:
            raise
        thread = await client.fetch_channel(ref.channel)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)
        await send_drawn(client, shown, edited)


log = logging.getLogger(__name__)

MOST_ASTRAY = 1_000
"""The most lost answers that are remembered; the oldest ones are dropped first."""

MOST_DELETED = 100
"""The most deleted messages that are remembered. An edit that was decided before a deletion is not sent after it."""

TIMEOUT = 4.0
"""Seconds that an edit by a token may take before the bot itself edits."""


class Messages:
    """Posts, edits and deletes the messages of one client. `counted` counts rare events."""

    def __init__(self, client: Client, tokens: Tokens) -> None:
        self._client, self._tokens = client, tokens
        self._astray: OrderedDict[str, Answer] = OrderedDict()
        self._deleted: deque[int] = deque(maxlen=MOST_DELETED)
        self.counted: Counter[str] = Counter()

    def learn(self, interaction: Interaction) -> None:
        """Record an interaction whose token may edit the pressed message. Ignore any other interaction."""
        answer = answer_of(interaction)
        if interaction.message is not None and answer.may_edit(interaction.message.id):
            self._tokens.learn(interaction.message.id, answer)

    def learn_private(self, message: int, answer: Answer) -> None:
        """Record that this answer may edit a private message. The bot itself cannot edit private messages."""
        self._tokens.learn(message, answer)

    def may_edit_private(self, message: int) -> bool:
        """Return whether the bot knows a token that can edit this private message."""
        return self._tokens.of(message) is not None

    async def edit_private(self, message: int, shown: ui.LayoutView) -> None:
        """Edit a private message if the bot knows a token for it. If the edit fails, the message stays."""
        answer = self._tokens.of(message)
        if answer is not None:
            await reply.change_if_possible(answer, message, shown)

    async def delete_private(self, message: int) -> None:
        """Delete a private message if the bot knows a token for it. If that fails, the message stays."""
        answer = self._tokens.of(message)
        if answer is not None:
            await reply.take_back(answer, message)

    async def post(
        self,
        place: Place,
        shown: ui.LayoutView,
        pings: discord.AllowedMentions,
        name: str,
        interaction: Interaction | None = None,
        press: int = 0,
    ) -> int:
        """Post a message and return its id.

        The message is the answer to `interaction` if there is one. If the receipt of an answer was lost, the method
        looks for that message, either now or at the next call with the same `name`. After a restart it looks for an
        answer to `press`. Raises Discord's errors, also if it is unknown whether the answer has arrived.
        """
        if interaction is not None:
            answered = await self.try_to_answer(shown, pings, interaction)
            if answered is not None:
                return answered
            if answer_of(interaction).is_uncertain:
                self._astray[name] = answer_of(interaction)
                while len(self._astray) > MOST_ASTRAY:
                    self._astray.popitem(last=False)
        if name in self._astray:
            found = await self._found_astray(place, name, shown)
        else:
            found = await self.that_answered(place, press, press, shown) if press else None
        if found is not None and await self.edit(PanelRef(place.channel, found, 0), shown):
            return found
        return await post_by_bot(self._client, place, shown, pings, name)

    async def _found_astray(self, place: Place, name: str, shown: ui.LayoutView) -> int | None:
        """Return the id of the lost answer that was to be posted under this name, or None if it did not arrive."""
        answer = self._astray[name]
        found = await self._astray_by(answer, place, shown)
        self._astray.pop(name, None)
        if found is not None:
            if not answer.may_edit(found):
                answer.messages.adopt(found)
            self._tokens.learn(found, answer)
        return found

    async def _astray_by(self, answer: Answer, place: Place, shown: ui.LayoutView) -> int | None:
        if not answer.token.has_expired and not answer.messages.has_lost_a_follow_up:
            try:
                return await answer.find(First.PUBLIC)
            except discord.HTTPException as error:
                if code(error) not in TOO_LATE:
                    raise
        return await self.that_answered(place, answer.id, answer.newest, shown)

    async def edit(self, ref: PanelRef, shown: ui.LayoutView, interaction: Interaction | None = None) -> bool:
        """Edit a message. Use the token of `interaction` if the person pressed something in this message.

        Return False if the message is deleted.
        """
        if ref.message in self._deleted:
            return False
        by = self._tokens.of(ref.message)
        if interaction is not None and _is_for(interaction, ref):
            by = answer_of(interaction)
        try:
            while by is not None:
                if await self._edited_by(by, ref, shown):
                    return True
                by = self._tokens.of(ref.message)
            await edit_by_bot(self._client, ref, shown)
        except discord.NotFound:
            self._tokens.forget(ref.message)
            return False
        return True

    async def change_by_token(self, message: int, **shown: Any) -> bool:
        """Edit a message with a token that the bot knows. Return False if it knows none, or if the edit fails."""
        answer = self._tokens.of(message)
        if answer is None:
            return False
        try:
            await answer.change(message, **shown)
        except TROUBLE as error:
            log.debug("An edit by a token failed: %s", in_short(error))
            return False
        return True

    async def delete(self, ref: PanelRef) -> None:
        """Delete one of the bot's messages.

        Nothing happens if it is deleted already. Raises Discord's other errors.
        """
        self._tokens.forget(ref.message)
        with contextlib.suppress(discord.NotFound):
            await self._client.get_partial_messageable(ref.channel).get_partial_message(ref.message).delete()
        self._deleted.append(ref.message)

    async def answer(self, shown: ui.LayoutView, pings: discord.AllowedMentions, by: Interaction) -> int:
        """Post a message as the public answer to an interaction; return the message's id. Raises Discord's errors."""
        message = await reply.post(by, shown, pings)
        self._tokens.learn(message, answer_of(by))
        return message

    async def try_to_answer(self, shown: ui.LayoutView, pings: discord.AllowedMentions, by: Interaction) -> int | None:
        """Post a message as the answer to an interaction; return None if that failed."""
        try:
            return await self.answer(shown, pings, by)
        except TROUBLE as error:
            log.debug("An answer failed (%s); the message is posted without it.", in_short(error))
            return None

    async def follow_up(
        self, message: int, press: int, shown: ui.LayoutView, pings: discord.AllowedMentions
    ) -> int | None:
        """Post with the token of the press that changed this message last; return the new message's id.

        Return None if another press changed the message last, or if the post fails or failed at an earlier try.
        """
        answer = self._tokens.of(message)
        if answer is None or answer.id != press or answer.messages.has_lost_a_follow_up:
            return None
        try:
            posted = await reply.tell_all(answer, shown, pings)
        except TROUBLE as error:
            log.debug("An answer failed (%s); the message is posted without it.", in_short(error))
            return None
        self._tokens.learn(posted, answer)
        return posted

    async def that_answered(self, place: Place, press: int, after: int, shown: ui.LayoutView) -> int | None:
        """Return the message below `after` that answered a press, or None if it does not exist or cannot be read."""
        return await self._readable(reply.find_answer(self._client, place.channel, press, after, shown))

    async def live_below(self, place: Place, after: int, button: str, press: int | None = None) -> int | None:
        """Return the bot's message below `after` that has this button or answered this press, or None.

        `button` is a custom id. Return None as well if the bot cannot read the channel's messages.
        """
        return await self._readable(reply.find_live(self._client, place.channel, after, button, press))

    async def _readable(self, search: Awaitable[int | None]) -> int | None:
        """Return the message that a search found. Return None if the bot may not read the channel's messages."""
        try:
            return await search
        except discord.Forbidden:
            self.counted["possible duplicates"] += 1
        return None

    async def _edited_by(self, answer: Answer, ref: PanelRef, shown: ui.LayoutView) -> bool:
        """Edit a message with the token of an interaction. If that fails, forget the interaction and return False.

        If Discord did not answer in time, all interactions of the message are forgotten, because editing with their
        tokens would take as long.
        """
        try:
            await reply.surely(lambda: within(TIMEOUT, reply.change(answer, ref.message, shown)))
        except TROUBLE as error:
            log.debug("A token was refused (%s); its message is edited without it.", in_short(error))
            self._tokens.refused(ref.message, answer)
            if isinstance(error, TimeoutError):
                self._tokens.forget(ref.message)
            return False
        return True


def _is_for(interaction: Interaction, ref: PanelRef) -> bool:
    """Return whether an interaction came from this public message and may edit it."""
    is_pressed = is_on_public_message(interaction) and clicked(interaction) == ref.message
    return is_pressed and answer_of(interaction).may_edit(ref.message)


def clicked(interaction: Interaction) -> int | None:
    """Return the id of the pressed message, or None for a command."""
    return interaction.message.id if interaction.message is not None else None


def is_on_public_message(interaction: Interaction) -> bool:
    """Return whether a button or form of a public message in a server was used. Its answer edits that message."""
    message = interaction.message
    return message is not None and interaction.guild_id is not None and not message.flags.ephemeral


def is_command_at(interaction: Interaction, channel_id: int) -> bool:
    """Return whether the interaction is a command in this channel."""
    return interaction.type is discord.InteractionType.application_command and interaction.channel_id == channel_id
