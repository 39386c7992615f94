"""Discord's gateway on this machine: shards, heartbeats, and sessions that can be resumed."""

from __future__ import annotations

import asyncio
import collections
import json
import secrets
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from aiohttp import WSMsgType, web

from bot.sandbox.world import World

_HEARTBEAT_MS = 41250
# discord.py records the time of a heartbeat after sending it, in another thread. On this machine the acknowledgement
# may arrive before that, and then discord.py believes that it is 41 s behind.
_ACK_AFTER = 0.05
_REPLAYED = 1000
_SESSIONS_KEPT = 8


class Session:
    """One session of a bot. It outlives its socket, so that the bot can be sent the events that it missed."""

    def __init__(self, world: World, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(8)
        self.shard = shard
        self.send: Callable[[str], None] | None = None
        self._seq = 0
        self._sent: collections.deque[tuple[int, str]] = collections.deque(maxlen=_REPLAYED)
        self.wire = world.discord.wire(intents, self.push)

    def push(self, event: str, payload: Any) -> None:
        """Send one event, and keep it in case the session is resumed."""
        self._seq += 1
        text = json.dumps({"op": 0, "t": event, "s": self._seq, "d": payload})
        self._sent.append((self._seq, text))
        if self.send is not None:
            self.send(text)

    def replay(self, after: int) -> None:
        """Send all events after number `after` again."""
        for seq, text in list(self._sent):
            if seq > after and self.send is not None:
                self.send(text)
        self.push("RESUMED", {})

    def feed(self, event: str, payload: Mapping[str, Any]) -> None:
        """Pass on an event if it belongs to this shard. Direct messages belong to shard 0."""
        guild = payload.get("guild_id")
        if guild is None and event.startswith("GUILD_"):
            guild = payload.get("id")
        mine = 0 if guild is None else (int(guild) >> 22) % self.shard[1]
        if mine == self.shard[0]:
            self.wire.feed(event, payload)


class Gateway:
    """The gateway with the sessions of all connected bots."""

    def __init__(self, world: World, token: str, changed: Callable[[], None]) -> None:
        """Set up a gateway to `world` for a bot with `token`.

        `changed` is called when a bot connects or disconnects.
        """
        self.world = world
        self.up = True
        self.identified = 0
        self.resumed = 0
        self._token = token
        self._changed = changed
        self._sessions: dict[str, Session] = {}
        self._sockets: set[web.WebSocketResponse] = set()

    def routes(self) -> list[web.AbstractRouteDef]:
        """Return the routes of the gateway."""
        return [web.get("/gateway", self.handle), web.get("/gateway/", self.handle)]

    @property
    def online(self) -> bool:
        """Whether a bot is connected."""
        return any(session.send is not None for session in self._sessions.values())

    def feed(self, event: str, payload: Mapping[str, Any]) -> None:
        """Pass an event to every session."""
        for session in list(self._sessions.values()):
            session.feed(event, payload)

    async def close(self, code: int = 4000, *, forget: bool = False) -> None:
        """Close every socket with `code`. With `forget`, sessions cannot be resumed afterwards."""
        if forget:
            self._sessions.clear()
        for socket in list(self._sockets):
            await socket.close(code=code, message=b"closed on purpose")

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one socket until it closes."""
        if not self.up:
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        queue: asyncio.Queue[str] = asyncio.Queue()
        packed = request.query.get("compress") == "zlib-stream"
        pump = asyncio.create_task(_pump(socket, queue, zlib.compressobj() if packed else None))
        self._sockets.add(socket)
        connection = _Connection(self, queue.put_nowait, request.host)
        connection.op(10, {"heartbeat_interval": _HEARTBEAT_MS})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT and not await connection.receive(json.loads(message.data)):
                    await socket.close(code=4004, message=b"Authentication failed.")
        finally:
            pump.cancel()
            self._sockets.discard(socket)
            connection.lost()
        return socket

    # ------------------------------------------------------------ sessions
    def begin(self, ask: Mapping[str, Any], send: Callable[[str], None], host: str) -> Session | None:
        """Begin a session for an IDENTIFY message. Return None if its token is wrong."""
        if ask.get("token") != self._token:
            return None
        self.identified += 1
        shard = ask.get("shard") or (0, 1)
        session = Session(self.world, int(ask["intents"]), (int(shard[0]), int(shard[1])))
        session.send = send
        for old in [s for s in self._sessions.values() if s.send is None][:-_SESSIONS_KEPT]:
            del self._sessions[old.id]
        self._sessions[session.id] = session
        self._ready(session, host)
        self._changed()
        return session

    def resume(self, ask: Mapping[str, Any], send: Callable[[str], None]) -> Session | None:
        """Resume a session. Return None if it is unknown."""
        session = self._sessions.get(str(ask.get("session_id")))
        if session is None or ask.get("token") != self._token:
            return None
        self.resumed += 1
        session.send = send
        session.replay(int(ask["seq"]))
        self._changed()
        return session

    def end(self, session: Session) -> None:
        """Record that a session has lost its socket. The session may be resumed."""
        session.send = None
        self._changed()

    def _ready(self, session: Session, host: str) -> None:
        discord = self.world.discord
        mine = [guild for guild in discord.guilds if (guild >> 22) % session.shard[1] == session.shard[0]]
        session.push(
            "READY",
            {
                "v": 10,
                "user": discord.user_payload(discord.bot.id),
                "guilds": [{"id": str(guild), "unavailable": True} for guild in mine],
                "session_id": session.id,
                "resume_gateway_url": f"ws://{host}/gateway",
                "shard": list(session.shard),
                "private_channels": [],
                "application": {"id": str(discord.application_id), "flags": 0},
            },
        )
        for guild in mine:
            session.wire.feed("GUILD_CREATE", discord.guild_event(guild))


class _Connection:
    """Handles the messages of one socket."""

    def __init__(self, gateway: Gateway, send: Callable[[str], None], host: str) -> None:
        self._gateway = gateway
        self._send = send
        self._host = host
        self._session: Session | None = None

    def op(self, code: int, data: Any = None) -> None:
        self._send(json.dumps({"op": code, "d": data, "s": None, "t": None}))

    async def receive(self, message: dict[str, Any]) -> bool:
        """Handle one message. Return False if the socket has to be closed because of a wrong token."""
        data: Any = message.get("d")
        match message.get("op"):
            case 1:
                asyncio.get_running_loop().call_later(_ACK_AFTER, self.op, 11)
            case 2:
                self._session = self._gateway.begin(data, self._send, self._host)
                return self._session is not None
            case 6:
                self._session = self._gateway.resume(data, self._send)
                if self._session is None:
                    self.op(9, False)
            case 8 if self._session is not None and data is not None:
                await self._session.wire.request_members(data)
            case _:
                pass  # presence and voice states have no effect here
        return True

    def lost(self) -> None:
        """Record that the socket was closed."""
        session = self._session
        if session is not None and session.send == self._send:
            self._gateway.end(session)


async def _pump(socket: web.WebSocketResponse, queue: asyncio.Queue[str], packer: Any) -> None:
    while True:
        text = await queue.get()
        if packer is None:
            await socket.send_str(text)
        else:
            await socket.send_bytes(packer.compress(text.encode()) + packer.flush(zlib.Z_SYNC_FLUSH))
