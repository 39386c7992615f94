"""Save and restore the state of the local Discord, which simcord's backend holds."""

from __future__ import annotations

from typing import Any

import msgspec
from simcord.backend.models import Channel, Guild, GuildEmoji, Interaction, Message, User

from bot.sandbox.adapter.backing import Backing, Files

#: How long a form may stay open after its token has expired, in seconds.
_FORM_OPEN = 86400


class Frozen(msgspec.Struct):
    """The state of the local Discord in its stored form."""

    last_id: int
    application_id: int
    bot_id: int
    users: dict[int, User]
    guilds: dict[int, Guild]
    channels: dict[int, Channel]
    messages: dict[int, dict[int, Message]]
    dm_channels: dict[int, int]
    commands: list[tuple[int | None, list[dict[str, Any]]]]
    interactions: dict[int, Interaction]
    emojis: dict[int, GuildEmoji]
    notified: dict[int, list[int]] = {}


def freeze(b: Backing) -> Frozen:
    """Return all state that must survive the end of the process."""
    return Frozen(
        last_id=b.last_id,
        application_id=b.application_id,
        bot_id=b.bot_user.id,
        users=b.users,
        guilds=b.guilds,
        channels=b.channels,
        messages=b.messages,
        dm_channels=b.dm_channels,
        commands=[(scope, list(found.values())) for scope, found in b.commands.items()],
        interactions=b.interactions,
        emojis=b.application_emojis,
        notified=b.notified,
    )


def thaw(b: Backing, saved: Frozen) -> None:
    """Restore a saved state."""
    b.last_id = max(b.last_id, saved.last_id)
    b.application_id = saved.application_id
    b.users, b.guilds, b.channels = saved.users, saved.guilds, saved.channels
    b.messages, b.dm_channels = saved.messages, saved.dm_channels
    b.bot_user = saved.users[saved.bot_id]
    b.commands = {
        scope: {(command["name"], int(command["type"])): command for command in found}
        for scope, found in saved.commands
    }
    b.interactions = saved.interactions
    b.interaction_tokens = {record.token: record.id for record in saved.interactions.values()}
    b.application_emojis = saved.emojis
    b.notified = saved.notified


def trim(b: Backing, files: Files, keep: int) -> None:
    """Delete old data: all messages except the newest `keep` in each channel, their files, and expired interactions."""
    for found in b.messages.values():
        for message_id in list(found)[: max(0, len(found) - keep)]:
            for attachment in found.pop(message_id).attachments:
                files.path(int(attachment["id"])).unlink(missing_ok=True)
    here = {message for found in b.messages.values() for message in found}
    b.notified = {message: whom for message, whom in b.notified.items() if message in here}
    _forget_interactions(b)
    for guild in b.guilds.values():
        del guild.audit_log_entries[:-50]


def _forget_interactions(b: Backing) -> None:
    """Delete interactions whose token has expired.

    An interaction with a form that was not submitted yet is deleted a day later, because the form may still be open.
    """
    now, yesterday = b.now_iso(), b.iso_after(-_FORM_OPEN)
    for record in list(b.interactions.values()):
        open_form = record.modal is not None and not record.modal_consumed
        if record.expires_at is not None and record.expires_at < (yesterday if open_form else now):
            del b.interactions[record.id]
            b.interaction_tokens.pop(record.token, None)
