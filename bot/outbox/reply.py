"""Answer an interaction with messages, edits, files or forms, no matter what the bot has answered to it before."""

import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from io import BytesIO
from typing import Any, NamedTuple, TypeVar

import discord
from discord import ui

from bot.outbox.answer import Answer, answer_of
from bot.outbox.answer_states import State
from bot.outbox.client import Client, Interaction
from bot.outbox.drawn import Question
from bot.outbox.failures import TROUBLE, is_cut
from bot.outbox.pictures import Printed
from bot.outbox.render import layout
from bot.outbox.sending import Attached, is_in_words, send_drawn, send_files
from bot.screens.elements.cards import Download, Text
from bot.words.language import _

log = logging.getLogger(__name__)

NOBODY = discord.AllowedMentions.none()

T = TypeVar("T")

TIMEOUT = 1.5
"""Seconds after which an answer is promised; Discord waits for three seconds."""

MOST_AS_TEXT = 40_000
"""The longest text of a refused file, in characters, that is sent in messages instead."""

LOOKED_AT = 100
"""The number of messages after a press or a former panel that are searched. One request reads as many."""

PIECE = 3900
"""The longest piece of a text in one message, in characters."""


def promise_in_time(interaction: Interaction) -> None:
    """Promise an answer if there is none after `TIMEOUT` seconds. The answer replaces the promise later."""
    answer_of(interaction).promise_after(TIMEOUT)


async def reply_ephemeral(
    interaction: Interaction,
    words: str | ui.LayoutView,
    file: Download | None = None,
    pages: Sequence[Printed] = (),
) -> int | None:
    """Send a message that only the person who asked can see. Return the message's id, or None if it has a `file`.

    `pages` are the drawn pages of a message without a file. If Discord refuses the file, its text is sent in messages.
    A text longer than `MOST_AS_TEXT` is not sent. Instead, the person reads that they can ask for it in a DM.
    """
    shown = words if isinstance(words, ui.LayoutView) else _paragraph(words)
    if file is None:
        return await _say(interaction, shown, pages)
    below: ui.File[ui.LayoutView] = ui.File(f"attachment://{file.name}")
    shown.add_item(below)
    await _say(interaction, shown, [Written(file)])
    if is_in_words(shown):
        if len(file.text) > MOST_AS_TEXT:
            await _say(interaction, _paragraph(_("📎 I can’t attach files here. Ask me in a DM.")))
            return None
        for piece in _pieces(file.text.decode()):
            await _say(interaction, _paragraph(piece))
    return None


class Written(NamedTuple):
    """A text that is sent as a file."""

    download: Download

    def file(self) -> discord.File:
        """Return the text as a new file. Sending reads a file, so each file can be sent only once."""
        return discord.File(BytesIO(self.download.text), self.download.name)


async def _say(interaction: Interaction, shown: ui.LayoutView, attached: Sequence[Attached] = ()) -> int | None:
    async def say(files: list[discord.File]) -> int:
        return _ours(interaction, await answer_of(interaction).say(private=True, view=shown, files=files))

    return await send_files(interaction.client, shown, attached, say)


def _pieces(text: str) -> list[str]:
    """Split a text into code blocks that each fit into one message.

    Only a line that is longer than a message is split.
    """
    pieces = [""]
    for line in text.replace("```", "`\u200b``").splitlines(keepends=True):
        for part in (line[at : at + PIECE] for at in range(0, len(line), PIECE)):
            if len(pieces[-1]) + len(part) > PIECE:
                pieces.append("")
            pieces[-1] += part
    return [f"```\n{piece}\n```" for piece in pieces]


def more_follows(interaction: Interaction) -> None:
    """Record that an ephemeral message will follow, so that a command is not answered with "Done"."""
    answer_of(interaction).more_follows = True


async def acknowledge(interaction: Interaction) -> int | None:
    """Acknowledge a request that was carried out and is shown in the channel.

    Only commands are answered with a message. Return the id of that message, or None.
    """
    answer = answer_of(interaction)
    await answer.settle()
    if not answer.is_command:
        await answer.promise()
    elif not answer.more_follows and (answer.is_owed or answer.state is State.NOTHING):
        return await reply_ephemeral(interaction, _done())
    return None


async def edit(interaction: Interaction, shown: ui.LayoutView, pages: Sequence[Printed] = ()) -> None:
    """Edit the pressed message. `pages` replace the drawn pages of the message."""
    had_pages = interaction.message is not None and bool(interaction.message.attachments)

    async def send(files: list[discord.File]) -> None:
        attached = {"attachments": files} if pages or had_pages else {}
        await answer_of(interaction).update(view=shown, **attached)

    await surely(lambda: send_files(interaction.client, shown, pages, send))


async def surely(edit: Callable[[], Awaitable[T]]) -> T:
    """Return the result of an edit by a token. If the connection broke, send the edit again, which does no harm."""
    try:
        return await edit()
    except TROUBLE as error:
        if not is_cut(error):
            raise
    return await edit()


