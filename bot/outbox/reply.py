"""Answers interactions, whatever state their answer is in."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO

import discord
from discord import ui

from bot.outbox.failures import TROUBLE
from bot.outbox.pictures import Printed, Question, send_drawn
from bot.outbox.render import Interaction, layout
from bot.screens.model import Download, Text
from bot.words.language import _

log = logging.getLogger(__name__)

TIMEOUT = 1.5
"""Seconds after which an answer is deferred; Discord waits for three."""

NO_FILES = (403, 413)
"""The statuses by which a file is refused: it may not be attached here, or is too large."""

MOST_AS_TEXT = 40_000
"""A refused file is sent as text up to this length, in characters."""

PIECE = 3900
"""The longest piece of a text in one message, in characters."""


def defer_in_time(interaction: Interaction) -> Callable[[], object]:
    """Defer the answer where none is on its way after `TIMEOUT`; it is edited in when it is there.

    Return a function that ends this.
    """

    async def promise() -> None:
        if not interaction.response.is_done():
            interaction.extras["promising"] = True
            # To a command privately: it may end in a refusal, and what is promised publicly stays public.
            command = interaction.type is discord.InteractionType.application_command
            with contextlib.suppress(*TROUBLE):
                await interaction.response.defer(ephemeral=command)

    def begin() -> None:
        interaction.extras["promise"] = asyncio.create_task(promise())

    def end() -> None:
        timer.cancel()
        interaction.extras.pop("timer", None)  # with its context it would be kept as long as the token
        if (task := interaction.extras.get("promise")) is not None:
            task.cancel()

    timer = interaction.extras["timer"] = asyncio.get_running_loop().call_later(TIMEOUT, begin)
    return end


async def settle_deferral(interaction: Interaction) -> None:
    """Make way for an answer: defer no more, and wait until a deferral that is on its way has arrived.

    Discord takes one first answer.
    """
    timer: asyncio.TimerHandle | None = interaction.extras.get("timer")
    if timer is not None:
        timer.cancel()
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
    """Say something that only the person who asked sees; return the message's id, None where it has a file.

    `pages` are the drawn pages that it shows. A `file` that is refused is sent as text.
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
            await _say(interaction, _paragraph(_("📎 I can’t attach files here. Ask me in a DM.")))
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
    """Return a text in blocks that fit a message each; lines are split only where they are longer than that."""
    pieces = [""]
    for line in text.replace("```", "`\u200b``").splitlines(keepends=True):
        for part in (line[at : at + PIECE] for at in range(0, len(line), PIECE)):
            if len(pieces[-1]) + len(part) > PIECE:
                pieces.append("")
            pieces[-1] += part
    return [f"```\n{piece}\n```" for piece in pieces]


def more_follows(interaction: Interaction) -> None:
    """Note that an ephemeral message follows when the channel shows the table: a command needs no other."""
    interaction.extras["more follows"] = True


async def acknowledge(interaction: Interaction) -> None:
    """Answer a request that is carried out and shown in the channel; only a command needs words."""
    await settle_deferral(interaction)
    command = interaction.type is discord.InteractionType.application_command
    if command and "more follows" in interaction.extras:
        return
    if _is_answer_owed(interaction) or (command and not interaction.response.is_done()):
        await reply_ephemeral(interaction, _done())
    elif not interaction.response.is_done():
        await interaction.response.defer()


async def edit(interaction: Interaction, shown: ui.LayoutView, pages: Sequence[Printed] = ()) -> None:
    """Edit the message that was pressed; `pages` replace those that it showed."""
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
    """Edit a private message: the one that was pressed, or one that answered this interaction."""
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
    """Edit the notice that was pressed."""
    await settle_deferral(interaction)
    quiet = discord.AllowedMentions.none()
    if not interaction.response.is_done():
        await interaction.response.edit_message(content=words, view=buttons, allowed_mentions=quiet)
    else:
        await interaction.edit_original_response(content=words, view=buttons, allowed_mentions=quiet)


async def post(
    interaction: Interaction, shown: ui.LayoutView, pings: discord.AllowedMentions, pages: Sequence[Printed] = ()
) -> int:
    """Answer publicly in the channel, with `pages`; return the id of the message."""
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
    """Open a form, which must be the first answer."""
    await send_drawn(interaction.client, form, partial(interaction.response.send_modal, form))


async def edit_public_answer(interaction: Interaction, message: int, shown: ui.LayoutView) -> None:
    """Edit the public answer to this interaction, the message with this id; where that fails it stays."""

    async def change() -> None:
        if _is_deferred(interaction):
            await interaction.followup.edit_message(message, view=shown)
        else:
            await interaction.edit_original_response(view=shown)

    with contextlib.suppress(*TROUBLE):
        await send_drawn(interaction.client, shown, change)


async def delete_public_answer(interaction: Interaction, message: int) -> None:
    """Delete the public answer to this interaction, where Discord lets us."""
    with contextlib.suppress(*TROUBLE):
        if _is_deferred(interaction):
            await interaction.followup.delete_message(message)
        else:
            await interaction.delete_original_response()


def edits_what_was_pressed(interaction: Interaction) -> bool:
    """Return whether this interaction edits the message that was pressed, rather than its own answer."""
    return interaction.response.type in (
        None,
        discord.InteractionResponseType.message_update,
        discord.InteractionResponseType.deferred_message_update,
    )


def _is_answer_owed(interaction: Interaction) -> bool:
    """Return whether the answer to a command was deferred and is not given yet."""
    return _is_deferred(interaction) and "kept" not in interaction.extras


def _is_deferred(interaction: Interaction) -> bool:
    """Return whether the first answer was a deferral; what is said publicly is a follow-up then."""
    return interaction.response.type is discord.InteractionResponseType.deferred_channel_message


async def _keep(interaction: Interaction, shown: ui.LayoutView, files: Sequence[discord.File] = ()) -> int:
    """Give the deferred answer, to that person alone; return its id."""
    kept = await interaction.edit_original_response(view=shown, attachments=files)
    interaction.extras["kept"] = True
    return kept.id


def _ours(interaction: Interaction, message: int) -> int:
    """Note a message of ours, which buries nothing; return its id."""
    interaction.client.buried.posted(interaction.channel_id or 0, message)  # type: ignore[attr-defined] # app.Bot has it
    return message


def _done() -> str:
    return _("✔️ Done.")


def _paragraph(words: str) -> ui.LayoutView:
    return layout((Text(words),))
