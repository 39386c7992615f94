"""All internals of discord.py that the bot relies on. No other file uses private or undocumented names of discord.py.

discord.py is pinned, and `tests/bot/requests/test_internals.py` fails if a new version moves one of these names.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping, Sequence
from functools import cached_property
from typing import Any, TypeVar, overload

import aiohttp
import discord
import msgspec
import yarl
from discord import app_commands
from discord.channel import _threaded_channel_factory
from discord.components import _component_factory
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route, json_or_text
from discord.state import ChunkRequest
from discord.webhook.async_ import AsyncWebhookAdapter

ClientT = TypeVar("ClientT", bound=discord.Client)

Parser = Callable[[Any], None]
"""A function that reads one kind of event."""

# The connection -------------------------------------------------------------------------------------------


def parsers(client: discord.Client) -> MutableMapping[str, Parser]:
    """Return discord.py's parsers by the names of the gateway's events.

    The caller can replace a parser in the returned mapping.
    """
    return client._connection.parsers  # noqa: SLF001


def read_server(client: discord.Client, data: Any) -> discord.Guild:
    """Return a server from Discord's description, without caching it.

    An unreadable description may raise any exception.
    """
    return discord.Guild(data=data, state=client._connection)  # noqa: SLF001


def is_known_channel(kind: int) -> bool:
    """Return whether discord.py knows this type of channel."""
    return _threaded_channel_factory(kind)[0] is not None


def addresses() -> tuple[str, str]:
    """Return the URLs of Discord's API, with the version, and of its gateway."""
    return Route.BASE, str(DiscordWebSocket.DEFAULT_GATEWAY)


def set_addresses(api: str, gateway: str) -> None:
    """Set the URLs of Discord's API and of its gateway."""
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = api, yarl.URL(gateway)


def adapt_discord_py() -> None:
    """Make discord.py read fast, post each answer only once, and continue after a request is cancelled."""
    read_fast()
    post_once()
    outlast_cancelled_requests()


class LivelyClient(discord.Client):
    """A client that dispatches no event after it is closed."""

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Dispatch an event unless the client is closed.

        After an interrupted start, discord.py would still dispatch "ready".
        """
        if not self.is_closed():
            super().dispatch(event, *args, **kwargs)


# Requests by the bot --------------------------------------------------------------------------------------


async def request(client: discord.Client, method: str, path: str, body: Any = None, **ids: Any) -> Any:
    """Send a request for which discord.py has no function; return Discord's answer.

    `ids` fill the braces of `path`. Raises discord.py's exceptions.
    """
    route = Route(method, path, **ids)
    return await (client.http.request(route) if body is None else client.http.request(route, json=body))


GLOBAL_LIMIT = 5.0
"""Seconds after which requests continue if the one that waited for the end of Discord's global limit was cancelled."""

_send: Callable[..., Awaitable[Any]] = HTTPClient.request


def outlast_cancelled_requests() -> None:
    """Make discord.py send requests again after one of them was cancelled during Discord's global rate limit.

    The request that meets the limit sleeps until the limit ends, and all other requests wait for it. If that request
    is cancelled in its sleep, discord.py never ends their wait. Without this patch, the bot would then be silent until
    its next start.
    """
    HTTPClient.request = _request_and_release  # type: ignore[method-assign, assignment]


async def _request_and_release(http: HTTPClient, route: Route, **how: Any) -> Any:
    try:
        return await _send(http, route, **how)
    except asyncio.CancelledError:
        if not http._global_over.is_set():  # noqa: SLF001
            asyncio.get_running_loop().call_later(GLOBAL_LIMIT, http._global_over.set)  # noqa: SLF001
        raise


def forget_dm_channel(client: discord.Client, user: int) -> None:
    """Make discord.py ask Discord for a person's DM channel the next time that it is needed."""
    state = client._connection  # noqa: SLF001
    if (channel := state._get_private_channel_by_user(user)) is not None:  # noqa: SLF001
        state._remove_private_channel(channel)  # noqa: SLF001


async def described_channel(client: discord.Client, channel: int) -> Any:
    """Return Discord's description of a channel. Raises discord.py's exceptions."""
    return await client.http.get_channel(channel)


async def described_servers(client: discord.Client, most: int, after: int | None) -> Sequence[Mapping[str, Any]]:
    """Return the descriptions of the next `most` of the bot's servers after the id `after`, in the order of their ids.

    Raises discord.py's exceptions.
    """
    return await client.http.get_guilds(most, after=after)


async def session_limit(client: discord.Client) -> Any:
    """Return the limit that Discord sets for new sessions.

    Raises `GatewayNotFound` without an answer, or `LookupError` or `TypeError` if the answer has no limit.
    """
    _, _, limit = await client.http.get_bot_gateway()
    return limit


MOST_AT_ONCE = 100
"""The most people about whom one request for members may ask."""


