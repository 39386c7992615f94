"""A Discord in memory that leaves out optional fields, and sends fields and events that do not exist yet.

The scene's seed decides which fields are missing where (`tests.bot.seeds`). The Discord in memory itself is unchanged.
See `tests.discord.omissions`.
"""

import contextlib
import json
from collections.abc import Callable, Mapping
from typing import Any

import discord
from discord.gateway import DiscordWebSocket
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from tests.discord.omissions import Omissions

_now: Omissions | None = None


def begin(seed: int | None) -> None:
    """Let a seed decide which fields are left out from now on. With None no field is left out."""
    global _now
    _now = Omissions(seed) if seed is not None else None


def keep(of: str, *names: str) -> None:
    """Never leave out these fields in this scene, which is about them."""
    assert _now is not None
    for name in names:
        _now.settle(of, name, is_missing=False)


def leave_out(of: str, *names: str) -> None:
    """Always leave out these fields in this scene, which is about their absence."""
    assert _now is not None
    for name in names:
        _now.settle(of, name, is_missing=True)


def sent(name: str, payload: Any) -> Any:
    """Return an event or an answer as it is sent in this scene."""
    return payload if _now is None else _now.sent(name, payload)


def install(bot: discord.Client) -> None:
    """Send this bot events with fields missing, and unknown events."""
    parsers = bot._connection.parsers
    socket = DiscordWebSocket.__new__(DiscordWebSocket)
    socket._dispatch, socket._dispatch_listeners, socket._keep_alive = bot.dispatch, [], None
    socket._discord_parsers = dict(parsers)
    socket.shard_id = 0
    setattr(socket, "log_receive", lambda _message, /: None)  # noqa: B010 - as if logging were off
    for event, parse in parsers.items():
        parsers[event] = _parsing(event, parse, socket)


def _parsing(event: str, parse: Callable[[Any], Any], socket: DiscordWebSocket) -> Callable[[Any], Any]:
    def parsed(data: Any) -> None:
        made = sent(event, data)
        if _now is not None and _now.before is not None and event != "READY":
            _receive(socket, *_now.before)
        parse(made)

    return parsed


def _receive(socket: DiscordWebSocket, event: str, payload: Mapping[str, Any]) -> None:
    """Let discord.py receive an event as from its gateway connection. The parsers of events never wait."""
    text = json.dumps({"op": DiscordWebSocket.DISPATCH, "t": event, "s": None, "d": payload})
    with contextlib.suppress(StopIteration):
        socket.received_message(text).send(None)


def _answering(request: Callable[..., Any]) -> Callable[..., Any]:
    async def answered(client: Any, route: Any, *args: Any, **kwargs: Any) -> Any:
        return sent(f"{route.method} {route.path}", await request(client, route, *args, **kwargs))

    return answered


for _client in (FakeHTTPClient, FakeWebhookAdapter):
    setattr(_client, "request", _answering(_client.request))  # noqa: B010 - simcord is pinned
