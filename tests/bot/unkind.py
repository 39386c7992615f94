"""Change what an in-memory Discord sends: leave out optional fields, and add unknown fields and events.

The seed of the test decides which fields are missing (`tests.bot.seeds`). The data that the in-memory Discord stores
stays unchanged. See `tests.discord.omissions`.
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
    """Set the seed that decides which fields are left out from now on. If it is None, no field is left out."""
    global _now
    _now = Omissions(seed) if seed is not None else None


def keep(of: str, *names: str) -> None:
    """Always send these fields in the current test, because the test is about them."""
    assert _now is not None
    for name in names:
        _now.settle(of, name, is_missing=False)


def leave_out(of: str, *names: str) -> None:
    """Never send these fields in the current test, because the test is about their absence."""
    assert _now is not None
    for name in names:
        _now.settle(of, name, is_missing=True)


def sent(name: str, payload: Any) -> Any:
    """Return a payload with the changes that the seed decides.

    `name` is the name of an event, or the method and path of a request.
    """
    return payload if _now is None else _now.sent(name, payload)


def install(bot: discord.Client) -> None:
    """Remove optional fields from the events that this bot receives, and add unknown events."""
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
    """Pass an event to discord.py as if it came from the gateway. This never has to wait."""
    text = json.dumps({"op": DiscordWebSocket.DISPATCH, "t": event, "s": None, "d": payload})
    with contextlib.suppress(StopIteration):
        socket.received_message(text).send(None)


def _answering(request: Callable[..., Any]) -> Callable[..., Any]:
    async def answered(client: Any, route: Any, *args: Any, **kwargs: Any) -> Any:
        return sent(f"{route.method} {route.path}", await request(client, route, *args, **kwargs))

    return answered


for _client in (FakeHTTPClient, FakeWebhookAdapter):
    setattr(_client, "request", _answering(_client.request))  # noqa: B010 - simcord is pinned
