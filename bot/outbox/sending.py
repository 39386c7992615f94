"""How messages are sent with the pictures of the application, and with files; in words where Discord refuses them."""

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
    """Send `shown` with the pictures of the client's application; all messages and forms are sent with this."""
    return await client.pictures.draw(client, shown, send)


FILES_REFUSED = (400, 403, 413)
"""The statuses of refused files: with these components, in this place, or because of their size."""


class Attached(Protocol):
    """Something sent as a file with a message."""

    def file(self) -> discord.File:
        """Return it as a file to be sent once, since a file is read when it is sent."""


async def send_files(
    client: Client,
    shown: ui.LayoutView,
    files: Sequence[Attached],
    send: Callable[[list[discord.File]], Awaitable[T]],
) -> T:
    """Send `shown` with its files, or in words if Discord refuses them; all files are sent with this.

    `send` gets fresh files each time. `is_in_words` returns afterwards which it was.
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
    """Return whether the files of a message were refused, so that it was sent in words."""
    return isinstance(shown, Drawn) and shown.in_words
