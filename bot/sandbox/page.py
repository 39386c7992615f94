"""The server for the page: its files, its windows, people's actions, and deliberate faults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import web

from bot.pictures import FOLDER
from bot.sandbox.actions import Actions
from bot.sandbox.asking import Asking
from bot.sandbox.emojis import kind_of
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.faults import Faults, Plan
from bot.sandbox.gateway import Gateway
from bot.sandbox.rest import reply
from bot.sandbox.views import Views
from bot.sandbox.windows import Windows
from bot.sandbox.world import Person, World

_STATIC = Path(__file__).parent / "static"
_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_FONTS = {name: FOLDER / "fonts" / name for name in ("NotoSansJP-Regular.ttf", "NotoSansTC-Regular.ttf")}
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp")
_POLICY = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
_TOOLS = ("restart-bot", "afresh")

Tool = Callable[[str], None]


class Page:
    """Everything that is served under the page's own address."""

    def __init__(self, world: World, gateway: Gateway, faults: Faults, tool: Tool | None) -> None:
        """Set up the page for `world`. `tool` carries out the supervisor's actions.

        If `tool` is None, the page does not offer these actions.
        """
        self.world = world
        views = Views(world)
        self.windows = Windows(world, views, lambda: gateway.online, tools=tool is not None)
        self.asking = Asking(world, views)
        self.actions = Actions(world, self.asking, self.windows.message_gone)
        self._gateway = gateway
        self._faults = faults
        self._tool = tool

    def routes(self) -> list[web.AbstractRouteDef]:
        """Return the routes of the page."""
        base = f"/{self.world.key}"
        return [
            web.get(f"{base}/", self._index),
            web.get(f"{base}/live", self._live),
            web.get(f"{base}/cdn/attachments/{{channel}}/{{id}}/{{name}}", self._attachment),
            web.get(f"{base}/cdn/emojis/{{id}}.png", self._emoji),
            web.post(f"{base}/act/{{what}}", self._act),
            web.get(f"{base}/faults", self._get_faults),
            web.put(f"{base}/faults", self._put_faults),
            web.post(f"{base}/gateway", self._close_gateway),
            *(web.get(f"{base}/{name}", self._font) for name in _FONTS),
            web.get(f"{base}/{{name}}", self._static),
        ]

    def _person(self, request: web.Request) -> Person:
        key = request.query.get("as", "")
        return self.world.person(key) if key else self.world.people[0]

    async def _live(self, request: web.Request) -> web.StreamResponse:
        try:
            person = self._person(request)
        except NotPossibleError:
            person = self.world.people[0]
        socket = web.WebSocketResponse(heartbeat=20)
        await socket.prepare(request)
        await self.windows.serve(socket, person)
        return socket

    async def _act(self, request: web.Request) -> web.Response:
        try:
            body = await request.json() if request.can_read_body else {}
            if not isinstance(body, dict):
                raise NotPossibleError("An action is told in a JSON object.")
            person = self._person(request)
            person = msgspec.structs.replace(person, locale=request.query.get("lang") or person.locale)
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
        """Carry out an action that Discord does not have. Return None if `what` is not such an action."""
        if what == "add-person":
            added = self.world.add_person(str(body.get("name", "")))
            self.windows.state_changed()
            return {"key": added.key}
        if what == "dms":
            self.world.set_dms(person, closed=bool(body.get("closed")))
            self.windows.state_changed()
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

    async def _font(self, request: web.Request) -> web.StreamResponse:
        headers = {"Cache-Control": "max-age=86400", "X-Content-Type-Options": "nosniff"}
        return web.Response(
            body=_FONTS[request.path.rsplit("/", 1)[1]].read_bytes(), content_type="font/ttf", headers=headers
        )

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

    async def _emoji(self, request: web.Request) -> web.StreamResponse:
        number = request.match_info["id"]
        path = self.world.discord.emoji_picture(int(number)) if number.isdecimal() else Path()
        if not path.is_file():
            raise web.HTTPNotFound
        headers = {"Content-Type": kind_of(path), "X-Content-Type-Options": "nosniff", "Cache-Control": "max-age=86400"}
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
