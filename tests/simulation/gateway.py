"""Simulate a gateway without sockets. Events reach the bot in order, but some come late, and some twice or never."""

import asyncio
import json
from collections import Counter
from collections.abc import Mapping
from random import Random
from types import SimpleNamespace
from typing import Any

import aiohttp
from aiohttp import WSMsgType
from discord.gateway import DiscordWebSocket

from bot.sandbox.gateway import Gateway, _Connection
from tests.discord.omissions import Omissions
from tests.simulation.loop import DELIVERY, PROCESS, WORLD, Loop
from tests.simulation.trouble import Troubles

QUICKEST, SLOWEST, STALLED = 0.005, 0.08, 4.0
"""The least and the most seconds that an event takes, and the most seconds while the gateway stalls."""
LATE = (0.05, 1.0)
"""The least and the most seconds by which a late interaction is delayed."""
AGAIN = (0.0, 0.05, 1.0, 30.0)
"""Seconds after which an interaction is delivered a second time."""
HOST = "gateway.simulated"


class Sockets:
    """Holds the gateway connections of all processes of the bot."""

    def __init__(self, loop: Loop, gateway: Gateway, troubles: Troubles, luck: Random, omissions: Omissions) -> None:
        self.omissions = omissions
        self.loop, self.gateway, self.troubles, self.luck = loop, gateway, troubles, luck
        self.open: list[Socket] = []
        self._times: Counter[int] = Counter()

    async def connect(self) -> "Socket":
        """Open a connection for the current process. Raises an error if Discord is out of reach."""
        await asyncio.sleep(self.luck.uniform(QUICKEST, SLOWEST))
        if self.troubles.is_down():
            raise aiohttp.ClientOSError(111, "Connection refused")
        socket = Socket(self, PROCESS.get())
        self.open.append(socket)
        socket.greet()
        return socket

    def feed(self, event: str, payload: Mapping[str, Any]) -> None:
        """Send an event to every connection. An interaction may be sent a second time."""
        if event == "INTERACTION_CREATE" and self.troubles.gateway("late"):
            self.loop.call_later(self.luck.uniform(*LATE), self.gateway.feed, event, payload, context=WORLD)
        else:
            self.gateway.feed(event, payload)
        if event == "INTERACTION_CREATE" and self.troubles.gateway("twice"):
            self.loop.call_later(self.luck.choice(AGAIN), self.gateway.feed, event, payload, context=WORLD)

    def of_tomorrow(self, text: str) -> tuple[str, ...]:
        """Return the gateway messages that a later version of Discord might send instead of this one.

        Some fields are missing and others are new. An unknown event may come before the message.
        """
        message = json.loads(text)
        if message["op"] != DiscordWebSocket.DISPATCH or message["t"] in ("READY", "RESUMED"):
            return (text,)
        message["d"] = self.omissions.sent(message["t"], message["d"])
        if self.omissions.before is None:
            return (json.dumps(message),)
        event, payload = self.omissions.before
        unknown = {"op": DiscordWebSocket.DISPATCH, "s": None, "t": event, "d": payload}
        return json.dumps(unknown), json.dumps(message)

    def delivered(self, interaction: int) -> None:
        """Note that an interaction is delivered. The requests that follow are attributed to this delivery."""
        self._times[interaction] += 1
        DELIVERY.set((interaction, self._times[interaction]))

    def close_all(self, code: int, forget: bool) -> None:
        """Close every connection. If `forget` is true, no session can be resumed."""
        if forget:
            self.gateway._sessions.clear()
        for socket in list(self.open):
            socket.cut(code)

    def lost(self, process: int) -> None:
        """Drop the connections of a process that has died."""
        for socket in list(self.open):
            if socket.process == process:
                socket.cut(1006)


class Socket:
    """A gateway connection, with the methods that discord.py calls."""

    def __init__(self, sockets: Sockets, process: int) -> None:
        self.process, self.close_code, self.closed = process, None, False
        self._sockets, self._arrives = sockets, 0.0
        self._queue: asyncio.Queue[tuple[WSMsgType, Any]] = asyncio.Queue()
        self._connection = _Connection(sockets.gateway, self._send, HOST)

    def greet(self) -> None:
        """Send the hello message that Discord sends first."""
        self._connection.op(10, {"heartbeat_interval": 41250})

    def cut(self, code: int) -> None:
        """Close the connection from Discord's side with this code. The code 1006 means that the connection broke."""
        if not self.closed:
            self.closed, self.close_code = True, code  # type: ignore[assignment]
            self._sockets.open.remove(self)
            self._connection.lost()
            self._queue.put_nowait((WSMsgType.CLOSED, None))

    def _send(self, text: str) -> None:
        """Send a message from Discord to the bot. Messages arrive in order and after a delay."""
        sockets = self._sockets
        slowest = STALLED if sockets.troubles.gateway("stall") else SLOWEST
        moment = sockets.loop.time() + sockets.luck.uniform(QUICKEST, slowest)
        self._arrives = max(self._arrives + 1e-6, moment)
        for each in sockets.of_tomorrow(text):
            self._arrives += 1e-6
            sockets.loop.call_at(self._arrives, self._queue.put_nowait, (WSMsgType.TEXT, each), context=WORLD)

    async def receive(self, timeout: float | None = None) -> Any:  # noqa: ASYNC109 - aiohttp's signature
        """Wait for Discord's next message and return it."""
        kind, data = await asyncio.wait_for(self._queue.get(), timeout)
        DELIVERY.set((0, 0))  # caused by no interaction so far
        if kind is WSMsgType.TEXT and '"INTERACTION_CREATE"' in data[:80]:
            self._sockets.delivered(int(json.loads(data)["d"]["id"]))
        return SimpleNamespace(type=kind, data=data)

    async def send_str(self, text: str) -> None:
        """Handle a message that the bot sends to Discord."""
        if self.closed:
            raise RuntimeError("the connection is closed")
        await asyncio.sleep(self._sockets.luck.uniform(QUICKEST, SLOWEST))
        if not await self._connection.receive(json.loads(text)):
            self.cut(4004)

    async def close(self, *, code: int = 4000, message: bytes = b"") -> bool:
        """Close the connection from the bot's side."""
        self.cut(code)
        return True


class KeepAlive:
    """Sends discord.py's heartbeats from a task of the loop instead of a thread."""

    def __init__(self, *, ws: DiscordWebSocket, interval: float, shard_id: int | None = None) -> None:
        self._ws, self._interval, self.latency = ws, interval, 0.0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._beat())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._interval)
            await self._ws.send_heartbeat(self.get_payload())

    def get_payload(self) -> dict[str, Any]:
        return {"op": DiscordWebSocket.HEARTBEAT, "d": self._ws.sequence}

    def beat(self) -> dict[str, Any]:
        return self.get_payload()

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def tick(self) -> None:
        """Note that a message from Discord has arrived."""

    def ack(self) -> None:
        """Note that Discord has acknowledged a heartbeat."""
