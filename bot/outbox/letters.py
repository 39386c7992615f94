"""Hidden rolls by DM. A closed DM never blocks a game: it is remembered, and said once."""

import asyncio
import logging
import time
from weakref import WeakValueDictionary

import discord

from bot.outbox.language import language_of_server
from bot.outbox.render import layout, links
from bot.people import People
from bot.screens import refusals
from bot.screens.common_hand import private
from bot.screens.model import Text
from bot.tables import Tables
from bot.tables.model import HiddenRoll, Pending
from bot.words.language import speaking

log = logging.getLogger(__name__)

CLOSED = (50007, 50278)
"""Discord's codes for a person who cannot be written to."""
TOO_MANY = (40003, 20026)
"""Discord's codes for a bot that opens DMs too fast, or is held back from them."""
PAUSE = 600
"""Seconds without DMs after such a code; "My dice" works meanwhile."""


class Letters:
    """Writes DMs for one client."""

    def __init__(self, client: discord.Client, tables: Tables, people: People) -> None:
        self._client, self._tables, self._people = client, tables, people
        self._paused_until = 0.0
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def send(self, table_id: int) -> None:
        """Tell everybody their dice who has not been told, all at once, and mark it.

        The table is not held meanwhile: a slow DM keeps nobody from moving.
        """
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            pending = await self._tables.showing.pending(table_id)
            if not pending.rolls:
                return
            message = pending.panel.message if pending.panel is not None else None
            await asyncio.gather(*(self._send(pending, roll, message) for roll in pending.rolls))
            seats = [roll.seat for roll in pending.rolls]
            await self._tables.showing.rolls_sent(table_id, pending.rolls[0].round, seats)

    async def _send(self, pending: Pending, roll: HiddenRoll, message: int | None) -> None:
        if time.monotonic() < self._paused_until or await self._stays_closed(roll):
            return
        red = getattr(pending.view, "red", 0)
        with speaking(pending.table.seats[roll.seat].language):
            letter = private.roll(pending.table, roll.round, roll.dice, red, message)
        try:
            channel = await self._client.create_dm(discord.Object(roll.user))
            shown = links(letter)
            await (channel.send(letter.words, view=shown) if shown else channel.send(letter.words))
        except discord.HTTPException as error:
            await self._failed(pending, roll, error)
        else:
            await self._people.dm_open(roll.user)

    async def _stays_closed(self, roll: HiddenRoll) -> bool:
        """A DM known to be closed is tried again at the start of a game only."""
        return roll.round > 1 and await self._people.is_dm_closed(roll.user)

    async def _failed(self, pending: Pending, roll: HiddenRoll, error: discord.HTTPException) -> None:
        if error.code in TOO_MANY:
            self._paused_until = time.monotonic() + PAUSE
            log.warning("Discord holds DMs back (%d): none for %d s.", error.code, PAUSE)
        elif error.code not in CLOSED:
            log.warning("A DM to %d failed: %d %d", roll.user, error.status, error.code)
        elif await self._people.closed_dm(roll.user):
            await self._say_closed(pending, roll.user)

    async def _say_closed(self, pending: Pending, user: int) -> None:
        """Say it once, in the channel, to that person."""
        place = pending.table.place
        channel = self._client.get_partial_messageable(place.channel, guild_id=place.guild)
        pings = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user)])
        with speaking(language_of_server(self._client, place.guild)):
            said = layout((Text(refusals.closed_dm_public(user)),))
        try:
            await channel.send(view=said, allowed_mentions=pings)
        except discord.HTTPException as error:
            log.info("A closed DM could not be told in the channel: %d %d", error.status, error.code)
