"""A small REST proxy in front of a local Discord, which several processes of a bot share."""

import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
from aiohttp import web

from bot.sandbox.supervisor import free_port

NOT_PASSED_ON = ("Host", "Content-Length", "Transfer-Encoding", "Content-Encoding")
UNLIMITED = ("/api/v10/interactions/", "/api/v10/webhooks/")
"""The beginnings of the paths that do not count toward the limit of a bot: those with an interaction's token."""


class Proxy:
    """Passes requests below `/shared` on to another server.

    `address` is the proxy's address, `passed` lists the paths that it passed, and `refused` counts the requests that it
    answered with 429. It grants at most `a_second` requests with the bot's token in each second.
    """

    def __init__(self, target: str, a_second: float = float("inf")) -> None:
        self._target, self._a_second = target, a_second
        self._second, self._granted = 0, 0
        self.address = ""
        self.passed: list[str] = []
        self.refused = self.most = 0

    @property
    def limited(self) -> int:
        """Return the number of passed requests that count toward the limit."""
        return sum(not path.startswith(UNLIMITED) for path in self.passed)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Proxy"]:
        """Listen on a free port of this machine during the block."""
        app = web.Application(client_max_size=2**25)
        app.router.add_route("*", "/shared/{path:.*}", self._answer)
        runner, port = web.AppRunner(app, access_log=None), free_port(0)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", port).start()
        self.address = f"http://127.0.0.1:{port}/shared"
        # A proxy may have more connections than the 100 that aiohttp allows by default.
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as self._session:
            try:
                yield self
            finally:
                await runner.cleanup()

    async def _answer(self, request: web.Request) -> web.Response:
        path = request.path_qs.removeprefix("/shared")
        if not path.startswith(UNLIMITED) and not self._is_granted():
            self.refused += 1
            return _too_many()
        self.passed.append(path)
        headers = {name: value for name, value in request.headers.items() if name not in NOT_PASSED_ON}
        body = await request.read()
        async with self._session.request(request.method, self._target + path, data=body, headers=headers) as answer:
            told = {name: value for name, value in answer.headers.items() if name not in NOT_PASSED_ON}
            return web.Response(status=answer.status, body=await answer.read(), headers=told)

    def _is_granted(self) -> bool:
        """Return whether this second has room for one more request."""
        if (second := int(time.monotonic())) != self._second:
            self._second, self._granted = second, 0
        self._granted += 1
        self.most = max(self.most, self._granted)
        return self._granted <= self._a_second


def _too_many() -> web.Response:
    """Return Discord's answer to a bot that has used up its requests of this second."""
    left = 1 - time.monotonic() % 1
    limit = {"Retry-After": "1", "X-RateLimit-Scope": "global", "X-RateLimit-Global": "true"}
    told = {"message": "You are being rate limited.", "retry_after": round(left, 3), "global": True}
    # discord.py recognizes JSON only without a charset, and a limit of Discord's own only by the header "Via".
    headers = {"Via": "1.1 shared", "Content-Type": "application/json", **limit}
    return web.Response(body=json.dumps(told).encode(), status=429, headers=headers)
