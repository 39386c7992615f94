"""Discord's REST API on this machine, for an unmodified discord.py."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import socket
import struct
import urllib.parse
import zlib
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

from aiohttp import MultipartReader, web

from bot.sandbox.adapter import Request
from bot.sandbox.emojis import keep
from bot.sandbox.errors import RefusalError, closed_dms
from bot.sandbox.faults import Fault, Faults
from bot.sandbox.strict import check
from bot.sandbox.world import World
from bot.wall_clock import utc_now

_log = logging.getLogger(__name__)
#: How long a nonce is remembered. Discord promises "a few minutes". After that, the same nonce makes a new message.
_NONCES_KEPT = timedelta(minutes=3)
_SEND = re.compile(r"/channels/(\d+)/messages")


def reply(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """Return a JSON response. discord.py recognizes its content type only without a charset."""
    if data is None:
        return web.Response(status=204, headers=headers)
    headers = {**(headers or {}), "Content-Type": "application/json"}
    return web.Response(body=json.dumps(data).encode(), status=status, headers=headers)


def cut(request: web.Request) -> None:
    """Reset the connection of a request, as a broken network would."""
    if request.transport is not None:
        sock = request.transport.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        request.transport.abort()


class Rest:
    """The server that answers the bot's REST requests."""

    def __init__(
        self,
        world: World,
        token: str,
        faults: Faults,
        answered: Callable[[int], None],
        close_gateway: Callable[[int], Awaitable[None]],
    ) -> None:
        """Set up the API to `world` for a bot with `token`.

        `answered` is called after every response to an interaction.
        """
        self.world = world
        self.faults = faults
        self._token = token
        self._answered = answered
        self._close_gateway = close_gateway
        self._nonces: dict[tuple[str, str], tuple[datetime, Any]] = {}
        self.sessions = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        """The limit of sessions that the API reports to the bot. Nothing here counts sessions."""

    def routes(self) -> list[web.AbstractRouteDef]:
        """Return the routes of the API."""
        return [web.route("*", "/api/v10/{path:.*}", self.handle)]

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one request. If a fault hits the request, apply the fault."""
        path = "/" + request.raw_path.split("?", 1)[0].split("/api/v10/", 1)[1]
        fault = self.faults.strike(request.method, path)
        if fault is None:
            return await self._answer(request, path)
        return await self._fail(fault, request, path)

    async def _fail(self, fault: Fault, request: web.Request, path: str) -> web.StreamResponse:
        match fault.kind:
            case "slow":
                if not request.content_type.startswith("multipart/"):
                    await request.read()  # so that the request arrives even if the sender disconnects meanwhile
                await asyncio.sleep(fault.seconds)
                return await self._answer(request, path)
            case "close":
                done = await self._answer(request, path)
                await self._close_gateway(fault.code)
                return done
            case "lost":
                await self._answer(request, path)
                cut(request)
                return web.Response()
            case "late":
                await self._answer(request, path)
                return reply({"message": "injected", "code": 0}, status=502)
            case "reset":
                cut(request)
                return web.Response()
            case "429":
                return self._limited(fault)
            case _:
                return reply({"message": "injected", "code": 0}, status=int(fault.kind))

    def _gateway(self, request: web.Request) -> dict[str, Any]:
        return {"url": f"ws://{request.host}/gateway", "shards": 1, "session_start_limit": self.sessions}

    def _limited(self, fault: Fault) -> web.Response:
        headers = {
            "Via": "1.1 local",  # without it discord.py mistakes the answer for a ban by Cloudflare
            "Retry-After": str(fault.seconds),
            "X-RateLimit-Scope": "global" if fault.shared else "user",
            "X-RateLimit-Limit": "5",
            "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset-After": str(fault.seconds),
        }
        body = {
            "message": "You are being rate limited.",
            "retry_after": fault.seconds,
            "global": fault.shared,
        }
        return reply(body, 429, headers)

    async def _answer(self, request: web.Request, path: str) -> web.Response:
        headers = _limits(request.method, path)
        open_door = path.startswith(("/webhooks/", "/interactions/"))
        if not open_door and request.headers.get("Authorization") != f"Bot {self._token}":
            return reply({"message": "401: Unauthorized", "code": 0}, 401)
        try:
            asked = await _read(request, path)
            if path == "/gateway/bot" or path == "/gateway":
                return reply(self._gateway(request))
            done = self._carry_out(asked)
        except RefusalError as error:
            if error.status == 501:
                _log.error("Not in the local Discord: %s %s: %s", request.method, path, error.message)
            await self.world.saved()
            return reply(error.payload(), error.status, headers)
        if request.method != "GET":
            self.world.changed()
            await self.world.saved()
        if path.startswith("/interactions/"):
            self._answered(int(path.split("/")[2]))
            if request.query.get("with_response", "").lower() not in ("true", "1"):
                done = None
        return reply(done, headers=headers)

    def _carry_out(self, asked: Request) -> Any:
        self._check_dms(asked)
        check(self.world.discord, asked)
        nonce = None
        if isinstance(asked.body, dict) and asked.body.get("enforce_nonce"):
            nonce = (asked.path, str(asked.body.get("nonce")))
            self._forget_nonces()
            if nonce in self._nonces:
                return self._nonces[nonce][1]  # the message was posted already
        done = self.world.discord.dispatch(asked)
        if (asked.method, asked.path) == ("GET", "/users/@me/guilds"):
            done = [{**each, "permissions": self.world.discord.own_permissions(int(each["id"]))} for each in done]
        keep(self.world.discord, asked, done)
        if nonce is not None and isinstance(done, dict):
            done = {**done, "nonce": nonce[1]}
            self._nonces[nonce] = self.world.discord.now, done
        return done

    def _forget_nonces(self) -> None:
        until = self.world.discord.now - _NONCES_KEPT
        self._nonces = {nonce: known for nonce, known in self._nonces.items() if known[0] > until}

    def _check_dms(self, asked: Request) -> None:
        sent = _SEND.fullmatch(asked.path) if asked.method == "POST" else None
        if sent is not None and self.world.discord.dm_partner(int(sent[1])) in self.world.closed_dms:
            raise closed_dms()


def _limits(method: str, path: str) -> dict[str, str]:
    bucket = zlib.crc32(f"{method} {path.split('/')[1]}".encode())
    return {
        "X-RateLimit-Limit": "50",
        "X-RateLimit-Remaining": "49",
        "X-RateLimit-Reset-After": "1.0",
        "X-RateLimit-Reset": str(utc_now().timestamp() + 1),
        "X-RateLimit-Bucket": f"{bucket:x}",
    }


async def _read(request: web.Request, path: str) -> Request:
    body: Any = None
    files: list[tuple[str, Any, str | None]] = []
    try:
        if request.content_type.startswith("multipart/"):
            body, files = await _read_form(request)
        elif request.body_exists:
            body = await request.json()
    except ValueError as error:
        raise RefusalError(400, 50109, "The request body contains invalid JSON.") from error
    reason = request.headers.get("X-Audit-Log-Reason")
    query = dict(request.query)
    reason = urllib.parse.unquote(reason) if reason else None
    return Request(request.method, path, body, query, files, reason)


async def _read_form(request: web.Request) -> tuple[Any, list[tuple[str, Any, str | None]]]:
    uploads: list[tuple[str, str, bytes]] = []
    fields: dict[str, Any] = {}
    form = await request.multipart()
    while (part := await form.next()) is not None:
        if isinstance(part, MultipartReader):
            continue  # Discord has no nested forms
        if part.filename is not None:
            uploads.append((part.name or "", part.filename, bytes(await part.read(decode=True))))
        else:
            fields[part.name or ""] = await part.text()
    body = json.loads(fields["payload_json"]) if "payload_json" in fields else fields
    told = body.get("data") or body if isinstance(body, dict) else {}
    texts = {str(entry.get("id")): entry.get("description") for entry in told.get("attachments") or []}
    # The field of an upload is named files[N]; its description has the id N.
    return body, [(name, io.BytesIO(data), texts.get(field[6:-1])) for field, name, data in uploads]
