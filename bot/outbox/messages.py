"""Messages of a table, posted and edited at the least cost, and whether chat has buried the newest."""

import asyncio
import contextlib
import hashlib
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

import discord
from discord import ui

from bot.outbox import reply
from bot.outbox.failures import ARCHIVED, NO_MESSAGE, TROUBLE, code, in_short, may_have_arrived
from bot.outbox.pictures import send_drawn
from bot.outbox.render import Interaction
from bot.outbox.waiting import within
from bot.tables.model import Place
from bot.tables.pending import PanelRef

MOVES_EVERY = 60.0
"""Seconds after which a panel that chat has buried is posted anew at the earliest."""

MOST_CHANNELS = 50_000
"""Channels, and messages of ours, remembered at once; the ones unused for longest go first."""


class Buried:
    """By channel, the newest message of somebody else that was seen as its last one; ours bury nothing."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        """`now` gives aware moments."""
        self._now = now
        self._others: OrderedDict[int, int] = OrderedDict()
        self._ours: OrderedDict[int, int] = OrderedDict()

    def listen(self, client: discord.Client) -> None:
        """Read on the way in what every interaction says of its channel."""
        parsers: dict[str, Callable[[Any], None]] = client._connection.parsers  # noqa: SLF001 - see above; pinned
        before = parsers["INTERACTION_CREATE"]

        def parse(data: Mapping[str, Any]) -> None:
            self.heard(data)
            before(data)

        parsers["INTERACTION_CREATE"] = parse

    def heard(self, interaction: Mapping[str, Any]) -> None:
        """An interaction, as it came in."""
        channel = interaction.get("channel") or {}
        where, last = int(channel.get("id") or 0), int(channel.get("last_message_id") or 0)
        if last and last not in self._ours:
            _keep(self._others, where, max(last, self._others.get(where, 0)))

    def posted(self, channel: int, message: int) -> None:
        """We have posted, or said something to one person; a press may have told of it before."""
        _keep(self._ours, message, channel)
        if self._others.get(channel) == message:
            del self._others[channel]

    def is_to_move(self, panel: PanelRef) -> bool:
        """Whether a panel is buried, and stands where it is for long enough."""
        stands = self._now() - discord.utils.snowflake_time(panel.message)
        return stands.total_seconds() >= MOVES_EVERY and self.is_buried(panel.channel, panel.message)

    def is_buried(self, channel: int, message: int) -> bool:
        """Whether somebody else's message stands below this one, as far as is known."""
        return self._others.get(channel, 0) > message


def buried_of(client: discord.Client) -> Buried:
    """What a client knows of its channels."""
    found = client.buried  # type: ignore[attr-defined] # app.Bot has it
    assert isinstance(found, Buried)
    return found


def _keep(known: OrderedDict[int, int], key: int, value: int) -> None:
    known[key] = value
    known.move_to_end(key)
    if len(known) > MOST_CHANNELS:
        known.popitem(last=False)


AGAIN_AFTER = (0.3, 1.0)
"""Seconds before a message whose answer was lost is posted again; by its nonce Discord knows it."""


def nonce(*parts: object) -> str:
    """A name for one message: Discord posts it once, however often it is sent within some minutes."""
    return hashlib.blake2b(":".join(map(str, parts)).encode(), digest_size=12).hexdigest()


async def post_by_bot(
    client: discord.Client, place: Place, shown: ui.LayoutView, pings: discord.AllowedMentions, name: str
) -> int:
    """Post in a channel; the message's id. An archived thread is opened by that, where Discord allows.

    Where Discord knows the name, as after a crash before the message was noted down, it gives that message back as it
    was then: it is edited, if it offered something else. Where somebody has deleted it since, another one is posted.
    """
    channel = client.get_partial_messageable(place.channel, guild_id=place.guild)
    for wait in (*AGAIN_AFTER, None):
        try:
            send = partial(channel.send, view=shown, allowed_mentions=pings, nonce=name)
            message: discord.Message = await send_drawn(client, shown, send)
            if not await _is_as(client, message, shown):
                return await post_by_bot(client, place, shown, pings, nonce(name, message.id))
            buried_of(client).posted(place.channel, message.id)
            return message.id
        except TROUBLE as error:
            if wait is None or not may_have_arrived(error):
                raise
            await asyncio.sleep(wait)
    raise AssertionError("the last try returns or raises")


async def _is_as(client: discord.Client, message: discord.Message, shown: ui.LayoutView) -> bool:
    """See to it that a message offers what is to be shown; False where it is gone."""
    if _offers(ui.LayoutView.from_message(message)) == _offers(shown):
        return True
    try:
        await edit_by_bot(client, PanelRef(message.channel.id, message.id, 0), shown)
    except discord.NotFound as error:
        if code(error) != NO_MESSAGE:
            raise
        return False
    return True


def _offers(shown: ui.LayoutView | ui.View) -> list[str]:
    """The ids of all that can be pressed; those of moves name the version that they are for."""
    return [word for item in shown.walk_children() if (word := getattr(item, "custom_id", None))]


async def edit_by_bot(client: discord.Client, ref: PanelRef, shown: ui.LayoutView) -> None:
    """Edit a message; an archived thread is opened first, where Discord allows."""
    message = client.get_partial_messageable(ref.channel).get_partial_message(ref.message)
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


GOOD_FOR = 14 * 60.0
"""Seconds: a minute less than Discord's quarter of an hour, so that none runs out under way."""

MOST = 20_000
"""Messages remembered at once; the ones unused for longest go first."""


class Tokens:
    """By message, the newest interaction that may edit it."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` gives seconds that never go back."""
        self._clock = clock
        self._known: OrderedDict[int, tuple[float, Interaction]] = OrderedDict()

    def __repr__(self) -> str:
        return f"Tokens({len(self._known)} messages)"

    def learn(self, message: int, interaction: Interaction) -> None:
        """This interaction may edit the message: it was pressed on it, or answered by it."""
        self._known[message] = (self._clock(), interaction)
        self._known.move_to_end(message)
        while len(self._known) > MOST:
            self._known.popitem(last=False)

    def of(self, message: int) -> Interaction | None:
        """The interaction that may edit a message now; None where there is none, or its time is over."""
        since, interaction = self._known.get(message, (0.0, None))
        if interaction is not None and self._clock() - since > GOOD_FOR:
            self.forget(message)
            return None
        return interaction

    def forget(self, message: int) -> None:
        """The token was refused, or its message is gone."""
        self._known.pop(message, None)


log = logging.getLogger(__name__)

TIMEOUT = 4.0
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
        return await post_by_bot(self._client, place, shown, pings, name)

    async def edit(self, ref: PanelRef, shown: ui.LayoutView, interaction: Interaction | None = None) -> bool:
        """Edit a message, by `interaction` where it was pressed there; False where the message is gone."""
        by: Interaction | None = self._tokens.of(ref.message)
        if interaction is not None and _is_for(interaction, ref):
            by = interaction
        try:
            if by is None or not await self._edited_by(by, ref, shown):
                await edit_by_bot(self._client, ref, shown)
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
            await within(TIMEOUT, reply.edit(interaction, shown))
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
