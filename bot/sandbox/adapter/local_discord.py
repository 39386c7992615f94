"""Discord's state and rules, as simcord implements them, for the people and the bot that use them."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
from simcord import interactions as wire
from simcord.backend import serializers
from simcord.backend.access import channel_accessible, message_accessible
from simcord.backend.errors import BackendError, OptionError, SetupError
from simcord.backend.models import Channel, Guild, GuildEmoji, Interaction, Message, User
from simcord.http import router

from bot.sandbox.adapter.backing import Backing, Files
from bot.sandbox.adapter.kept import Frozen, freeze, thaw, trim
from bot.sandbox.adapter.wire import Push, Request, Wire
from bot.sandbox.errors import NotPossibleError, RefusalError

importlib.import_module("simcord.http.routes")  # importing it fills the router's table


class LocalDiscord:
    """Discord's state and rules without a network. The servers and the page are built on it."""

    def __init__(self, files: Path, base: str, bot_name: str) -> None:
        """Start without any servers. Attachments are stored in `files` and served under `base`."""
        self._b = Backing()
        self._files = Files(files, f"{base}/cdn")
        self._b.cdn = self._files
        self._b.bot_user.name = bot_name

    @classmethod
    def over(cls, backend: Any) -> LocalDiscord:
        """Return Discord's rules for a simcord backend that belongs to other code. Use the result only for queries."""
        found = cls.__new__(cls)
        found._b = backend
        return found

    # ------------------------------------------------------------ watching
    def watch(self, event: Push, message: Callable[[Message], None], gone: Callable[[int, int], None]) -> None:
        """Report all changes to these functions.

        `event` is called with every gateway event, `message` with every new or changed message, and `gone` with the
        ids of every deleted message and its channel.
        """
        self._b.subscribers.append(event)
        self._b.on_message = message
        self._b.on_gone = gone

    def wire(self, intents: int, push: Push) -> Wire:
        """Return the event filter for a new connection of the bot. `push` receives the events that pass the filter."""
        return Wire(self._b, intents, push)

    # ------------------------------------------------------------ REST
    def dispatch(self, request: Request) -> Any:
        """Carry out one REST request of the bot. Raises `RefusalError` if Discord would answer with an error."""
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
        """Return the path of an attachment's file. The file may have been deleted."""
        return self._files.path(attachment_id)

    def emoji_picture(self, emoji_id: int) -> Path:
        """Return the path of the picture for an application emoji."""
        return self._files.directory / f"emoji-{int(emoji_id)}"

    # ------------------------------------------------------------ reading
    @property
    def bot(self) -> User:
        """The bot's own account."""
        return self._b.bot_user

    @property
    def application_id(self) -> int:
        """The id of the bot's application."""
        return self._b.application_id

    @property
    def users(self) -> dict[int, User]:
        """All users by their ids, including the bot."""
        return self._b.users

    @property
    def guilds(self) -> dict[int, Guild]:
        """All servers by their ids."""
        return self._b.guilds

    @property
    def emojis(self) -> dict[int, GuildEmoji]:
        """The application's emojis by their ids."""
        return self._b.application_emojis

    @property
    def now(self) -> datetime:
        """The present time by the local Discord's clock."""
        return self._b.clock.now()

    @property
    def channels(self) -> dict[int, Channel]:
        """All channels, threads and direct messages by their ids."""
        return self._b.channels

    def messages(self, channel_id: int) -> dict[int, Message]:
        """Return a channel's messages by their ids, oldest first. Ephemeral messages are included."""
        return self._b.messages.get(channel_id, {})

    def interaction(self, interaction_id: int) -> Interaction | None:
        """Return the interaction with this id, or None if it is unknown or was deleted."""
        return self._b.interactions.get(interaction_id)

    def by_token(self, token: str) -> Interaction | None:
        """Return the interaction with this token. Return None if there is none, or if the token has expired."""
        found = self._b.interactions.get(self._b.interaction_tokens.get(token, 0))
        alive = found is not None and (found.expires_at is None or self._b.now_iso() < found.expires_at)
        return found if alive else None

    def notified(self, message: Message) -> list[int]:
        """Return the people whom a message has notified.

        They are those that the message mentioned when it was posted, because edits notify nobody.
        """
        return self._b.notified.get(message.id, message.ping_user_ids)

    def dm_channel(self, user_id: int) -> int:
        """Return the id of the DM channel of a person and the bot."""
        return self._b.get_dm_channel(user_id).id

    def dm_partner(self, channel_id: int) -> int | None:
        """Return the person to whom a channel for direct messages belongs, or None for any other channel."""
        channel = self._b.channels.get(channel_id)
        return channel.recipient_ids[0] if channel is not None and channel.recipient_ids else None

    def sees_channel(self, user_id: int, channel_id: int) -> bool:
        """Return whether a person may see a channel."""
        return channel_accessible(self._b, channel_id, user_id)

    def sees(self, user_id: int, message: Message) -> bool:
        """Return whether a person may see a message."""
        return message_accessible(self._b, message.channel_id, message, user_id)

    def allowed(self, user_id: int, channel_id: int, *permissions: str) -> bool:
        """Return whether a person or the bot has all these permissions in a channel."""
        channel = self._b.channels.get(channel_id)
        if channel is None or channel.guild_id is None:
            return channel is not None
        held = self._b.compute_permissions(channel.guild_id, user_id, channel_id)
        return all(held & int(getattr(discord.Permissions, name).flag) for name in permissions)

    def writable(self, user_id: int, channel_id: int) -> bool:
        """Return whether a person or the bot may write in a channel.

        To write in a locked thread, they need the permission to manage threads.
        """
        channel = self._b.channels[channel_id]
        if channel.thread_metadata is None:
            return self.allowed(user_id, channel_id, "send_messages")
        needed = ["send_messages_in_threads", *(["manage_threads"] if channel.thread_metadata.locked else [])]
        return self.allowed(user_id, channel_id, *needed)

    def is_in(self, user_id: int, channel_id: int) -> bool:
        """Return whether a person or the bot is on the server of a channel.

        For direct messages the answer is always True.
        """
        channel = self._b.channels[channel_id]
        return channel.guild_id is None or user_id in self._b.guilds[channel.guild_id].members

    def commands(self, user_id: int, channel_id: int) -> list[dict[str, Any]]:
        """Return the slash commands that a person can use in a channel."""
        return self._b.visible_commands(user_id=user_id, channel_id=channel_id)

    def guild_event(self, guild_id: int) -> dict[str, Any]:
        """Return the payload of the GUILD_CREATE event for a server."""
        return dict(serializers.guild_create_payload(self._b, self._b.guilds[guild_id]))

    def user_payload(self, user_id: int) -> dict[str, Any]:
        """Return a user as Discord sends it."""
        return dict(serializers.user_payload(self._b.users[user_id]))

    def member_payload(self, guild_id: int, user_id: int) -> dict[str, Any]:
        """Return a member as Discord sends it, but without the user."""
        guild = self._b.guilds[guild_id]
        return dict(serializers.member_payload(self._b, guild, guild.members[user_id], with_user=False))

    def own_permissions(self, guild_id: int) -> str:
        """Return the bot's permissions on a whole server, as Discord sends them.

        simcord leaves them out.
        """
        return str(self._b.compute_permissions(guild_id, self.bot.id))

    def role_payload(self, guild_id: int, role_id: int) -> dict[str, Any]:
        """Return a role as Discord sends it."""
        return dict(serializers.role_payload(self._b.guilds[guild_id].roles[role_id]))

    def channel_payload(self, channel_id: int, viewer: int) -> dict[str, Any]:
        """Return a channel as Discord sends it in an interaction, with the viewer's permissions."""
        channel = self._b.channels[channel_id]
        payload: dict[str, Any] = dict(serializers.channel_payload(self._b, channel))
        if channel.guild_id is not None:
            payload["permissions"] = str(self._b.compute_permissions(channel.guild_id, viewer, channel.id))
        return payload

    # ------------------------------------------------------------ people
    def found_server(self, name: str, owner_id: int, channel: str, topic: str, thread: str) -> None:
        """Create a server with one channel, and one thread in that channel."""
        guild = self._b.create_guild(name, owner_id=owner_id)
        place = self._b.create_channel(guild.id, channel, topic=topic)
        self._b.create_thread(place.id, thread, owner_id, broadcast=False)

    def new_user(self, name: str, shown: str) -> User:
        """Create an account. It is on no server yet."""
        return self._b.make_user(name, global_name=shown)

    def join(self, user_id: int) -> None:
        """Add a person to every server, and open their direct messages with the bot."""
        for guild in self._b.guilds.values():
            if user_id not in guild.members:
                self._b.add_member(guild.id, user_id, announce=True)
        self._b.get_dm_channel(user_id)

    def post(self, user_id: int, channel_id: int, content: str, reply_to: int | None = None) -> Message:
        """Post a message as a person."""
        if not self.writable(user_id, channel_id):
            raise NotPossibleError("You may not write here.")
        reference = None if reply_to is None else {"message_id": str(reply_to), "channel_id": str(channel_id)}
        try:
            return self._b.create_message(channel_id, user_id, content, reference=reference)
        except BackendError as error:
            raise NotPossibleError(error.message) from None

    # ------------------------------------------------------------ interactions
    def interact(
        self,
        kind: int,
        channel_id: int,
        user_id: int,
        data: dict[str, Any],
        source: Message | None = None,
        locale: str = "en-US",
    ) -> Interaction:
        """Send an interaction of this type to the bot, and return its record."""
        guild_id = self._b.channels[channel_id].guild_id
        record, payload = wire.base_payload(
            self._b, type=kind, channel_id=channel_id, guild_id=guild_id, user_id=user_id, data=data
        )
        payload["locale"] = locale
        if source is not None:
            record.source_message_id = source.id
            payload["message"] = dict(serializers.message_payload(self._b, source))
        self._b.emit("INTERACTION_CREATE", payload)
        return record

    def leaf(self, command: dict[str, Any], path: list[str]) -> tuple[dict[str, Any], list[str]]:
        """Return the subcommand at the end of `path`, and the names of the commands on the way to it."""
        try:
            return wire.walk_to_subcommand(command, path)
        except SetupError as error:
            raise NotPossibleError(str(error)) from None

    def leaves(self, command: dict[str, Any]) -> list[tuple[list[str], dict[str, Any]]]:
        """Return every subcommand that can be called, each with its path."""
        return wire.command_leaves(command)

    def nest(self, command: dict[str, Any], path: list[str], options: list[dict[str, Any]]) -> Any:
        """Wrap the given options in the subcommands to which they belong."""
        return wire.nest_options(command, path, options)

    def parse_option(self, command: str, option: dict[str, Any], raw: Any) -> Any:
        """Check the text that was typed for a text, number or yes/no option, and return the option's value."""
        try:
            return wire.parse_option_input(command, option, raw)
        except OptionError as error:
            raise NotPossibleError(str(error)) from None

    # ------------------------------------------------------------ keeping
    def freeze(self) -> Frozen:
        """Return all state that must survive the end of the process."""
        return freeze(self._b)

    def thaw(self, saved: Frozen) -> None:
        """Restore a saved state."""
        thaw(self._b, saved)

    def trim(self, keep: int) -> None:
        """Delete old data: all messages except the newest `keep` in each channel, and expired interactions."""
        trim(self._b, self._files, keep)
