"""Which pictures the application has on Discord, and what is done where Discord refuses one."""

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import TypeVar

import discord
from discord import ui

from bot.outbox.drawing import UNICODE, Drawn, Emoji, Looks
from bot.outbox.failures import TROUBLE, in_short, is_refused_emoji
from bot.outbox.within import within
from bot.pictures import pictures
from bot.words.pictures import LOOKS, MARKS, look_of, name_of

log = logging.getLogger(__name__)

REST = timedelta(minutes=10)
"""How long after one look the application's emojis are not looked up again, whatever Discord refuses meanwhile."""
PATIENCE = 5.0
"""Seconds that a look takes at most; a start does not wait longer for pictures."""
NAMED = 3
"""How many missing pictures the log names."""
MENDS = "`python -m bot emojis` uploads them; meanwhile they are written in Unicode"

T = TypeVar("T")


class Pictures:
    """What an application has of our pictures; it is looked up at the start, and once more after a refusal."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._looks = UNICODE
        self._looked: datetime | None = None
        self._refused = False

    @property
    def looks(self) -> Looks:
        """How dice are drawn now."""
        return UNICODE if self._refused else self._looks

    async def look(self, client: discord.Client) -> None:
        """Look up what is there, by one request, and log what is missing. Where Discord fails, there is nothing."""
        self._looked = self._now()
        try:
            found = await within(PATIENCE, client.fetch_application_emojis())
        except TROUBLE as error:
            log.warning("The pictures could not be looked up (%s): dice are written in Unicode.", in_short(error))
            self._refused = True
            return
        there = {emoji.name: emoji.id for emoji in found}
        drawn = {(look, picture.name): picture.emoji for look in LOOKS for picture in pictures(look)}
        names = {mark: drawn[look_of(mark), name_of(mark)] for mark in MARKS}
        emojis = {mark: Emoji(name, there.get(name, 0)) for mark, name in names.items()}
        self._looks = Looks({mark: emoji for mark, emoji in emojis.items() if emoji.id})
        self._refused = False
        if missing := sorted(emoji.name for emoji in emojis.values() if not emoji.id):
            named = ", ".join([*missing[:NAMED], "…"] if len(missing) > NAMED else missing)
            log.warning("%d of %d pictures are missing (%s): %s.", len(missing), len(MARKS), named, MENDS)

    async def draw(self, client: discord.Client, shown: ui.LayoutView | Drawn, send: Callable[[], Awaitable[T]]) -> T:
        """Send what `shown` is, with its pictures; written in Unicode where Discord refuses one.

        `send` sends it, once or twice. What was read back from Discord has its pictures already.
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
            log.warning("Discord refuses a picture, which was taken away there: %s.", MENDS)
        shown.looks = UNICODE
        return await send()

    async def _look_again(self, client: discord.Client) -> None:
        if self._refused and (self._looked is None or self._now() >= self._looked + REST):
            await self.look(client)


def pictures_of(client: discord.Client) -> Pictures:
    """The pictures of a client's application."""
    found = client.pictures  # type: ignore[attr-defined] # app.Bot has them
    assert isinstance(found, Pictures)
    return found


async def drawn(client: discord.Client, shown: ui.LayoutView | Drawn, send: Callable[[], Awaitable[T]]) -> T:
    """Send `shown` with the pictures that the client's application has: every message and form goes out by this."""
    return await pictures_of(client).draw(client, shown, send)
