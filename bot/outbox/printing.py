"""Drawn pages in what is sent: printed in a thread, a few at a time, and attached with what they show in words."""

import asyncio
from collections.abc import Iterable
from io import BytesIO

import discord
import msgspec

from bot.charts.printing import png
from bot.screens.model import Box, Page, Part

AT_ONCE = 2
"""Pages that are printed at a time; who asks meanwhile waits."""

_presses = asyncio.Semaphore(AT_ONCE)


class Printed(msgspec.Struct, frozen=True):
    """A page as Discord takes it."""

    name: str
    png: bytes
    alt: str

    def file(self) -> discord.File:
        """To be sent once: a file is read as it is sent."""
        return discord.File(BytesIO(self.png), self.name, description=self.alt)


async def printed(parts: Iterable[Part]) -> tuple[Printed, ...]:
    """All pages among some parts, in order."""
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
