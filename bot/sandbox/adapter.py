"""The one file that reaches into simcord: its backend as a Discord that lives, is watched and is saved.

simcord is made for tests inside one process: its clock stands still, its identifiers start anew, and it
keeps a log of everything. What is used of it, and how, is pinned by `tests/sandbox/test_adapter.py`.
"""

from __future__ import annotations

import importlib
import mimetypes
import secrets
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, BinaryIO

import discord
import msgspec
from simcord import interactions as wire
from simcord._clock import Clock
from simcord.backend import Backend, serializers
from simcord.backend.access import channel_accessible, message_accessible
from simcord.backend.cdn import CdnStore
from simcord.backend.errors import BackendError, OptionError, SetupError
from simcord.backend.models import Channel, Guild, GuildEmoji, Interaction, Message, User
from simcord.backend.models.interaction import ResponseKind
from simcord.components import walk_components
from simcord.gateway import FakeGateway, FakeWebSocket
from simcord.http import router

from bot.sandbox.errors import NotPossibleError, RefusalError

__all__ = [
    "Channel",
    "Interaction",
    "LocalDiscord",
    "Message",
    "Request",
    "ResponseKind",
    "User",
    "Wire",
    "walk_components",
]

_DISCORD_EPOCH_MS = 1420070400000
importlib.import_module("simcord.http.routes")  # on import it fills the router's table
Push = Callable[[str, Any], None]


class _WallClock(Clock):
    """The real time, plus whatever a test has advanced it by."""

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=self.elapsed)


class _Forgetful(list[Any]):
    """Stands where simcord logs every request and event, which would grow without bound."""

    def append(self, item: Any, /) -> None:
        """Forget it."""


class _Files(CdnStore):
    """Attachments as files in a directory, under addresses of our own."""

    def __init__(self, directory: Path, base: str) -> None:
        super().__init__()
        self.directory = directory
        self.base = base
        directory.mkdir(parents=True, exist_ok=True)

    def store_attachment(
        self, attachment_id: int, channel_id: int, filename: str, data: bytes, description: str | None
    ) -> dict[str, Any]:
        self.path(attachment_id).write_bytes(data)
        url = f"{self.base}/attachments/{channel_id}/{attachment_id}/{filename}"
        kind = mimetypes.guess_type(filename)[0] or "application/octet-stream"
        told = {"id": str(attachment_id), "filename": filename, "description": description, "size": len(data)}
        return {**told, "url": url, "proxy_url": url, "content_type": kind}

    def path(self, attachment_id: int) -> Path:
        return self.directory / str(int(attachment_id))


