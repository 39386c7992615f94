"""Look up and use the application's emojis, which are the bot's pictures, and print drawn pages to files."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Container, Iterable
from datetime import datetime, timedelta
from io import BytesIO
from typing import TypeVar

import discord
import msgspec
from discord import ui

from bot.outbox.drawn import UNICODE, Drawn, Emoji, EmojiSet
from bot.outbox.failures import TROUBLE, UNREADABLE, in_short, is_refused_emoji
from bot.outbox.waiting import within
from bot.pictures import Picture, pictures
from bot.pictures.charts import png
from bot.screens.elements.cards import Box, Page, Part
from bot.settings import COMMAND
from bot.words.dice import LOOKS, MARKS, look_of, name_of

log = logging.getLogger(__name__)

REST = timedelta(minutes=10)
"""The least time between two look-ups of the application's emojis, even if Discord refuses an emoji in between."""

TIMEOUT = 5.0
"""Seconds after which a look-up counts as failed, so that a start does not wait for pictures."""

NAMED = 3
"""The most missing pictures that a log line names."""

MENDS = f"`{COMMAND} emojis` uploads them; meanwhile they are written in Unicode"

T = TypeVar("T")


class Pictures:
    """The custom emojis of an application, looked up at the start and again after a refusal."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._looks = UNICODE
        self._looked: datetime | None = None
        self._refused = False

    @property
    def looks(self) -> EmojiSet:
        """The custom emojis to use now. It is an empty set if Discord has refused one of them."""
        return UNICODE if self._refused else self._looks

    async def look(self, client: discord.Client) -> None:
        """Look up the application's custom emojis with one request, and log which ones are missing.

        If the request fails, signs are sent in Unicode until another look-up succeeds.
        """
        self._looked = self._now()
        try:
            found = await within(TIMEOUT, client.fetch_application_emojis())
        except (*TROUBLE, discord.DiscordException, *UNREADABLE) as error:
            log.warning("The pictures could not be looked up (%s): dice are written in Unicode.", in_short(error))
            self._refused = True
            return
        there = {emoji.name: emoji.id for emoji in found}
        drawn = {(look, picture.name): picture for look in LOOKS for picture in pictures(look)}
        wanted = {mark: drawn[look_of(mark), name_of(mark)] for mark in MARKS}
        names = {mark: _name_there(each, there) for mark, each in wanted.items()}
        emojis = {mark: Emoji(name, there.get(name, 0)) for mark, name in names.items()}
        self._looks = EmojiSet({mark: emoji for mark, emoji in emojis.items() if emoji.id})
        self._refused = False
        if missing := sorted(emoji.name for emoji in emojis.values() if not emoji.id):
            named = ", ".join([*missing[:NAMED], "…"] if len(missing) > NAMED else missing)
            log.warning("%d of %d pictures are missing (%s): %s.", len(missing), len(MARKS), named, MENDS)

    async def draw(self, client: discord.Client, shown: ui.LayoutView | Drawn, send: Callable[[], Awaitable[T]]) -> T:
        """Send `shown` with custom emojis, or in Unicode if Discord refuses one of them.

        `send` sends the message, and is called once or twice. A message that was received from Discord is sent
        unchanged.
        """
        if not isinstance(shown, Drawn):
            return await send()
        await self._look_again(client)
        shown.looks = self.looks
        try:
            return await send()
        except discord.HTTPException as error:
            if not shown.looks.emojis or not is_refused_emoji(error):
                raise
        if not self._refused:
            self._refused = True
            log.warning("Discord refuses a picture, which was deleted there: %s.", MENDS)
        shown.looks = UNICODE
        return await send()

    async def _look_again(self, client: discord.Client) -> None:
        if self._refused and (self._looked is None or self._now() >= self._looked + REST):
            await self.look(client)


def _name_there(picture: Picture, there: Container[str]) -> str:
    """Return the name of a picture's emoji: the former one if an earlier version of the bot has uploaded it."""
    return picture.former if picture.emoji not in there and picture.former in there else picture.emoji


PRINTED_AT_ONCE = 2
"""The most pages that are printed at the same time; others wait."""

_presses = asyncio.Semaphore(PRINTED_AT_ONCE)


class Printed(msgspec.Struct, frozen=True):
    """A drawn page as a PNG picture, with a description in words (`alt`)."""

    name: str
    png: bytes
    alt: str

    def file(self) -> discord.File:
        """Return the page as a new file. Sending reads a file, so each file can be sent only once."""
        return discord.File(BytesIO(self.png), self.name, description=self.alt)


async def printed(parts: Iterable[Part]) -> tuple[Printed, ...]:
    """Print the drawn pages among these parts, each in a thread; return the printed pages in order."""
    return tuple([await _printed(page) for page in _pages(parts)])


async def _printed(page: Page) -> Printed:
    async with _presses:
        return Printed(page.name, await asyncio.to_thread(png, page.svg), page.alt)


def _pages(parts: Iterable[Part]) -> list[Page]:
    found: list[Page] = []
    for part in parts:
        match part:
            case Page():
                found.append(part)
            case Box(parts=inner):
                found += _pages(inner)
            case _:
                pass
    return found
