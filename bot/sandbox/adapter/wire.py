"""Types for the traffic with the bot: a parsed REST request, and the gateway events for one connection."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, BinaryIO

import discord
import msgspec
from simcord.backend import Backend
from simcord.gateway import FakeGateway, FakeWebSocket

Push = Callable[[str, Any], None]


class Request(msgspec.Struct):
    """A parsed REST request of the bot. Each entry of `files` has a name, an open file and a description."""

    method: str
    path: str
    body: Any = None
    query: dict[str, str] = {}
    files: list[tuple[str, BinaryIO, str | None]] = []
    reason: str | None = None


class _Parsers(dict[str, Any]):
    """Replaces discord.py's table of event parsers, so that every event goes to the connection."""

    def __init__(self, push: Push) -> None:
        super().__init__()
        self._push = push

    def __missing__(self, event: str) -> Callable[[Any], None]:
        return lambda payload: self._push(event, payload)

    def get(self, event: str, default: Any = None) -> Any:  # noqa: ARG002 -- dict's own signature
        return self[event]


class Wire:
    """Passes on the events for one connection of the bot.

    These are the events that the connection's intents allow, in simcord's form.
    """

    def __init__(self, backend: Backend, intents: int, push: Push) -> None:
        flags = discord.Intents.none()
        flags.value = intents
        state = SimpleNamespace(intents=flags, parsers=_Parsers(push), _chunk_requests={})
        self._gateway = FakeGateway(backend, state)
        self._upstream = FakeWebSocket(backend, self._gateway)

    def feed(self, event: str, payload: Mapping[str, Any]) -> None:
        """Pass on an event, unless the intents exclude it."""
        self._gateway.feed(event, payload)

    async def request_members(self, ask: Mapping[str, Any]) -> None:
        """Answer a REQUEST_GUILD_MEMBERS message of the gateway with chunks of members."""
        await self._upstream.request_chunks(
            int(ask["guild_id"]),
            ask.get("query") or None,
            limit=int(ask.get("limit") or 0),
            user_ids=[int(user) for user in ask.get("user_ids") or []] or None,
            presences=bool(ask.get("presences")),
            nonce=ask.get("nonce"),
        )
