"""The open windows of the page. A window receives a snapshot when it opens, and then every change."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from bot.sandbox.adapter import Message
from bot.sandbox.views import Views
from bot.sandbox.world import Person, World

_SHOWN = 120
_MOST_WAITING = 2000
_PLACES = ("CHANNEL_", "THREAD_", "GUILD_")


class Window:
    """One open window, and the person who uses it."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.queue: asyncio.Queue[str | None] = asyncio.Queue()

    def push(self, text: str) -> None:
        """Send a change to the window.

        If too many changes are waiting, the window is closed instead, and connects again.
        """
        if self.queue.qsize() >= _MOST_WAITING:
            self.queue.put_nowait(None)
        else:
            self.queue.put_nowait(text)


class Windows:
    """All open windows of one local Discord."""

    def __init__(self, world: World, views: Views, online: Callable[[], bool], *, tools: bool) -> None:
        """Set up the windows on `world`. None is open yet. `online` returns whether a bot is connected.

        With `tools`, the windows offer the supervisor's actions.
        """
        self.world = world
        self.views = views
        self.note = ""
        self._online = online
        self._tools = tools
        self._open: set[Window] = set()
        self._state_due = False

    async def serve(self, socket: web.WebSocketResponse, person: Person) -> None:
        """Keep a window up to date until it is closed."""
        window = Window(person)
        await socket.send_str(json.dumps(self.snapshot(person)))
        self._open.add(window)
        sender = asyncio.create_task(_send(socket, window))
        try:
            async for message in socket:
                if message.type is WSMsgType.ERROR:
                    break
        finally:
            self._open.discard(window)
            sender.cancel()

    def message_changed(self, message: Message) -> None:
        """Show a new or edited message in every window of a person who may see it."""
        if message.id in self.world.dismissed:
            return
        seen_by = [w for w in self._open if self.world.discord.sees(w.person.id, message)]
        if seen_by:
            text = json.dumps({"t": "message", "message": self.views.message(message)})
            for window in seen_by:
                window.push(text)

    def message_gone(self, message: Message) -> None:
        """Remove a message from every window."""
        self.gone(message.channel_id, message.id)

    def gone(self, channel: int, message: int) -> None:
        """Remove the message with this id from every window."""
        text = json.dumps({"t": "gone", "channel": str(channel), "id": str(message)})
        for window in self._open:
            window.push(text)

    def event(self, event: str, payload: Mapping[str, Any]) -> None:
        """Update the windows after a gateway event about channels, threads, servers, reactions or polls."""
        if event.startswith(_PLACES):
            self.state_changed()
        elif event.startswith(("MESSAGE_REACTION", "MESSAGE_POLL")):
            found = self.world.discord.messages(int(payload["channel_id"])).get(int(payload["message_id"]))
            if found is not None:
                self.message_changed(found)

    def state_changed(self) -> None:
        """Send the present people and places to every window. Several changes at the same time are sent only once."""
        if not self._state_due:
            self._state_due = True
            asyncio.get_running_loop().call_soon(self._push_state)

    def _push_state(self) -> None:
        self._state_due = False
        for window in self._open:
            window.push(json.dumps({"t": "state", **self._state(window.person)}))

    def _state(self, person: Person) -> dict[str, Any]:
        discord = self.world.discord
        guild = next(iter(discord.guilds.values()))
        people = [
            {
                **msgspec.to_builtins(p),
                "id": str(p.id),
                "owner": p.id == guild.owner_id,
                "closed": p.id in self.world.closed_dms,
            }
            for p in self.world.people
        ]
        places = [*guild.channel_ids, *guild.thread_ids, discord.dm_channel(person.id)]
        bot = {**self.views.author(discord.bot.id), "online": self._online(), "note": self.note}
        channels = [self._channel(person, number) for number in places if discord.sees_channel(person.id, number)]
        roles = [{"id": str(r.id), "name": r.name} for r in guild.roles.values() if r.id != guild.id]
        return {
            "me": person.key,
            "people": people,
            "bot": bot,
            "server": guild.name,
            "channels": channels,
            "roles": roles,
            "tools": self._tools,
        }

    def _channel(self, person: Person, number: int) -> dict[str, Any]:
        channel = self.world.discord.channels[number]
        return {
            "id": str(number),
            "kind": "dm" if channel.guild_id is None else "thread" if channel.is_thread else "text",
            "name": channel.name,
            "topic": channel.topic,
            "parent": None if channel.parent_id is None else str(channel.parent_id),
            "archived": channel.thread_metadata is not None and channel.thread_metadata.archived,
            "writable": self.world.discord.writable(person.id, number),
        }

    def snapshot(self, person: Person) -> dict[str, Any]:
        """Return everything that a window shows when it opens."""
        state = self._state(person)
        messages = {}
        for channel in state["channels"]:
            found = self.world.discord.messages(int(channel["id"])).values()
            shown = [m for m in found if m.id not in self.world.dismissed and self.world.discord.sees(person.id, m)]
            messages[channel["id"]] = [self.views.message(message) for message in shown[-_SHOWN:]]
        return {"t": "hello", **state, "messages": messages}


async def _send(socket: web.WebSocketResponse, window: Window) -> None:
    while (text := await window.queue.get()) is not None:
        await socket.send_str(text)
    await socket.close(code=1013, message=b"fell behind")
