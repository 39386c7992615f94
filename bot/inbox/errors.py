"""When something cannot be done: the sentence that helps, in private; when something broke: a reference."""

import logging
import secrets

import discord
from discord import app_commands

from bot.inbox.request import Request, Unshown, pressed_in
from bot.outbox.interaction import Interaction
from bot.outbox.reply import whisper
from bot.presses.base import AtTable
from bot.screens import refusals
from bot.tables.model import TableInfo, Trouble
from engine.core.refusals import Refused

log = logging.getLogger(__name__)

GONE = (10062, 40060)
"""Discord's codes for an interaction that nobody waits for any more."""


class UnknownPress(Exception):  # noqa: N818 - an answer to a person, not an error of the program
    """An id that stands for nothing here: of another version of the bot, or forged."""


async def tell(interaction: Interaction, error: Exception) -> None:
    """Tell the person who asked what became of it: why it cannot be done, or that it counts and is not shown yet.

    A refusal has its sentence. Anything else is a fault: they get a short reference id, the log has the rest.
    """
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    try:
        sentence = await _sentence(interaction, cause)
        if sentence:
            await whisper(interaction, sentence)
    except discord.HTTPException as failed:
        log.warning("A sentence could not be delivered: %d %d", failed.status, failed.code)


async def _sentence(interaction: Interaction, cause: BaseException) -> str:
    """What to say; "" where nobody is there to hear it."""
    if isinstance(cause, Refused | Trouble):
        return refusals.sentence(cause, await _table(interaction))
    if isinstance(cause, UnknownPress):
        return refusals.unknown_press()
    if isinstance(cause, discord.NotFound) and cause.code in GONE:
        log.info("An interaction was answered too late; what it asked for is saved and will be shown.")
        return ""
    if isinstance(cause, discord.Forbidden):
        log.warning("A channel does not let the bot in: %d", cause.code)
        return refusals.missing_permissions(["View Channel", "Send Messages"])
    reference = secrets.token_hex(3)
    if isinstance(cause, Unshown):
        log.error("Fault %s in showing what is saved", reference, exc_info=cause.__cause__)
        return refusals.unshown(reference)
    log.error("Fault %s in an interaction", reference, exc_info=cause)
    return refusals.fault(reference)


async def _table(interaction: Interaction) -> TableInfo | None:
    """The table that an interaction was about, for the names in a sentence."""
    looking = Request(interaction).tables.looking
    press = pressed_in(interaction)
    try:
        if isinstance(press, AtTable):
            return await looking.table(press.table)
        return await looking.at(interaction.channel_id or 0)
    except Exception:
        log.warning("A sentence does without names: its table cannot be read.", exc_info=True)
        return None
