"""simcord's backend as a server that keeps running.

It has unique identifiers, the real time, and events for all messages.
"""

from __future__ import annotations

import mimetypes
import secrets
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from simcord._clock import Clock
from simcord.backend import Backend
from simcord.backend.cdn import CdnStore
from simcord.backend.models import Channel, Interaction, Message

from bot.wall_clock import utc_now

#: A message's flag while the bot is thinking of its answer.
THINKING = 1 << 7
_DISCORD_EPOCH_MS = 1420070400000


class _WallClock(Clock):
    """A clock that shows the real time, plus any time that a test adds."""

    def now(self) -> datetime:
        return utc_now() + timedelta(seconds=self.elapsed)


class _Forgetful(list[Any]):
    """A list that always stays empty.

    It replaces simcord's logs of requests and events, which would grow without limit.
    """

    def append(self, item: Any, /) -> None:
        """Discard the item."""


class Files(CdnStore):
    """Stores attachments as files in a directory, and serves them under the local Discord's own addresses."""

    def __init__(self, directory: Path, base: str) -> None:
        super().__init__()
        self.directory = directory
        self.base = base
        directory.mkdir(parents=True, exist_ok=True)

    def store_attachment(
        self, attachment_id: int, channel_id: int, filename: str, data: bytes, description: str | None
    ) -> dict[str, Any]:
        """Store an attachment, and return its payload as Discord sends it."""
        self.path(attachment_id).write_bytes(data)
        url = f"{self.base}/attachments/{channel_id}/{attachment_id}/{filename}"
        kind = mimetypes.guess_type(filename)[0] or "application/octet-stream"
        told = {"id": str(attachment_id), "filename": filename, "description": description, "size": len(data)}
        return {**told, "url": url, "proxy_url": url, "content_type": kind}

    def path(self, attachment_id: int) -> Path:
        """Return the path of an attachment's file."""
        return self.directory / str(int(attachment_id))


class Backing(Backend):
    """simcord's backend with identifiers that never repeat, a real clock, and events for every message."""

    def __init__(self) -> None:
        self.last_id = 0
        self.on_message: Callable[[Message], None] = lambda _message: None
        self.on_gone: Callable[[int, int], None] = lambda _channel, _message: None
        #: The people whom a message has notified, by the message's id. If no edit has changed a message's mentions,
        #: the message is not listed: an edit notifies nobody.
        self.notified: dict[int, list[int]] = {}
        super().__init__(clock=_WallClock())
        self.http_requests = _Forgetful()
        self.transcript = _Forgetful()

    def snowflake(self) -> int:
        """Return an identifier that contains the time. It is greater than all earlier identifiers."""
        now = (int(self.clock.now().timestamp() * 1000) - _DISCORD_EPOCH_MS) << 22
        self.last_id = max(self.last_id + 1, now)
        return self.last_id

    def new_interaction(self, type: int, channel_id: int, user_id: int, guild_id: int | None) -> Interaction:  # noqa: A002 -- simcord's own name
        """Begin an interaction with a token that cannot be guessed."""
        record = super().new_interaction(type, channel_id, user_id, guild_id)
        del self.interaction_tokens[record.token]  # simcord's token can be guessed from the identifier
        record.token = secrets.token_urlsafe(24)
        self.interaction_tokens[record.token] = record.id
        return record

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        """Store a message, and report it to `on_message`."""
        asked = message.interaction_metadata
        record = None if asked is None else self.interactions.get(int(asked["id"]))
        if asked is not None and record is not None and record.source_message_id is not None:
            asked["interacted_message_id"] = str(record.source_message_id)
        channel = self.get_channel(message.channel_id)
        self._reopen(channel)
        before = channel.last_message_id
        done = super().commit_message(message, broadcast=broadcast)
        if message.is_ephemeral:
            channel.last_message_id = before  # a message for one person is not the channel's last message
        self.on_message(done)
        return done

    def _reopen(self, channel: Channel) -> None:
        """Reopen an archived thread, because a message was posted in it."""
        if channel.thread_metadata is not None and channel.thread_metadata.archived:
            self.edit_channel(channel.id, {}, thread_metadata={"archived": False})

    def edit_message(self, channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
        """Change a message, and report it to `on_message`. The list of people whom it has notified stays the same."""
        message = self.get_message(channel_id, message_id)
        pinged, thinking = list(message.ping_user_ids), message.flags & THINKING
        done = super().edit_message(channel_id, message_id, fields)
        if not thinking and done.ping_user_ids != pinged:
            self.notified.setdefault(message_id, pinged)
        self.on_message(done)
        return done

    def delete_message(self, channel_id: int, message_id: int) -> None:
        """Delete a message, and report it to `on_gone`."""
        super().delete_message(channel_id, message_id)
        self.on_gone(channel_id, message_id)

    def bulk_delete_messages(self, channel_id: int, message_ids: Iterable[int]) -> list[int]:
        """Delete several messages, and report each to `on_gone`."""
        gone = super().bulk_delete_messages(channel_id, message_ids)
        for message_id in gone:
            self.on_gone(channel_id, message_id)
        return gone
