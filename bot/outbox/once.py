"""Have discord.py post only once by an interaction's token, however Discord answers.

After an answer of 500 or more discord.py sends the same again, up to five times, whether or not it was carried out.
Then a first answer comes twice (40060), and a follow-up is shown twice, since Discord takes no nonce for it. With
this, the caller gets the first such answer, looks for what may have arrived, and posts again if it did not.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import aiohttp
import discord
from discord.http import json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter

T = TypeVar("T")

REPEATED_AFTER = (0.3, 1.0)
"""Seconds before something is posted again that Discord answered with 500 or more."""

_request: Callable[..., Awaitable[Any]] = AsyncWebhookAdapter.request


def post_once() -> None:
    """Have discord.py repeat no POST by a token; it is pinned, and a test fails where this has no effect any more."""
    AsyncWebhookAdapter.request = _request_once  # type: ignore[method-assign, assignment]


async def _request_once(adapter: AsyncWebhookAdapter, route: Any, session: Any, **how: Any) -> Any:
    return await _request(adapter, route, _Once(session) if route.method == "POST" else session, **how)


class _Once:
    """Stands in the place of discord.py's session."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    def request(self, *what: Any, **how: Any) -> "_Request":
        """Return a request, to be entered."""
        return _Request(self._session.request(*what, **how))


class _Request:
    """A request whose answer is raised, rather than left to discord.py, where Discord may have carried it out."""

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


class Arrived(Exception):  # noqa: N818 - says what has become of a post
    """It was posted, though Discord answered with 500 or more."""


async def posted(post: Callable[[], Awaitable[T]], has_arrived: Callable[[], Awaitable[bool]] | None = None) -> T:
    """Return what `post` returns; it is called again where Discord answers with 500 or more.

    Raises `Arrived` where it `has_arrived` all the same; without that it may arrive twice.
    """
    for pause in REPEATED_AFTER:
        try:
            return await post()
        except discord.DiscordServerError:
            await asyncio.sleep(pause)
            if has_arrived is not None and await has_arrived():
                raise Arrived from None
    return await post()
