"""When something cannot be done: the sentence that helps, in private; when something broke: a reference."""

import logging
import secrets

import discord
from discord import app_commands

from bot.inbox.house import house_of
from bot.outbox.interaction import Interaction
from bot.outbox.reply import whisper
from bot.screens import ids, refusals
from bot.tables.model import TableInfo, Trouble
from engine.core.refusals import Refused

log = logging.getLogger(__name__)

GONE = (10062, 40060)
"""Discord's codes for an interaction that nobody waits for any more."""


async def tell(interaction: Interaction, error: Exception) -> None:
    """Tell the person who asked why it did not work; nothing has changed.

    A refusal has its sentence. Anything else is a fault: they get a short reference id, the log has the rest.
    """
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    try:
        if isinstance(cause, Refused | Trouble):
            await whisper(interaction, refusals.sentence(cause, await _table(interaction)))
        elif isinstance(cause, discord.NotFound) and cause.code in GONE:
            log.info("An interaction was answered too late; what it asked for is saved and will be shown.")
        elif isinstance(cause, discord.Forbidden):
            log.warning("A channel does not let the bot in: %d", cause.code)
            await whisper(interaction, refusals.missing_permissions(["View Channel", "Send Messages"]))
        else:
            reference = secrets.token_hex(3)
            log.error("Fault %s in an interaction", reference, exc_info=cause)
            await whisper(interaction, refusals.fault(reference))
    except discord.HTTPException as failed:
        log.warning("A sentence could not be delivered: %d %d", failed.status, failed.code)


async def _table(interaction: Interaction) -> TableInfo | None:
    """The table that an interaction was about, for the names in a sentence."""
    tables = house_of(interaction).tables
    written = str(dict(interaction.data or {}).get("custom_id", ""))
    press = ids.read(written)
    if press is not None and press.table:
        return await tables.looking.table(press.table)
    return await tables.looking.at(interaction.channel_id or 0)
