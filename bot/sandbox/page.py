"""The page's server: who looks at it, what they do, and every change pushed to all windows at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from bot.sandbox.actions import Actions
from bot.sandbox.adapter import Message
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.faults import Faults, Plan
from bot.sandbox.gateway import Gateway
from bot.sandbox.rest import reply
from bot.sandbox.views import Views
from bot.sandbox.world import Person, World

_STATIC = Path(__file__).parent / "static"
_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_SHOWN = 120
_MOST_WAITING = 2000
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp")
_POLICY = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
_TOOLS = ("restart-bot", "afresh")
_PLACES = ("CHANNEL_", "THREAD_", "GUILD_")

Tool = Callable[[str], None]


class Window:
    """One open window and who sits at it."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.queue: asyncio.Queue[str | None] = asyncio.Queue()

    def push(self, text: str) -> None:
        """Send a change; a window that has fallen too far behind is closed and comes back fresh."""
        if self.queue.qsize() >= _MOST_WAITING:
            self.queue.put_nowait(None)
        else:
            self.queue.put_nowait(text)


class Page:
    """Everything under the page's own address."""

    def __init__(self, world: World, gateway: Gateway, faults: Faults, tool: Tool | None) -> None:
        """Show `world`; `tool` is told what only the supervisor can do (None: nothing of that kind)."""
        self.world = world
        self.views = Views(world)
        self.actions = Actions(world, self.views, self.message_gone)
        self.note = ""
        self._gateway = gateway
        self._faults = faults
        self._tool = tool
        self._windows: set[Window] = set()
        self._state_due = False

    def routes(self) -> list[web.AbstractRouteDef]:
        """Return what to mount."""
        base = f"/{self.world.key}"
        return [
            web.get(f"{base}/", self._index),
            web.get(f"{base}/live", self._live),
            web.get(f"{base}/cdn/attachments/{{channel}}/{{id}}/{{name}}", self._attachment),
            web.post(f"{base}/act/{{what}}", self._act),
            web.get(f"{base}/faults", self._get_faults),
            web.put(f"{base}/faults", self._put_faults),
            web.post(f"{base}/gateway", self._close_gateway),
            web.get(f"{base}/{{name}}", self._static),
        ]

    # ------------------------------------------------------------ pushing
    def message_changed(self, message: Message) -> None:
        """Show a new or edited message in every window that may see it."""
        if message.id in self.world.dismissed:
            return
        seen_by = [w for w in self._windows if self.world.discord.sees(w.person.id, message)]
        if seen_by:
            text = json.dumps({"t": "message", "message": self.views.message(message)})
            for window in seen_by:
                window.push(text)

    def message_gone(self, message: Message) -> None:
        """Take a message off every window."""
        self.gone(message.channel_id, message.id)

    def gone(self, channel: int, message: int) -> None:
        """Take the message of this id off every window."""
        text = json.dumps({"t": "gone", "channel": str(channel), "id": str(message)})
        for window in self._windows:
            window.push(text)

    def event(self, event: str, payload: Mapping[str, Any]) -> None:
        """Note from the gateway's events what changes the page beside messages."""
        if event.startswith(_PLACES):
            self.state_changed()
        elif event.startswith(("MESSAGE_REACTION", "MESSAGE_POLL")):
            found = self.world.discord.messages(int(payload["channel_id"])).get(int(payload["message_id"]))
            if found is not None:
                self.message_changed(found)

    def state_changed(self) -> None:
        """Tell every window, once for all that happens now, who and what there is."""
        if not self._state_due:
            self._state_due = True
            asyncio.get_running_loop().call_soon(self._push_state)

    def _push_state(self) -> None:
        self._state_due = False
        for window in self._windows:
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
        bot = {**self.views.author(discord.bot.id), "online": self._gateway.online, "note": self.note}
        channels = [self._channel(person, number) for number in places if discord.sees_channel(person.id, number)]
        roles = [{"id": str(r.id), "name": r.name} for r in guild.roles.values() if r.id != guild.id]
        return {
            "me": person.key,
            "people": people,
            "bot": bot,
            "server": guild.name,
            "channels": channels,
            "roles": roles,
            "tools": self._tool is not None,
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

    def _snapshot(self, person: Person) -> dict[str, Any]:
        state = self._state(person)
        messages = {}
        for channel in state["channels"]:
            found = self.world.discord.messages(int(channel["id"])).values()
            shown = [m for m in found if m.id not in self.world.dismissed and self.world.discord.sees(person.id, m)]
            messages[channel["id"]] = [self.views.message(message) for message in shown[-_SHOWN:]]
        return {"t": "hello", **state, "messages": messages}

    # ------------------------------------------------------------ requests
    def _person(self, request: web.Request) -> Person:
        key = request.query.get("as", "")
        return self.world.person(key) if key else self.world.people[0]

    async def _live(self, request: web.Request) -> web.StreamResponse:
        try:
            window = Window(self._person(request))
        except NotPossibleError:
            window = Window(self.world.people[0])
        socket = web.WebSocketResponse(heartbeat=20)
        await socket.prepare(request)
        await socket.send_str(json.dumps(self._snapshot(window.person)))
        self._windows.add(window)
        sender = asyncio.create_task(_send(socket, window))
        try:
            async for message in socket:
                if message.type is WSMsgType.ERROR:
                    break
        finally:
            self._windows.discard(window)
            sender.cancel()
        return socket

    async def _act(self, request: web.Request) -> web.Response:
        try:
            body = await request.json() if request.can_read_body else {}
            if not isinstance(body, dict):
                raise NotPossibleError("An action is told in a JSON object.")
            person = self._person(request)
            done = self._manage(request.match_info["what"], person, body)
            if done is None:
                done = await self.actions.do(request.match_info["what"], person, body)
        except NotPossibleError as error:
            return reply({"refused": str(error)})
        except ValueError:
            return reply({"refused": "An action is told in JSON."}, 400)
        await self.world.saved()
        return reply(done)

    def _manage(self, what: str, person: Person, body: Mapping[str, Any]) -> dict[str, Any] | None:
        """Carry out what stands beside Discord itself; None if it is something else."""
        if what == "add-person":
            added = self.world.add_person(str(body.get("name", "")))
            self.state_changed()
            return {"key": added.key}
        if what == "dms":
            self.world.set_dms(person, closed=bool(body.get("closed")))
            self.state_changed()
            return {}
        if what in _TOOLS:
            if self._tool is None:
                raise NotPossibleError("This local Discord runs without the bot's supervisor.")
            self._tool(what)
            return {}
        return None

    async def _index(self, _request: web.Request) -> web.StreamResponse:
        return _file(_STATIC / "index.html")

    async def _static(self, request: web.Request) -> web.StreamResponse:
        path = _STATIC / request.match_info["name"]
        if path.parent != _STATIC or path.suffix not in _TYPES or not path.is_file():
            raise web.HTTPNotFound
        return _file(path)

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        number, name = request.match_info["id"], request.match_info["name"]
        path = self.world.discord.attachment(int(number)) if number.isdecimal() else Path()
        if not path.is_file():
            raise web.HTTPNotFound
        headers = {"Content-Security-Policy": "sandbox", "X-Content-Type-Options": "nosniff"}
        if not name.lower().endswith(_PICTURES):
            headers["Content-Disposition"] = "attachment"
            headers["Content-Type"] = "application/octet-stream"
        else:
            headers["Content-Type"] = f"image/{name.rsplit('.', 1)[1].lower().replace('jpg', 'jpeg')}"
        return web.Response(body=path.read_bytes(), headers=headers)

    async def _get_faults(self, _request: web.Request) -> web.Response:
        return reply(
            {"plan": msgspec.to_builtins(self._faults.plan), "hits": self._faults.hits, "requests": self._faults.seen}
        )

    async def _put_faults(self, request: web.Request) -> web.Response:
        try:
            self._faults.use(msgspec.json.decode(await request.read(), type=Plan))
        except ValueError as error:
            return reply({"refused": str(error)}, 400)
        return await self._get_faults(request)

    async def _close_gateway(self, request: web.Request) -> web.Response:
        body = await request.json()
        self._gateway.up = bool(body.get("up", True))
        if "code" in body:
            await self._gateway.close(int(body["code"]), forget=bool(body.get("forget")))
        return reply({"identified": self._gateway.identified, "resumed": self._gateway.resumed})


def _file(path: Path) -> web.Response:
    headers = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff"}
    if path.suffix == ".html":
        headers["Content-Security-Policy"] = _POLICY
    return web.Response(body=path.read_bytes(), content_type=_TYPES[path.suffix], charset="utf-8", headers=headers)


async def _send(socket: web.WebSocketResponse, window: Window) -> None:
    while (text := await window.queue.get()) is not None:
        await socket.send_str(text)
    await socket.close(code=1013, message=b"fell behind")
