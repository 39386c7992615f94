"""Run the local Discord as a process. The gateway, the REST API and the page share one local port."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
from aiohttp import web

from bot.sandbox.faults import Faults, Plan
from bot.sandbox.gateway import Gateway
from bot.sandbox.page import Page, Tool
from bot.sandbox.rest import Rest
from bot.sandbox.world import World, kept_secret

HOST = "127.0.0.1"
_MOST_BODY = 64 << 20
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    """The gateway, the REST API and the page of one local Discord."""

    def __init__(self, directory: Path, port: int, token: str, tool: Tool | None = None) -> None:
        """Load the state in `directory`. The bot must send `token`. `tool` passes actions on to the supervisor."""
        self.port = port
        self.address = f"http://{HOST}:{port}"
        key = kept_secret(directory, "key")
        self.world = World(directory, f"{self.address}/{key}", key)
        self.faults = Faults()
        self.gateway = Gateway(self.world, token, self._bots_changed)
        self.page = Page(self.world, self.gateway, self.faults, tool)
        self.rest = Rest(self.world, token, self.faults, self.page.asking.answered, self.gateway.close)
        self.world.discord.watch(self._event, self.page.windows.message_changed, self.page.windows.gone)
        self._runner: web.AppRunner | None = None

    @property
    def page_address(self) -> str:
        """Return the address of the page, which contains its key."""
        return f"{self.address}/{self.world.key}/"

    def _event(self, event: str, payload: dict[str, object]) -> None:
        self.gateway.feed(event, payload)
        self.page.windows.event(event, payload)

    def _bots_changed(self) -> None:
        self.page.windows.state_changed()

    async def start(self) -> None:
        """Listen on the port. Raises `OSError` if the port is taken."""
        app = web.Application(client_max_size=_MOST_BODY, middlewares=[self._guard])
        for routes in (self.rest.routes(), self.gateway.routes(), self.page.routes()):
            app.router.add_routes(routes)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, HOST, self.port).start()

    async def stop(self) -> None:
        """Close every connection, and save the state."""
        await self.gateway.close(1001)
        if self._runner is not None:
            await self._runner.cleanup()
        self.world.save()

    @web.middleware
    async def _guard(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        """Refuse requests that do not name this machine, or that come from a page of another site."""
        names = {f"{HOST}:{self.port}", f"localhost:{self.port}"}
        origin = request.headers.get("Origin")
        if request.headers.get("Host") not in names or (origin and origin.removeprefix("http://") not in names):
            raise web.HTTPForbidden(text="This local Discord answers to this machine only.\n")
        try:
            return await handler(request)
        except web.HTTPNotFound:
            text = "Nothing is here. Open the address that was printed at the start, with its key.\n"
            raise web.HTTPNotFound(text=text) from None


async def _listen(server: Server) -> None:
    """Read the supervisor's notes line by line, until the supervisor ends."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        server.page.windows.note = str(json.loads(line).get("note", ""))
        server.page.windows.state_changed()


async def _serve(directory: Path, port: int, plan: Plan) -> None:
    def tell(what: str) -> None:
        print(json.dumps({"do": what}), flush=True)

    server = Server(directory, port, os.environ["DISCORD_TOKEN"], tell)
    server.faults.use(plan)
    await server.start()
    print(json.dumps({"ready": server.page_address}), flush=True)
    try:
        await _listen(server)
    finally:
        await server.stop()


def main(argv: list[str] | None = None) -> int:
    """Run the local Discord for the supervisor, which communicates through standard input and output."""
    parser = argparse.ArgumentParser(prog="bot.sandbox.server")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--faults", default="{}")
    given = parser.parse_args(argv)
    try:
        asyncio.run(_serve(given.data, given.port, msgspec.json.decode(given.faults, type=Plan)))
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
