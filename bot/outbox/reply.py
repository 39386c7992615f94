"""Answering interactions, in any state of their answer."""

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
"""The seconds after which an answer is promised; Discord waits for three."""

MOST_AS_TEXT = 40_000
"""A refused file is sent as text up to this length, in characters."""

LOOKED_AT = 20
"""The number of messages below a press, or a game's sealing line, that are searched for the answer."""

PIECE = 3900
"""The longest piece of a text in one message, in characters."""


def promise_in_time(interaction: Interaction) -> None:
    """Promise an answer if none is on its way after `TIMEOUT`; the answer replaces it later."""
    answer_of(interaction).promise_after(TIMEOUT)


async def reply_ephemeral(
    interaction: Interaction,
    words: str | ui.LayoutView,
    file: Download | None = None,
    pages: Sequence[Printed] = (),
) -> int | None:
    """Send a message that only the person who asked sees; return its id, None if it has a file.

    `pages` are its drawn pages. A refused `file` is sent as text.
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
        for piece in _pieces(file.text):
            await _say(interaction, _paragraph(piece))
    return None


class Written(NamedTuple):
    """A text in Discord's form for a file."""

    download: Download

    def file(self) -> discord.File:
        """Return it as a file to be sent once."""
        return discord.File(BytesIO(self.download.text.encode()), self.download.name)


async def _say(interaction: Interaction, shown: ui.LayoutView, attached: Sequence[Attached] = ()) -> int | None:
    async def say(files: list[discord.File]) -> int:
        return _ours(interaction, await answer_of(interaction).say(private=True, view=shown, files=files))

    return await send_files(interaction.client, shown, attached, say)


def _pieces(text: str) -> list[str]:
    """Return a text in blocks that fit a message each; only lines that are longer than that are split."""
    pieces = [""]
    for line in text.replace("```", "`\u200b``").splitlines(keepends=True):
        for part in (line[at : at + PIECE] for at in range(0, len(line), PIECE)):
            if len(pieces[-1]) + len(part) > PIECE:
                pieces.append("")
            pieces[-1] += part
    return [f"```\n{piece}\n```" for piece in pieces]


def more_follows(interaction: Interaction) -> None:
    """Note that an ephemeral message follows when the channel shows the table: a command needs no other."""
    answer_of(interaction).more_follows = True


async def acknowledge(interaction: Interaction) -> None:
    """Answer a request that is carried out and shown in the channel; only a command needs words."""
    answer = answer_of(interaction)
    await answer.settle()
    if not answer.is_command:
        await answer.promise()
    elif not answer.more_follows and (answer.is_owed or answer.state is State.NOTHING):
        await reply_ephemeral(interaction, _done())


async def edit(interaction: Interaction, shown: ui.LayoutView, pages: Sequence[Printed] = ()) -> None:
    """Edit the pressed message; `pages` replace its former ones."""
    had_pages = interaction.message is not None and bool(interaction.message.attachments)

    async def send(files: list[discord.File]) -> None:
        attached = {"attachments": files} if pages or had_pages else {}
        await answer_of(interaction).update(view=shown, **attached)

    await surely(lambda: send_files(interaction.client, shown, pages, send))


async def surely(edit: Callable[[], Awaitable[T]]) -> T:
    """Return the result of an edit by a token; if its receipt was lost it is sent again, without effect."""
    try:
        return await edit()
    except TROUBLE as error:
        if not is_cut(error):
            raise
    return await edit()


async def change(answer: Answer, message: int, shown: ui.LayoutView) -> None:
    """Edit a message that this interaction may edit: the pressed one, or an answer."""
    await send_drawn(answer.client, shown, partial(answer.change, message, view=shown))


async def change_if_possible(answer: Answer, message: int, shown: ui.LayoutView) -> None:
    """Edit a message that this interaction may edit; if that fails it stays."""
    with contextlib.suppress(*TROUBLE):
        await change(answer, message, shown)


async def take_back(answer: Answer, message: int) -> None:
    """Delete a message that this interaction may edit, if Discord allows it."""
    with contextlib.suppress(*TROUBLE):
        await answer.take_back(message)


async def edit_notice(interaction: Interaction, words: str, buttons: ui.View) -> None:
    """Edit the pressed notice."""
    quiet = discord.AllowedMentions.none()
    answer = answer_of(interaction)
    await surely(lambda: answer.update(content=words, view=buttons, allowed_mentions=quiet))


async def post(
    interaction: Interaction, shown: ui.LayoutView, pings: discord.AllowedMentions, pages: Sequence[Printed] = ()
) -> int:
    """Answer publicly in the channel, with `pages`; return the id of the message."""
    answer = answer_of(interaction)
    await answer.settle()
    if answer.is_owed:
        await answer.say(private=True, view=_paragraph(_done()))

    async def send(files: list[discord.File]) -> int:
        how: dict[str, Any] = {"view": shown, "files": files, "allowed_mentions": pings}
        try:
            return await answer.say(private=False, **how)
        except discord.DiscordServerError:
            if not answer.has_lost_a_follow_up:
                raise
        found = await find_answer(answer.client, answer.channel, answer.id, answer.newest, shown)
        if found is None:
            return await answer.follow_up(**how)
        answer.adopt(found)
        return found

    return _ours(interaction, await send_files(interaction.client, shown, pages, send))


async def find_answer(client: Client, channel: int, press: int, after: int, shown: ui.LayoutView) -> int | None:
    """Return the message below `after` that answered a press, None where there is none. Raises what Discord fails with.

    Discord need not name the press: then it is the bot's own message that offers something of what is `shown`.
    """
    there = client.get_partial_messageable(channel)
    async for message in there.history(after=discord.Object(after), limit=LOOKED_AT, oldest_first=True):
        by, offered = message.interaction_metadata, offers(ui.LayoutView.from_message(message))
        is_ours = message.author == client.user and not set(offered).isdisjoint(offers(shown))
        if by.id == press if by is not None else is_ours:
            return message.id
    return None


def offers(shown: ui.LayoutView | ui.View) -> list[str]:
    """Return the custom ids of all that can be pressed; those of moves name the version that they are for."""
    return [word for item in shown.walk_children() if (word := getattr(item, "custom_id", None))]


async def tell_all(answer: Answer, shown: ui.LayoutView, pings: discord.AllowedMentions = NOBODY) -> int:
    """Post in the channel by the token of somebody who pressed there; return the message's id."""

    async def send() -> int:
        return await answer.say(private=False, view=shown, allowed_mentions=pings)

    message = await send_drawn(answer.client, shown, send)
    answer.client.buried.posted(answer.channel, message)
    return message


async def open_form(interaction: Interaction, form: Question) -> None:
    """Open a form, which must be the first answer."""
    await send_drawn(interaction.client, form, partial(answer_of(interaction).open_form, form))


def _ours(interaction: Interaction, message: int) -> int:
    """Record a message of ours, which buries nothing; return its id."""
    interaction.client.buried.posted(interaction.channel_id or 0, message)
    return message


def _done() -> str:
    return _("✔️ Done.")


def _paragraph(words: str) -> ui.LayoutView:
    return layout((Text(words),))
