"""Simulate the network. A request arrives after a delay, or never. Its answer may be lost."""

import asyncio
import io
import json
import re
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import aiohttp
import multidict
import yarl

from bot.sandbox.adapter import Request
from bot.sandbox.errors import RefusalError, missing_permissions
from bot.sandbox.rest import Rest, _limits
from tests.simulation.loop import Loop
from tests.simulation.story import Point
from tests.simulation.tokens import Tokens
from tests.simulation.trouble import Kind, Troubles

QUICKEST, THERE, SLOWEST, STUCK = 0.005, 0.12, 0.4, 9.0
"""Seconds that a request takes: the least in each direction, the most to Discord, the most back, and the most if slow.
"""
LIMITED = (0.3, 4.0)
"""The least and the most seconds after which Discord asks the bot to try again."""
LINE = re.compile(r'"content": ?"-# [^"]*\b[0-9a-f]{32}\b')
"""The message that seals a game, in the body of a request."""
API = "/api/v10"
GATEWAY = {
    "url": "wss://gateway.simulated",
    "shards": 1,
    "session_start_limit": {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1},
}
"""Discord's answer to a request for the address of the gateway."""


class Answer:
    """The attributes of an HTTP response that discord.py reads."""

    def __init__(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        self.status, self.reason, self.body = status, "as simulated", body
        self._text = "" if body is None else json.dumps(body)
        kind = {"Content-Type": "application/json"} if body is not None else {}
        self.headers = multidict.CIMultiDict({**kind, **(headers or {})})

    async def text(self, encoding: str = "utf-8") -> str:
        return self._text


class Network:
    """Connects all processes of the bot with the simulated REST API.

    `heard` is called with each request that has reached Discord.
    """

    def __init__(
        self, loop: Loop, rest: Rest, troubles: Troubles, luck: Random, heard: Callable[..., None], tokens: Tokens
    ) -> None:
        self._loop, self._rest, self._troubles, self._luck, self._heard = loop, rest, troubles, luck, heard
        self.connect: Callable[[], Any] = lambda: None
        self.tokens = tokens
        self.requests = 0
        self.comes_to: Callable[[Point], None] = lambda _point: None

    async def carry(self, method: str, path: str, query: dict[str, str], data: Any) -> Answer:
        """Send one request to the simulated Discord, and return its answer."""
        self.requests += 1
        meets, began = self._troubles.request(method, path), self._loop.time()
        self.tokens.sent(method, path)
        is_line = isinstance(data, str) and bool(LINE.search(data))
        try:
            if is_line:
                self.comes_to("asked")
            answer = await self._there_and_back(method, path, query, data, meets)
            if is_line:
                self.comes_to("known")
        except aiohttp.ClientError:
            self.tokens.ended(method, path, 0, None, began)
            raise
        self.tokens.ended(method, path, answer.status, answer.body, began)
        return answer

    async def _there_and_back(
        self, method: str, path: str, query: dict[str, str], data: Any, meets: Kind | None
    ) -> Answer:
        await asyncio.sleep(self._luck.uniform(QUICKEST, STUCK if meets == "slow" else THERE))
        if meets in ("reset", "down"):
            raise _broken(self._luck)
        if meets is not None and meets not in ("slow", "lost", "late 502", "403"):
            answer = self._refusal(meets)
        elif meets == "403" and path.startswith("/channels/"):
            answer = Answer(403, missing_permissions().payload(), _limits(method, path))
        else:
            answer = self._answer(Request(method, path, *_read(data, query)))
        self._heard(method, path, answer.status, data)
        if isinstance(data, str) and answer.status == 200 and LINE.search(data):
            self.comes_to("posted")
        await asyncio.sleep(self._luck.uniform(QUICKEST, SLOWEST))
        if meets == "lost":
            raise _broken(self._luck)
        return self._refusal("502") if meets == "late 502" else answer

    def _answer(self, asked: Request) -> Answer:
        limits = _limits(asked.method, asked.path)
        if asked.path == "/gateway/bot":
            return Answer(200, GATEWAY, limits)
        try:
            done = self._rest._carry_out(asked)
        except RefusalError as error:
            return Answer(error.status, error.payload(), limits)
        if asked.path.startswith("/interactions/"):
            self._rest._answered(int(asked.path.split("/")[2]))
            if asked.query.get("with_response", "").lower() not in ("true", "1"):
                return Answer(204, None, limits)
        return Answer(200, done, limits)

    def _refusal(self, kind: Kind) -> Answer:
        if kind not in ("429", "global 429"):
            return Answer(int(kind), {"message": "simulated", "code": 0})
        seconds, is_global = round(self._luck.uniform(*LIMITED), 2), kind == "global 429"
        limits = {"Via": "1.1 simulated", "Retry-After": str(seconds)}
        return Answer(429, {"message": "slower", "retry_after": seconds, "global": is_global}, limits)


class Session:
    """Stands in for discord.py's aiohttp session."""

    def __init__(self, network: Network) -> None:
        self._network, self.closed = network, False

    def request(self, method: str, url: str, *, data: Any = None, params: Any = None, **_: Any) -> "_Asking":
        where = yarl.URL(url)
        query = {**dict(where.query), **{key: str(value) for key, value in (params or {}).items()}}
        return _Asking(self._network.carry(method, where.raw_path.split(API, 1)[1], query, data))

    async def ws_connect(self, *_: Any, **__: Any) -> Any:
        return await self._network.connect()

    async def close(self) -> None:
        self.closed = True


class _Asking:
    def __init__(self, work: Any) -> None:
        self._work = work

    async def __aenter__(self) -> Answer:
        answer: Answer = await self._work
        return answer

    async def __aexit__(self, *_: object) -> None:
        return None


def aiohttp_for(network: Network) -> SimpleNamespace:
    """Return a stand-in for the aiohttp module that discord.py's HTTP client can use."""

    def session(**_: Any) -> Session:
        return Session(network)

    return SimpleNamespace(**{**vars(aiohttp), "ClientSession": session, "TCPConnector": lambda **_: None})


def _broken(luck: Random) -> Exception:
    if luck.random() < 0.5:
        return aiohttp.ServerDisconnectedError()
    return aiohttp.ClientOSError(104, "Connection reset by peer")


def _read(data: Any, query: dict[str, str]) -> tuple[Any, dict[str, str], list[tuple[str, Any, str | None]]]:
    """Return the body, the query and the files of a request by discord.py."""
    if data is None:
        return None, query, []
    if not isinstance(data, aiohttp.FormData):
        return json.loads(data), query, []
    body: Any = {}
    uploads: list[tuple[str, str, bytes]] = []
    for options, _, value in data._fields:
        if "filename" in options:
            value.seek(0)
            uploads.append((options["name"], options["filename"], value.read()))
        elif options["name"] == "payload_json":
            body = json.loads(value)
        else:
            body[options["name"]] = value
    told = body.get("data") or body
    texts = {str(entry.get("id")): entry.get("description") for entry in told.get("attachments") or []}
    return body, query, [(name, io.BytesIO(data), texts.get(field[6:-1])) for field, name, data in uploads]