async def members_among(client: discord.Client, guild: discord.Guild, users: Sequence[int]) -> frozenset[int]:
    """Return those of these people who are on a server, as the gateway says. Waits for as long as it does not answer.

    If this is cancelled, discord.py's own function would keep the request for ever, and this function does not.
    Raises `LookupError` or `AttributeError` if the server's shard is not connected.
    """
    state: Any = client._connection  # noqa: SLF001
    request = ChunkRequest(guild.id, guild.shard_id, state.loop, state._get_guild, cache=False)  # noqa: SLF001
    answer = request.get_future()
    state._chunk_requests[request.nonce] = request  # noqa: SLF001
    try:
        gateway = state._get_websocket(guild.id)  # noqa: SLF001
        await gateway.request_chunks(guild.id, limit=MOST_AT_ONCE, user_ids=list(users), nonce=request.nonce)
        return frozenset(member.id for member in await answer)
    finally:
        state._chunk_requests.pop(request.nonce, None)  # noqa: SLF001


# Commands and views ---------------------------------------------------------------------------------------


class GuardedTree(app_commands.CommandTree[ClientT]):
    """A command tree that calls `on_error` even for a command that discord.py cannot read."""

    async def _call(self, interaction: discord.Interaction[ClientT]) -> None:
        """Read and carry out a command.

        discord.py calls `on_error` only for an `AppCommandError`, and does not call it at all if the command's name is
        missing. Without this method the person would then wait for ever.
        """
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:
            unreadable = app_commands.AppCommandError("A command cannot be read.")
            unreadable.__cause__ = error
            await self.on_error(interaction, unreadable)


class Outgoing:
    """A mixin for views and forms that can change their components when discord.py serializes them."""

    def outgoing(self, parts: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the components to send in place of `parts`."""
        return list(parts)

    def to_components(self) -> list[dict[str, Any]]:
        """Return the components of the view or form in Discord's form, after `outgoing` has changed them."""
        return self.outgoing(super().to_components())  # type: ignore[misc] # a method of the view


# Reading --------------------------------------------------------------------------------------------------


class Components(Sequence[Any]):
    """The components of a received message, which are read when they are first used.

    With each press, Discord sends the whole panel two or three times, including a menu of 25 bids, and the bot rarely
    looks at it. discord.py itself reads components immediately, which took a twentieth of the time of a press.
    """

    def __init__(self, payload: Sequence[Mapping[str, Any]]) -> None:
        """Store `payload`, which holds the components in Discord's form."""
        self._payload = payload

    @cached_property
    def _read(self) -> list[Any]:
        parts = map(_component_factory, self._payload)  # type: ignore[arg-type] # as in discord.py
        return [part for part in parts if part is not None]

    @overload
    def __getitem__(self, at: int) -> Any: ...

    @overload
    def __getitem__(self, at: slice) -> list[Any]: ...

    def __getitem__(self, at: int | slice) -> Any:
        """Return one component, or a slice of them, as discord.py's objects."""
        return self._read[at]

    def __len__(self) -> int:
        """Return the number of components that discord.py knows."""
        return len(self._read)

    def __iter__(self) -> Iterator[Any]:
        """Yield each component."""
        return iter(self._read)


def read_fast() -> None:
    """Make discord.py decode JSON with msgspec, and read the components of messages only on demand."""
    discord.Message._handle_components = _keep_components  # type: ignore[assignment,method-assign] # noqa: SLF001
    discord.utils._from_json = _decoded  # noqa: SLF001


def _decoded(text: str | bytes) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return json.loads(text)  # the text contains half an emoji, which msgspec rejects, or is not JSON


def _keep_components(message: discord.Message, payload: Sequence[Mapping[str, Any]]) -> None:
    message.components = Components(payload)  # type: ignore[assignment] # its readers only iterate


# Answers by a token ---------------------------------------------------------------------------------------


class _Original:
    """The name of the first answer in Discord's API. discord.py would quote the name if it were a string."""

    def __str__(self) -> str:
        return "@original"


ORIGINAL: Any = _Original()
"""The id that names the first answer in requests with an interaction's token."""

_request: Callable[..., Awaitable[Any]] = AsyncWebhookAdapter.request


def post_once() -> None:
    """Make discord.py send each request with an interaction's token only once, however Discord answers.

    After an answer of 500 or more, discord.py sends the same request again, up to five times, even if Discord carried
    it out. A first answer would then be sent twice (error 40060), and a follow-up would be shown twice, because
    Discord takes no nonce for follow-ups. With this patch the first such answer is raised as an exception.
    """
    AsyncWebhookAdapter.request = _request_once  # type: ignore[method-assign, assignment]


async def _request_once(adapter: AsyncWebhookAdapter, route: Any, session: Any, **how: Any) -> Any:
    return await _request(adapter, route, _Once(session) if route.method == "POST" else session, **how)


class _Once:
    """A replacement for discord.py's session that sends each request only once."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    def request(self, *what: Any, **how: Any) -> "_Request":
        """Return a request as a context manager."""
        return _Request(self._session.request(*what, **how))


class _Request:
    """A request that raises an exception for an answer of 500 or more.

    discord.py does not see such an answer, and so does not send the request again.
    """

    def __init__(self, request: Any) -> None:
        self._request = request

    async def __aenter__(self) -> Any:
        response = await self._request.__aenter__()
        if response.status < 500:
            return response
        try:
            raise discord.DiscordServerError(response, await json_or_text(response))
        finally:
            await self._request.__aexit__(None, None, None)

    async def __aexit__(self, *raised: object) -> None:
        await self._request.__aexit__(*raised)
