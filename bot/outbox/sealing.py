"""Post the line that seals the dice of a game (engine/FAIRNESS.md), once for each game.

The bot posts the line without an interaction, and finds it again after a crash. The line is plain content, because
such a message is marked as edited only if its words were edited. The bot never edits or deletes the line.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

import discord

from bot.outbox.client import Client
from bot.outbox.failures import TROUBLE, in_short, is_gone, is_refused, may_have_arrived
from bot.outbox.messages import AGAIN_AFTER, nonce
from bot.outbox.obstacles import Obstacles
from bot.outbox.render import line_of
from bot.tables import Tables
from bot.tables.annotations import Sealing
from bot.tables.duties import Due
from bot.tables.model import Place, Status, TableView
from bot.tables.obstacles import Obstacle

log = logging.getLogger(__name__)

LOOKED_AT = 500
"""The number of messages after the press on Start that are searched for the line."""

NONCE_HOLDS = timedelta(minutes=2)
"""How long Discord certainly knows a nonce. After that, the bot searches for the line before it posts the line."""


class Refused(Exception):  # noqa: N818 - an answer of Discord's, not an error of the program
    """Raised if Discord refused the line, so that it was not posted. `error` is Discord's answer."""

    def __init__(self, error: discord.HTTPException) -> None:
        super().__init__(in_short(error))
        self.error = error


class Untold(Exception):  # noqa: N818 - a state of a post, not an error of the program
    """Raised if it is unknown whether the line was posted."""


class Lines:
    """Posts the lines that seal the dice of one client's tables, and throws the dice afterwards."""

    def __init__(self, client: Client, tables: Tables, obstacles: Obstacles, now: Callable[[], datetime]) -> None:
        """Set up for one client. `now()` returns the time as an aware datetime."""
        self._client, self._tables, self._obstacles, self._now = client, tables, obstacles, now
        self._began, self._may_be_there = now(), set[int]()
        self._blocked: dict[int, Place] = {}

    async def begin(self) -> None:
        """Load the lobbies that show an obstacle to sealing their dice.

        Call this once, before the bot is connected.
        """
        for lobby in await self._tables.queries.blocked_lobbies():
            self._blocked[lobby.id] = lobby.place

    async def seal(self, due: Due, table: TableView) -> None:
        """Post the sealing line of a table, unless it is posted already, and throw the dice.

        If Discord refuses the line, the lobby opens again. If it is unknown whether the line was posted, the table is
        closed. Raises Discord's other errors, after which the caller tries again.
        """
        sealing, timers = table.annotations.sealing, self._tables.timers
        assert sealing is not None, "Start comes first"
        try:
            await timers.throw(due, await self._line(table, sealing))
        except Refused as refused:
            obstacle = await self._in_the_way(table, refused)
            await timers.open_again(due, obstacle)
            if obstacle is not None:
                self._blocked[table.id] = table.place
        except Untold:
            log.warning("Table %d is closed: it is unknown whether its dice were sealed.", table.id)
            await timers.give_up(due)
        self._may_be_there.discard(table.id)

    def blocked(self, guild: int) -> tuple[tuple[int, Place], ...]:
        """Return the lobbies of a server that showed an obstacle to sealing their dice, each with its place."""
        return tuple((table, place) for table, place in self._blocked.items() if place.guild == guild)

    async def unblocked(self, table: int) -> None:
        """Remove the obstacle to sealing the dice from the card of a lobby, if the card still shows it."""
        found = await self._tables.queries.table(table)
        sealing = found.annotations.sealing
        if sealing is not None and found.status is Status.LOBBY and found.annotations.is_blocked():
            await self._tables.timers.unblock(table, sealing)
        self._blocked.pop(table, None)

    async def _in_the_way(self, table: TableView, refused: Refused) -> Obstacle | None:
        """Return the obstacle that made Discord refuse the line, or None if people there cannot remove it.

        Log the refusal.
        """
        obstacle = await self._obstacles.meet(table, refused.error)
        if obstacle is None:
            log.warning("Table %d has no game: the line that seals its dice was refused (%s).", table.id, refused)
        return obstacle

    async def _line(self, table: TableView, sealing: Sealing) -> int:
        """Return the id of the sealing line, and post the line if necessary.

        Raises `Refused`, `Untold`, and Discord's other errors.
        """
        if self._now() - sealing.since > NONCE_HOLDS and (found := await self._find(table, sealing)) is not None:
            return found
        try:
            return await self._post(table, sealing, nonce("line", table.id, sealing.digits))
        except discord.HTTPException as error:
            if is_gone(error) or not is_refused(error):
                raise
            refused = Refused(error)
        try:
            found = await self._find(table, sealing)
        except Untold:
            if self._may_be_known(table, sealing):
                raise
            raise refused from None  # only this process has tried to post the line, and Discord refused each try
        if found is None:
            raise refused
        return found

    def _may_be_known(self, table: TableView, sealing: Sealing) -> bool:
        """Return whether the line may be posted already.

        This is possible if a request was lost, or if another process began to seal the game.
        """
        return table.id in self._may_be_there or sealing.since < self._began

    async def _post(self, table: TableView, sealing: Sealing, name: str) -> int:
        """Post the line with the nonce `name`, and return the id of its message.

        If Discord knows the nonce, it returns the line that was posted before. If somebody has deleted that line
        since, another one is posted.
        """
        channel = self._client.get_partial_messageable(table.place.channel, guild_id=table.place.guild)
        words = line_of(self._client, table)
        for wait in (*AGAIN_AFTER, None):
            try:
                message = await channel.send(words, allowed_mentions=discord.AllowedMentions.none(), nonce=name)
            except TROUBLE as error:
                if may_have_arrived(error):
                    self._may_be_there.add(table.id)
                if wait is None or not may_have_arrived(error):
                    raise
                log.debug("The line of table %d is sent again: %s", table.id, in_short(error))
                await asyncio.sleep(wait)
            else:
                if self._may_be_known(table, sealing) and await _is_gone(message):
                    return await self._post(table, sealing, nonce(name, message.id))
                self._client.buried.posted(table.place.channel, message.id)
                return message.id
        raise AssertionError("the last try returns or raises")

    async def _find(self, table: TableView, sealing: Sealing) -> int | None:
        """Return the id of the first line with these digits after the press on Start, or None. Raises `Untold`."""
        channel = self._client.get_partial_messageable(table.place.channel, guild_id=table.place.guild)
        since, looked_at = discord.Object(table.start()), 0
        try:
            async for message in channel.history(after=since, limit=LOOKED_AT, oldest_first=True):
                looked_at += 1
                if self._is_line(message, sealing.digits):
                    return message.id
        except discord.Forbidden:
            raise Untold from None
        if looked_at == LOOKED_AT:
            raise Untold
        return None

    def _is_line(self, message: discord.Message, digits: str) -> bool:
        me = self._client.user
        is_ours = me is not None and message.author.id == me.id and message.edited_at is None
        return is_ours and not message.components and digits in message.content


async def _is_gone(message: discord.Message) -> bool:
    """Return whether a message was deleted. Return False if the bot may not read there."""
    try:
        await message.channel.fetch_message(message.id)
    except discord.Forbidden:
        return False
    except discord.NotFound:
        return True
    return False
