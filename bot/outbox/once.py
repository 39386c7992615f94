"""Posting again what Discord answered with 500 or more, once it is certain that it did not arrive.

discord.py itself posts once (`internals.post_once`).
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

T = TypeVar("T")

REPEATED_AFTER = (0.3, 1.0)
"""Seconds before something is posted again that Discord answered with 500 or more."""


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
