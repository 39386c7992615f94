"""Send a request again after an answer of 500 or more, once it is certain that the first request did not arrive.

discord.py itself sends each request only once (`internals.post_once`).
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

T = TypeVar("T")

REPEATED_AFTER = (0.3, 1.0)
"""Seconds before each repetition of a request that Discord answered with 500 or more."""


class Arrived(Exception):  # noqa: N818 - a state of a post, not an error of the program
    """Raised if a message was posted although Discord answered with 500 or more."""


async def posted(post: Callable[[], Awaitable[T]], has_arrived: Callable[[], Awaitable[bool]] | None = None) -> T:
    """Return the result of `post`, which is called again after an answer of 500 or more.

    Raises `Arrived` if `has_arrived` returns True after such an answer. Without `has_arrived` the request may arrive
    twice.
    """
    for pause in REPEATED_AFTER:
        try:
            return await post()
        except discord.DiscordServerError:
            await asyncio.sleep(pause)
            if has_arrived is not None and await has_arrived():
                raise Arrived from None
    return await post()
