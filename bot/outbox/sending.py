"""Send messages with the application's emojis and with files. If Discord refuses the files, send words instead."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeVar

import discord
from discord import ui

from bot.outbox.client import Client
from bot.outbox.drawn import Drawn
from bot.outbox.failures import in_short

log = logging.getLogger(__name__)

T = TypeVar("T")


async def send_drawn(client: Client, shown: ui.LayoutView | Drawn, send: Callable[[], Awaitable[T]]) -> T:
    """Send `shown` with the application's emojis. All messages and forms are sent through this function."""
    return await client.pictures.draw(client, shown, send)


FILES_REFUSED = (400, 403, 413)
"""The HTTP statuses for refused files: with these components, in this channel, or because of their size."""


class Attached(Protocol):
    """Something that can be sent as a file with a message."""

    def file(self) -> discord.File:
        """Return a new file. Sending reads a file, so each file can be sent only once."""


async def send_files(
    client: Client,
    shown: ui.LayoutView,
    files: Sequence[Attached],
    send: Callable[[list[discord.File]], Awaitable[T]],
) -> T:
    """Send `shown` with its files, or with words in place of the files if Discord refuses them.

    All files are sent through this function. `send` gets fresh files at each call. After this call, `is_in_words`
    returns whether the files were refused.
    """
    try:
        return await send_drawn(client, shown, lambda: send([each.file() for each in files]))
    except discord.HTTPException as error:
        if not files or not isinstance(shown, Drawn) or error.status not in FILES_REFUSED:
            raise
        log.debug("Files were refused (%s), and are told in words.", in_short(error))
        shown.in_words = True
    return await send_drawn(client, shown, lambda: send([]))


def is_in_words(shown: ui.LayoutView) -> bool:
    """Return whether the files of a message were refused, so that words were sent instead."""
    return isinstance(shown, Drawn) and shown.in_words