class _Backing(Backend):
    """simcord's backend with identifiers that never repeat, a real clock, and word of every message."""

    def __init__(self) -> None:
        self.last_id = 0
        self.on_message: Callable[[Message], None] = lambda _message: None
        self.on_gone: Callable[[int, int], None] = lambda _channel, _message: None
        super().__init__(clock=_WallClock())
        self.http_requests = _Forgetful()
        self.transcript = _Forgetful()

    def snowflake(self) -> int:
        now = (int(self.clock.now().timestamp() * 1000) - _DISCORD_EPOCH_MS) << 22
        self.last_id = max(self.last_id + 1, now)
        return self.last_id

    def new_interaction(self, type: int, channel_id: int, user_id: int, guild_id: int | None) -> Interaction:  # noqa: A002 -- simcord's own name
        record = super().new_interaction(type, channel_id, user_id, guild_id)
        del self.interaction_tokens[record.token]  # simcord's token can be guessed from the identifier
        record.token = secrets.token_urlsafe(24)
        self.interaction_tokens[record.token] = record.id
        return record

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        asked = message.interaction_metadata
        record = None if asked is None else self.interactions.get(int(asked["id"]))
        if asked is not None and record is not None and record.source_message_id is not None:
            asked["interacted_message_id"] = str(record.source_message_id)
        done = super().commit_message(message, broadcast=broadcast)
        self.on_message(done)
        return done

    def edit_message(self, channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
        done = super().edit_message(channel_id, message_id, fields)
        self.on_message(done)
        return done

    def delete_message(self, channel_id: int, message_id: int) -> None:
        super().delete_message(channel_id, message_id)
        self.on_gone(channel_id, message_id)

    def bulk_delete_messages(self, channel_id: int, message_ids: Iterable[int]) -> list[int]:
        gone = super().bulk_delete_messages(channel_id, message_ids)
        for message_id in gone:
            self.on_gone(channel_id, message_id)
        return gone


class Frozen(msgspec.Struct):
    """The world as it is written to disk."""

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


class _Parsers(dict[str, Any]):
    """Stands where discord.py's table of event parsers stood: every event goes to the wire."""

    def __init__(self, push: Push) -> None:
        super().__init__()
        self._push = push

    def __missing__(self, event: str) -> Callable[[Any], None]:
        return lambda payload: self._push(event, payload)

    def get(self, event: str, default: Any = None) -> Any:  # noqa: ARG002 -- dict's own signature
        return self[event]


class Request(msgspec.Struct):
    """One REST request of the bot, read; `files` are (name, open file, description)."""

    method: str
    path: str
    body: Any = None
    query: dict[str, str] = {}
    files: list[tuple[str, BinaryIO, str | None]] = []
    reason: str | None = None


class Wire:
    """One bot connection's view of the events: what its intents let through, as simcord shapes it."""

    def __init__(self, backend: Backend, intents: int, push: Push) -> None:
        flags = discord.Intents._from_value(intents)
        state = SimpleNamespace(intents=flags, parsers=_Parsers(push), _chunk_requests={})
        self._gateway = FakeGateway(backend, state)
        self._upstream = FakeWebSocket(backend, self._gateway)

    def feed(self, event: str, payload: Mapping[str, Any]) -> None:
        """Let one event through, unless the intents hold it back."""
        self._gateway.feed(event, payload)

    async def request_members(self, ask: Mapping[str, Any]) -> None:
        """Answer a gateway REQUEST_GUILD_MEMBERS by member chunks."""
        await self._upstream.request_chunks(
            int(ask["guild_id"]),
            ask.get("query") or None,
            limit=int(ask.get("limit") or 0),
            user_ids=[int(user) for user in ask.get("user_ids") or []] or None,
            presences=bool(ask.get("presences")),
            nonce=ask.get("nonce"),
        )


class LocalDiscord:
    """Discord's state and rules, without a wire: what the doors and the page stand on."""

    def __init__(self, files: Path, base: str, bot_name: str) -> None:
        """Begin an empty world whose attachments lie in `files` and are served under `base`."""
        self._b = _Backing()
        self._files = _Files(files, f"{base}/cdn")
        self._b.cdn = self._files
        self._b.bot_user.name = bot_name
        self.closed_dms: set[int] = set()

    # ------------------------------------------------------------ watching
    def watch(self, event: Push, message: Callable[[Message], None], gone: Callable[[int, int], None]) -> None:
        """Have every gateway event, and every message that appears, changes or goes, told."""
        self._b.subscribers.append(event)
        self._b.on_message = message
        self._b.on_gone = gone

    def wire(self, intents: int, push: Push) -> Wire:
        """Return the event filter of one new bot connection."""
        return Wire(self._b, intents, push)

    # ------------------------------------------------------------ REST
    def dispatch(self, request: Request) -> Any:
        """Carry out one REST request of the bot; raise `RefusalError` where Discord answers an error."""
        files = [SimpleNamespace(fp=file, filename=name, description=text) for name, file, text in request.files]
        try:
            return router.dispatch(
                self._b,
                request.method,
                request.path,
                json=request.body,
                params=request.query,
                files=files,
                reason=request.reason,
            )
        except BackendError as error:
            raise RefusalError(error.status, error.code, error.message, error.errors) from None
        except (SetupError, ValueError, TypeError, KeyError) as error:
            raise RefusalError(400, 50035, f"Invalid Form Body: {type(error).__name__}: {error}") from error

    def attachment(self, attachment_id: int) -> Path:
        """Return the path of an attachment's bytes (which may no longer be there)."""
        return self._files.path(attachment_id)

    # ------------------------------------------------------------ reading
    @property
    def bot(self) -> User:
        """The bot's own account."""
        return self._b.bot_user

    @property
    def application_id(self) -> int:
        """The bot's application."""
        return self._b.application_id

    @property
    def users(self) -> dict[int, User]:
        """Everybody, the bot included."""
        return self._b.users

    @property
    def guilds(self) -> dict[int, Guild]:
        """The servers."""
        return self._b.guilds

    @property
    def channels(self) -> dict[int, Channel]:
        """All channels, threads and direct messages."""
        return self._b.channels

    def messages(self, channel_id: int) -> dict[int, Message]:
        """Return a channel's messages, oldest first; private ones too."""
        return self._b.messages.get(channel_id, {})

    def interaction(self, interaction_id: int) -> Interaction | None:
        """Return an interaction of the last quarter of an hour."""
        return self._b.interactions.get(interaction_id)

    def dm_channel(self, user_id: int) -> int:
        """Return the channel of a person's direct messages with the bot."""
        return self._b.get_dm_channel(user_id).id

    def dm_partner(self, channel_id: int) -> int | None:
        """Return whose direct messages this channel holds; None for any other channel."""
        channel = self._b.channels.get(channel_id)
        return channel.recipient_ids[0] if channel is not None and channel.recipient_ids else None

    def sees_channel(self, user_id: int, channel_id: int) -> bool:
        """Whether a person may look into a channel."""
        return channel_accessible(self._b, channel_id, user_id)

    def sees(self, user_id: int, message: Message) -> bool:
        """Whether a person may see a message."""
        return message_accessible(self._b, message.channel_id, message, user_id)

    def allowed(self, user_id: int, channel_id: int, *permissions: str) -> bool:
        """Whether somebody (also the bot) has all these permissions in a channel."""
        channel = self._b.channels.get(channel_id)
        if channel is None or channel.guild_id is None:
            return channel is not None
        held = self._b.compute_permissions(channel.guild_id, user_id, channel_id)
        return all(held & int(getattr(discord.Permissions, name).flag) for name in permissions)

    def commands(self, user_id: int, channel_id: int) -> list[dict[str, Any]]:
        """Return the slash commands that a person finds in a channel."""
        return self._b.visible_commands(user_id=user_id, channel_id=channel_id)

    def guild_event(self, guild_id: int) -> dict[str, Any]:
        """Return the payload of a server's GUILD_CREATE."""
        return dict(serializers.guild_create_payload(self._b, self._b.guilds[guild_id]))

    def user_payload(self, user_id: int) -> dict[str, Any]:
        """Return a user as the wire shows one."""
        return dict(serializers.user_payload(self._b.users[user_id]))

    def member_payload(self, guild_id: int, user_id: int) -> dict[str, Any]:
        """Return a member, without the user inside, as the wire shows one."""
        guild = self._b.guilds[guild_id]
        return dict(serializers.member_payload(self._b, guild, guild.members[user_id], with_user=False))

    def role_payload(self, guild_id: int, role_id: int) -> dict[str, Any]:
        """Return a role as the wire shows one."""
        return dict(serializers.role_payload(self._b.guilds[guild_id].roles[role_id]))

    def channel_payload(self, channel_id: int, viewer: int) -> dict[str, Any]:
        """Return a channel as an interaction shows it, with the viewer's permissions in it."""
        channel = self._b.channels[channel_id]
        payload: dict[str, Any] = dict(serializers.channel_payload(self._b, channel))
        if channel.guild_id is not None:
            payload["permissions"] = str(self._b.compute_permissions(channel.guild_id, viewer, channel.id))
        return payload

    # ------------------------------------------------------------ people
    def found_server(self, name: str, owner_id: int, channel: str, topic: str, thread: str) -> None:
        """Set up a server with one channel and one thread in it."""
        guild = self._b.create_guild(name, owner_id=owner_id)
        place = self._b.create_channel(guild.id, channel, topic=topic)
        self._b.create_thread(place.id, thread, owner_id, broadcast=False)

    def new_user(self, name: str, shown: str) -> User:
        """Make an account; it is in no server yet."""
        return self._b.make_user(name, global_name=shown)

    def join(self, user_id: int) -> None:
        """Let somebody into every server there is, and open their direct messages."""
        for guild in self._b.guilds.values():
            if user_id not in guild.members:
                self._b.add_member(guild.id, user_id, announce=True)
        self._b.get_dm_channel(user_id)

    def post(self, user_id: int, channel_id: int, content: str, reply_to: int | None = None) -> Message:
        """Have a person say something."""
        reference = None if reply_to is None else {"message_id": str(reply_to), "channel_id": str(channel_id)}
        try:
            return self._b.create_message(channel_id, user_id, content, reference=reference)
        except BackendError as error:
            raise NotPossibleError(error.message) from None

    # ------------------------------------------------------------ interactions
    def interact(
        self, kind: int, channel_id: int, user_id: int, data: dict[str, Any], source: Message | None = None
    ) -> Interaction:
        """Send the bot an interaction of one of Discord's types and return its record."""
        guild_id = self._b.channels[channel_id].guild_id
        record, payload = wire.base_payload(
            self._b, type=kind, channel_id=channel_id, guild_id=guild_id, user_id=user_id, data=data
        )
        if source is not None:
            record.source_message_id = source.id
            payload["message"] = dict(serializers.message_payload(self._b, source))
        self._b.emit("INTERACTION_CREATE", payload)
        return record

    def leaf(self, command: dict[str, Any], path: list[str]) -> tuple[dict[str, Any], list[str]]:
        """Return the subcommand that a command's path leads to, and the names on the way."""
        try:
            return wire.walk_to_subcommand(command, path)
        except SetupError as error:
            raise NotPossibleError(str(error)) from None

    def leaves(self, command: dict[str, Any]) -> list[tuple[list[str], dict[str, Any]]]:
        """Return everything that can be called of a command, each with its path."""
        return wire.command_leaves(command)

    def nest(self, command: dict[str, Any], path: list[str], options: list[dict[str, Any]]) -> Any:
        """Wrap filled options in the subcommands that they belong to."""
        return wire.nest_options(command, path, options)

    def parse_option(self, command: str, option: dict[str, Any], raw: Any) -> Any:
        """Turn what was typed for a text, number or yes/no option into its value, checked."""
        try:
            return wire.parse_option_input(command, option, raw)
        except OptionError as error:
            raise NotPossibleError(str(error)) from None

    # ------------------------------------------------------------ keeping
    def freeze(self) -> Frozen:
        """Return all that must outlive the process."""
        b = self._b
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
        )

    def thaw(self, saved: Frozen) -> None:
        """Become the world that was saved."""
        b = self._b
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

    def trim(self, keep: int) -> None:
        """Forget what is past use: all but `keep` messages a channel, their files, dead interactions."""
        b = self._b
        for found in b.messages.values():
            for message_id in list(found)[: max(0, len(found) - keep)]:
                for attachment in found.pop(message_id).attachments:
                    self.attachment(int(attachment["id"])).unlink(missing_ok=True)
        now = b.now_iso()
        for record in [r for r in b.interactions.values() if r.expires_at is not None and r.expires_at < now]:
            del b.interactions[record.id]
            b.interaction_tokens.pop(record.token, None)
        for guild in b.guilds.values():
            del guild.audit_log_entries[:-50]
