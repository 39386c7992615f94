"""Answering an interaction, whatever state its answer is in."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO

import discord
from discord import ui

from bot.outbox.failures import TROUBLE
from bot.outbox.pictures import Question, send_drawn
from bot.outbox.render import Interaction as Interaction
from bot.outbox.render import Printed, layout
from bot.screens.model import Download, Text
from bot.words.language import _

log = logging.getLogger(__name__)

TIMEOUT = 1.5
"""Seconds before an answer is promised (Discord waits three)."""

NO_FILES = (403, 413)
"""How a file is refused: it may not be attached here, or is too large. Answers to interactions may, as a rule."""

MOST_AS_TEXT = 40_000
"""How many characters of a refused file are told as text."""

PIECE = 3900
"""How many characters of a text stand in one message."""


def defer_in_time(interaction: Interaction) -> Callable[[], object]:
    """Promise an answer where none is on its way after 1.5 s; it is edited in when it is there. Gives how to end it."""

    async def promise() -> None:
        await asyncio.sleep(TIMEOUT)
        if not interaction.response.is_done():
            interaction.extras["promising"] = True
            # To a command privately: it may end in a refusal, and what is promised publicly stays public.
            command = interaction.type is discord.InteractionType.application_command
            with contextlib.suppress(*TROUBLE):
                await interaction.response.defer(ephemeral=command)

    task = interaction.extras["promise"] = asyncio.create_task(promise())
    return task.cancel


async def settle_deferral(interaction: Interaction) -> None:
    """An answer comes: nothing is promised any more, and a promise that is on its way arrives before it.

    Discord takes one first answer.
    """
    task: asyncio.Task[None] | None = interaction.extras.get("promise")
    if task is None:
        return
    if not interaction.extras.get("promising"):
        task.cancel()
    await asyncio.wait([task])


async def reply_ephemeral(
    interaction: Interaction,
    words: str | ui.LayoutView,
    file: Download | None = None,
    pages: Sequence[Printed] = (),
) -> int | None:
    """Say something that only the person who asked sees, with a file below it; where none is taken, its text.

    `pages` are those that it shows. The message, which this interaction may edit from now on; None where a file came
    with it.
    """
    shown = words if isinstance(words, ui.LayoutView) else _paragraph(words)
    await settle_deferral(interaction)
    if file is None:
        return await _say(interaction, shown, pages=pages)
    below: ui.File[ui.LayoutView] = ui.File(f"attachment://{file.name}")
    shown.add_item(below)
    try:
        await _say(interaction, shown, file)
    except discord.HTTPException as error:
        if error.status not in NO_FILES:
            raise
        log.debug("A file was refused (%d %d) and is told as text.", error.status, error.code)
        await _say(interaction, shown.remove_item(below))
        if len(file.text) > MOST_AS_TEXT:
            await _say(interaction, _paragraph(_("📎 I can’t attach files here. Ask me again in a direct message.")))
            return None
        for piece in _pieces(file.text):
            await _say(interaction, _paragraph(piece))
    return None


async def _say(
    interaction: Interaction, shown: ui.LayoutView, file: Download | None = None, pages: Sequence[Printed] = ()
) -> int | None:
    async def say() -> int | None:
        files = [page.file() for page in pages]
        files += [discord.File(BytesIO(file.text.encode()), file.name)] if file is not None else []
        if not interaction.response.is_done():
            said = await interaction.response.send_message(view=shown, files=files, ephemeral=True)
            return _ours(interaction, said.message_id or 0)
        if _is_answer_owed(interaction):
            return await _keep(interaction, shown, files)
        sent = await interaction.followup.send(view=shown, files=files, ephemeral=True, wait=True)
        interaction.extras.setdefault("follow-ups", set()).add(sent.id)
        return _ours(interaction, sent.id)

    return await send_drawn(interaction.client, shown, say)


def _pieces(text: str) -> list[str]:
    """A text in blocks that fit a message each, whole lines where they are no longer than that."""
    pieces = [""]
    for line in text.replace("```", "`\u200b``").splitlines(keepends=True):
        for part in (line[at : at + PIECE] for at in range(0, len(line), PIECE)):
            if len(pieces[-1]) + len(part) > PIECE:
                pieces.append("")
            pieces[-1] += part
    return [f"```\n{piece}\n```" for piece in pieces]


def more_follows(interaction: Interaction) -> None:
    """A word for this person alone comes when the channel shows it: a command needs no other."""
    interaction.extras["more follows"] = True


async def acknowledge(interaction: Interaction) -> None:
    """The request is carried out, and the channel shows it; a command wants a word all the same."""
    await settle_deferral(interaction)
    command = interaction.type is discord.InteractionType.application_command
    if command and "more follows" in interaction.extras:
        return
    if _is_answer_owed(interaction) or (command and not interaction.response.is_done()):
        await reply_ephemeral(interaction, _done())
    elif not interaction.response.is_done():
        await interaction.response.defer()


async def edit(interaction: Interaction, shown: ui.LayoutView, pages: Sequence[Printed] = ()) -> None:
    """Change the message that was pressed; `pages` are those that it shows now, in place of any that it showed."""
    await settle_deferral(interaction)
    done = interaction.response.is_done()
    change = interaction.edit_original_response if done else interaction.response.edit_message
    had_pages = interaction.message is not None and bool(interaction.message.attachments)

    async def send() -> None:
        if pages or had_pages:
            await change(view=shown, attachments=[page.file() for page in pages])
        else:
            await change(view=shown)

    await send_drawn(interaction.client, shown, send)


async def edit_private(interaction: Interaction, message: int, shown: ui.LayoutView) -> None:
    """Change a private message: the one that was pressed, or one with which this interaction was answered."""
    if message in interaction.extras.get("follow-ups", ()):
        await send_drawn(interaction.client, shown, partial(interaction.followup.edit_message, message, view=shown))
    else:
        await edit(interaction, shown)


async def delete_private(interaction: Interaction, message: int) -> None:
    """Delete a private message that this interaction may edit, where Discord lets us."""
    with contextlib.suppress(*TROUBLE):
        if message in interaction.extras.get("follow-ups", ()):
            await interaction.followup.delete_message(message)
        else:
            await interaction.delete_original_response()


async def edit_notice(interaction: Interaction, words: str, buttons: ui.View) -> None:
    """Change a message of plain words that was pressed."""
    await settle_deferral(interaction)
    quiet = discord.AllowedMentions.none()
    if not interaction.response.is_done():
        await interaction.response.edit_message(content=words, view=buttons, allowed_mentions=quiet)
    else:
        await interaction.edit_original_response(content=words, view=buttons, allowed_mentions=quiet)


async def post(
    interaction: Interaction, shown: ui.LayoutView, pings: discord.AllowedMentions, pages: Sequence[Printed] = ()
) -> int:
    """Answer publicly in the channel, with the `pages` that it shows; the id of the message."""
    await settle_deferral(interaction)
    if interaction.response.is_done() and _is_answer_owed(interaction):
        await _keep(interaction, _paragraph(_done()))

    async def send() -> int:
        files = [page.file() for page in pages]
        if not interaction.response.is_done():
            said = await interaction.response.send_message(view=shown, files=files, allowed_mentions=pings)
            assert said.message_id is not None
            return said.message_id
        return (await interaction.followup.send(view=shown, files=files, allowed_mentions=pings, wait=True)).id

    return _ours(interaction, await send_drawn(interaction.client, shown, send))


async def open_form(interaction: Interaction, form: Question) -> None:
    """Open a form; it must be the first answer."""
    await send_drawn(interaction.client, form, partial(interaction.response.send_modal, form))


async def edit_public_answer(interaction: Interaction, message: int, shown: ui.LayoutView) -> None:
    """Change the public answer to this interaction, which is the message of this id; it stays where that fails."""

    async def change() -> None:
        if _is_deferred(interaction):
            await interaction.followup.edit_message(message, view=shown)
        else:
            await interaction.edit_original_response(view=shown)

    with contextlib.suppress(*TROUBLE):
        await send_drawn(interaction.client, shown, change)


async def delete_public_answer(interaction: Interaction, message: int) -> None:
    """Take the public answer to this interaction back, where Discord lets us."""
    with contextlib.suppress(*TROUBLE):
        if _is_deferred(interaction):
            await interaction.followup.delete_message(message)
        else:
            await interaction.delete_original_response()


def edits_what_was_pressed(interaction: Interaction) -> bool:
    """Whether this interaction edits the message that was pressed, rather than what was said as its answer."""
    return interaction.response.type in (
        None,
        discord.InteractionResponseType.message_update,
        discord.InteractionResponseType.deferred_message_update,
    )


def _is_answer_owed(interaction: Interaction) -> bool:
    """Whether an answer to a command was promised and is not given yet."""
    return _is_deferred(interaction) and "kept" not in interaction.extras


def _is_deferred(interaction: Interaction) -> bool:
    """Whether the first answer was a promise, kept or not; what is said publicly is a follow-up then."""
    return interaction.response.type is discord.InteractionResponseType.deferred_channel_message


async def _keep(interaction: Interaction, shown: ui.LayoutView, files: Sequence[discord.File] = ()) -> int:
    """Give the answer that was promised, to that person alone."""
    kept = await interaction.edit_original_response(view=shown, attachments=files)
    interaction.extras["kept"] = True
    return kept.id


def _ours(interaction: Interaction, message: int) -> int:
    """Note a message of ours, which buries nothing."""
    interaction.client.buried.posted(interaction.channel_id or 0, message)  # type: ignore[attr-defined] # app.Bot has it
    return message


def _done() -> str:
    return _("✔️ Done, the table shows it.")


def _paragraph(words: str) -> ui.LayoutView:
    return layout((Text(words),))