async def change(answer: Answer, message: int, shown: ui.LayoutView) -> None:
    """Edit a message with the token of `answer`: the pressed message, or one of the answer's own messages."""
    await send_drawn(answer.client, shown, partial(answer.change, message, view=shown))


async def change_if_possible(answer: Answer, message: int, shown: ui.LayoutView) -> None:
    """Edit a message with the token of `answer`. If that fails, the message stays as it is."""
    await changed(answer, message, shown)


async def changed(answer: Answer, message: int, shown: ui.LayoutView) -> bool:
    """Edit a message with the token of `answer`. Return whether that was possible."""
    try:
        await change(answer, message, shown)
    except TROUBLE:
        return False
    return True


async def take_back(answer: Answer, message: int) -> None:
    """Delete a message with the token of `answer`. If that fails or the token has expired, the message stays."""
    if answer.token.has_expired:
        return
    with contextlib.suppress(*TROUBLE):
        await answer.take_back(message)


async def edit_notice(interaction: Interaction, words: str, buttons: ui.View) -> None:
    """Replace the words and buttons of the pressed notice."""
    quiet = discord.AllowedMentions.none()
    answer = answer_of(interaction)
    await surely(lambda: answer.update(content=words, view=buttons, allowed_mentions=quiet))


async def post(
    interaction: Interaction, shown: ui.LayoutView, pings: discord.AllowedMentions, pages: Sequence[Printed] = ()
) -> int:
    """Answer an interaction publicly in its channel, with the drawn `pages`; return the message's id."""
    answer = answer_of(interaction)
    await answer.settle()
    if answer.is_owed:
        await answer.say(private=True, view=_paragraph(_done()))

    async def send(files: list[discord.File]) -> int:
        how: dict[str, Any] = {"view": shown, "files": files, "allowed_mentions": pings}
        try:
            return await answer.say(private=False, **how)
        except discord.DiscordServerError:
            if not answer.messages.has_lost_a_follow_up:
                raise
        found = await find_answer(answer.client, answer.channel, answer.id, answer.newest, shown)
        if found is None:
            return await answer.follow_up(**how)
        answer.messages.adopt(found)
        return found

    return _ours(interaction, await send_files(interaction.client, shown, pages, send))


async def find_answer(client: Client, channel: int, press: int, after: int, shown: ui.LayoutView) -> int | None:
    """Return the id of the message below `after` that answered a press, or None. Raises Discord's errors.

    If Discord does not name the press, the answer is a message of the bot that shares a custom id with `shown`.
    """
    there = client.get_partial_messageable(channel)
    async for message in there.history(after=discord.Object(after), limit=LOOKED_AT, oldest_first=True):
        by, offered = message.interaction_metadata, offers(ui.LayoutView.from_message(message))
        is_ours = message.author == client.user and not set(offered).isdisjoint(offers(shown))
        if by.id == press if by is not None else is_ours:
            return message.id
    return None


async def find_live(client: Client, channel: int, after: int, button: str, press: int | None) -> int | None:
    """Return the id of the bot's first message below `after` that has this button or answered this press, or None.

    `button` is a custom id. Raises Discord's errors.
    """
    there = client.get_partial_messageable(channel)
    async for message in there.history(after=discord.Object(after), limit=LOOKED_AT, oldest_first=True):
        by = message.interaction_metadata
        is_answer = by is not None and by.id == press
        if message.author == client.user and (is_answer or button in offers(ui.LayoutView.from_message(message))):
            return message.id
    return None


def offers(shown: ui.LayoutView | ui.View) -> list[str]:
    """Return the custom ids of all buttons and menus. The ids of moves contain the table's version."""
    return [word for item in shown.walk_children() if (word := getattr(item, "custom_id", None))]


async def tell_all(answer: Answer, shown: ui.LayoutView, pings: discord.AllowedMentions = NOBODY) -> int:
    """Post in the channel with the token of a person who pressed something there; return the message's id."""
    return await _tell(answer, shown, partial(answer.say, private=False, view=shown, allowed_mentions=pings))


async def tell_privately(answer: Answer, shown: ui.LayoutView) -> int:
    """Send the person of `answer` a private message after their request; return the message's id."""
    return await _tell(answer, shown, partial(answer.say, private=True, view=shown))


async def _tell(answer: Answer, shown: ui.LayoutView, send: Callable[[], Awaitable[int]]) -> int:
    message = await send_drawn(answer.client, shown, send)
    answer.client.buried.posted(answer.channel, message)
    return message


async def open_form(interaction: Interaction, form: Question) -> None:
    """Open a form, which must be the first answer to the interaction."""
    await send_drawn(interaction.client, form, partial(answer_of(interaction).open_form, form))


def _ours(interaction: Interaction, message: int) -> int:
    """Record a message as one of the bot's own, so that it does not count as burying a panel; return its id."""
    interaction.client.buried.posted(interaction.channel_id or 0, message)
    return message


def _done() -> str:
    return _("✔️ Done.")


def _paragraph(words: str) -> ui.LayoutView:
    return layout((Text(words),))
