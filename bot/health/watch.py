"""Serve the bot's health over HTTP (/healthz, /livez and /metrics), and measure the delay of the event loop."""

import asyncio
import contextlib
import logging
import os
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Any, Self

from msgspec import json, to_builtins
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.health.figures import Figures, Watched, checks, into_gauges, look
from bot.metrics import LOOP_LAG_SECONDS, REGISTRY
from bot.settings import CannotStart, Port
from bot.storage import ALL, Condition
from bot.storage.store import Store
from bot.wall_clock import utc_now

if TYPE_CHECKING:
    from aiohttp import web

EVERY = 0.25
"""Seconds between two measurements of the delay."""

LOOKS = 40
"""The number of measurements that are kept: those of the last ten seconds."""


class Lag:
    """Measures how late the event loop wakes tasks. If it is late, everybody has to wait."""

    def __init__(self) -> None:
        self._last: deque[float] = deque(maxlen=LOOKS)

    @property
    def worst(self) -> float:
        """The longest delay of the last ten seconds, in seconds."""
        return max(self._last, default=0.0)

    @contextlib.asynccontextmanager
    async def measured(self) -> AsyncIterator[None]:
        """Measure the delay while the body runs."""
        task = asyncio.create_task(self._measure())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _measure(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + EVERY
            await asyncio.sleep(EVERY)
            late = max(loop.time() - due, 0.0)
            self._last.append(late)
            LOOP_LAG_SECONDS.observe(late)


log = logging.getLogger(__name__)

FRESH = 2.0
"""Seconds for which figures are reused, so that many requests cost the database only one query."""

TAKEN = "HEALTH_PORT {port} on {host} cannot be opened ({why}): choose another one, or stop the program that uses it."


Answer = dict[str, Any]
"""An HTTP response, as the arguments of aiohttp's `Response`."""


class Watch:
    """Serves the health port of one process.

    `store` and `bot` are None until the code that opens a store or a bot sets them.
    """

    def __init__(self, port: Port | None, mine: Condition = ALL) -> None:
        """Set up the health port. If `port` is None, the process neither listens nor measures.

        Only tables that satisfy `mine` are counted.
        """
        self.store: Store | None = None
        self.bot: Watched | None = None
        self._port, self._mine, self._lag = port, mine, Lag()
        self._seen: tuple[float, Figures] | None = None

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Self]:
        """Listen while the body runs. Raises `CannotStart` if the port cannot be opened."""
        if self._port is None:
            yield self
            return
        from aiohttp import web  # most bots open no port

        app = web.Application()
        app.router.add_get("/livez", _answering(self._livez))
        app.router.add_get("/healthz", _answering(self._healthz))
        app.router.add_get("/metrics", _answering(self._metrics))
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await runner.setup()
        try:
            await _listen(web.TCPSite(runner, self._port.host, self._port.number), self._port)
            async with self._lag.measured():
                yield self
        finally:
            await runner.cleanup()

    async def _livez(self) -> Answer:
        """Answer that the process runs. Other faults are not checked here, because a restart would not solve them."""
        return {"text": "ok\n"}

    async def _healthz(self) -> Answer:
        found = checks(await self._look(), self._lag.worst)
        is_well = all(check.ok for check in found.values())
        body = json.encode({"ok": is_well, "checks": to_builtins(found)})
        return {"status": 200 if is_well else 503, "body": body, "content_type": "application/json"}

    async def _metrics(self) -> Answer:
        into_gauges(await self._look())
        return {"body": generate_latest(REGISTRY), "headers": {"Content-Type": CONTENT_TYPE_LATEST}}

    async def _look(self) -> Figures:
        if self._seen is None or time.monotonic() - self._seen[0] > FRESH:
            self._seen = (time.monotonic(), await look(self.bot, self.store, utc_now(), self._mine))
        return self._seen[1]


async def _listen(site: "web.TCPSite", port: Port) -> None:
    try:
        await site.start()
    except OSError as error:
        raise CannotStart(TAKEN.format(port=port.number, host=port.host, why=_reason(error))) from None


def _reason(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno else type(error).__name__


def _answering(answer: Callable[[], Awaitable[Answer]]) -> "Callable[[web.Request], Awaitable[web.Response]]":
    from aiohttp import web

    async def handle(_: web.Request) -> web.Response:
        return web.Response(**await answer())

    return handle
