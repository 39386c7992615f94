"""Refuse requests that Discord refuses because of their place.

Examples are an expired token, an archived thread, and a missing permission.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bot.sandbox.adapter import Channel, LocalDiscord, Request
from bot.sandbox.errors import RefusalError, invalid_form, missing_permissions

_TOKEN = re.compile(r"/webhooks/(\d+)/([^/]+)(/messages/[^/]+)?")
_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")
_MESSAGES = re.compile(r"/channels/(\d+)/messages(?:/(\d+))?")
_CHANNEL = re.compile(r"/channels/(\d+)")
_THREADS = re.compile(r"/channels/(\d+)/(?:messages/\d+/)?threads")
_ARCHIVE_AFTER = (60, 1440, 4320, 10080)  # minutes
_THREAD_TYPES = (10, 11, 12)
_THREAD_PARENTS = (0, 5, 15)


def check_place(discord: LocalDiscord, request: Request) -> None:
    """Raise `RefusalError` if Discord would refuse this request because of its place."""
    path, method = request.path, request.method
    if found := _TOKEN.fullmatch(path):
        _check_token(discord, int(found[1]), found[2], edits=bool(found[3]) and method != "GET")
    elif found := _CALLBACK.fullmatch(path):
        asked = discord.interaction(int(found[1]))
        if asked is not None and _shut(discord, discord.channels.get(asked.channel_id), asked.user_id):
            raise _archived()
    elif found := _MESSAGES.fullmatch(path):
        _check_messages(discord, method, int(found[1]), int(found[2] or 0))
        if method in ("POST", "PATCH") and isinstance(request.body, Mapping):
            _check_permissions(discord, int(found[1]), request.body, bool(request.files))
    elif method == "POST" and (found := _THREADS.fullmatch(path)):
        _check_new_thread(discord, int(found[1]), request.body)
    elif method == "PATCH" and (found := _CHANNEL.fullmatch(path)):
        _check_change(discord, int(found[1]), request.body)


def _check_token(discord: LocalDiscord, webhook: int, token: str, *, edits: bool) -> None:
    if webhook != discord.application_id:
        return
    asked = discord.by_token(token)
    if asked is None:
        raise RefusalError(401, 50027, "Invalid Webhook Token")
    if not asked.responded:
        raise RefusalError(404, 10015, "Unknown Webhook")
    if edits and _resting(discord.channels.get(asked.channel_id)):
        raise _archived()


def _check_messages(discord: LocalDiscord, method: str, channel_id: int, message_id: int) -> None:
    channel = discord.channels.get(channel_id)
    if method == "POST" and not message_id and channel is not None and channel.thread_metadata is not None:
        if _shut(discord, channel, discord.bot.id):
            raise _archived()
        if channel.thread_metadata.locked and not discord.writable(discord.bot.id, channel_id):
            raise RefusalError(400, 160005, "This thread is locked")
    if method in ("PATCH", "DELETE") and message_id:
        if _resting(channel):
            raise _archived()
        message = discord.messages(channel_id).get(message_id)
        own = message is None or message.author_id == discord.bot.id
        if method == "DELETE" and not own and discord.dm_partner(channel_id) is not None:
            raise RefusalError(403, 50003, "Cannot execute action on a DM channel")


def _check_permissions(discord: LocalDiscord, channel: int, message: Mapping[str, Any], files: bool) -> None:
    """Check that the bot has the permissions for a message's files, embeds and reply. Raises `RefusalError`."""
    if channel not in discord.channels or not discord.is_in(discord.bot.id, channel):
        return
    needed = [*(["attach_files"] if files else []), *(["embed_links"] if message.get("embeds") else [])]
    if not discord.allowed(discord.bot.id, channel, *needed):
        raise missing_permissions()
    if message.get("message_reference") and not discord.allowed(discord.bot.id, channel, "read_message_history"):
        raise RefusalError(400, 160002, "Cannot reply without permission to read message history")


def _check_new_thread(discord: LocalDiscord, channel_id: int, body: Any) -> None:
    channel = discord.channels.get(channel_id)
    if channel is not None and channel.type not in _THREAD_PARENTS:
        raise RefusalError(400, 50024, "Cannot execute action on this channel type")
    asked: Mapping[str, Any] = body if isinstance(body, Mapping) else {}
    if not 1 <= len(str(asked.get("name") or "")) <= 100:
        raise invalid_form("name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    if asked.get("auto_archive_duration", _ARCHIVE_AFTER[0]) not in (*_ARCHIVE_AFTER, None):
        raise invalid_form("auto_archive_duration", "BASE_TYPE_CHOICES", f"Must be one of {_ARCHIVE_AFTER}.")
    if asked.get("type", _THREAD_TYPES[0]) not in _THREAD_TYPES:
        raise invalid_form("type", "BASE_TYPE_CHOICES", f"Must be one of {_THREAD_TYPES}.")


def _check_change(discord: LocalDiscord, channel_id: int, body: Any) -> None:
    """Check a change of a thread that may be archived. Raises `RefusalError`.

    An archived thread must be reopened before any other change. A locked one can be reopened only by somebody who may
    manage threads.
    """
    if not _resting(discord.channels.get(channel_id)) or not isinstance(body, Mapping):
        return
    if body.get("archived") is not False:
        raise _archived()
    if not discord.writable(discord.bot.id, channel_id):
        raise missing_permissions()


def _resting(channel: Channel | None) -> bool:
    return channel is not None and channel.thread_metadata is not None and channel.thread_metadata.archived


def _shut(discord: LocalDiscord, channel: Channel | None, user_id: int) -> bool:
    """Return whether a thread is archived and a message by this person cannot reopen it."""
    return channel is not None and _resting(channel) and not discord.writable(user_id, channel.id)


def _archived() -> RefusalError:
    return RefusalError(400, 50083, "Thread is archived")
