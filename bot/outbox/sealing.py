"""The line that seals the dice of a game (engine/FAIRNESS.md): posted once, by the bot itself, and found after a kill.

It is plain content, answers nobody, and is never edited or deleted: Discord marks edits only for a message's words.
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
"""The number of messages since Start that are searched for the line."""

NONCE_HOLDS = timedelta(minutes=2)
"""How long Discord certainly knows a nonce. Later the line is searched for before it is posted."""


class Refused(Exception):  # noqa: N818 - an answer of Discord's, not an error of the program
    """The line cannot be posted, and was not: `error` is Discord's answer."""

    def __init__(self, error: discord.HTTPException) -> None:
        super().__init__(in_short(error))
        self.error = error


class Untold(Exception):  # noqa: N818 - names what is so
    """It is unknown whether the line was posted."""


class Lines:
    """Seals the dice of one client's tables."""

    def __init__(self, client: Client, tables: Tables, obstacles: Obstacles, now: Callable[[], datetime]) -> None:
        """`now()` returns the time as an aware datetime."""
        self._client, self._tables, self._obstacles, self._now = client, tables, obstacles, now
        self._began, self._may_be_there = now(), set[int]()

    async def seal(self, due: Due, table: TableView) -> None:
        """Post the line of a table, unless it is there, and throw the dice.

        If it is refused the lobby opens again; if it is unknown whether it is there the table closes. Raises Discord's
        other errors, to be tried again.
        """
        sealing, timers = table.annotations.sealing, self._tables.timers
        assert sealing is not None, "Start comes first"
        try:
            await timers.throw(due, await self._line(table, sealing))
        except Refused as refused:
            await timers.open_again(due, await self._in_the_way(table, refused))
        except Untold:
            log.warning("Table %d is closed: it is unknown whether its dice were sealed.", table.id)
            await timers.give_up(due)
        self._may_be_there.discard(table.id)

    async def blocked(self, guild: int) -> tuple[tuple[int, Place], ...]:
        """Return the lobbies of a server, with their places, that say what keeps their dice from being sealed."""
        lobbies = await self._tables.queries.lobbies_in(guild)
        return tuple((each.id, each.place) for each in lobbies if _says_what_is_missing(each))

    async def unblocked(self, table: int) -> None:
        """Have a lobby no longer say what kept its dice from being sealed."""
        found = await self._tables.queries.table(table)
        sealing = found.annotations.sealing
        if sealing is not None and _says_what_is_missing(found):
            await self._tables.timers.unblock(table, sealing)

    async def _in_the_way(self, table: TableView, refused: Refused) -> Obstacle | None:
        """Return the obstacle to a line, None if nobody there can remove it. Log it, once."""
        obstacle = await self._obstacles.meet(table, refused.error)
        if obstacle is None:
            log.warning("Table %d has no game: the line that seals its dice was refused (%s).", table.id, refused)
        return obstacle

    async def _line(self, table: TableView, sealing: Sealing) -> int:
        """Return the id of the line. Raises `Refused`, `Untold`, and Discord's other errors."""
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
            raise refused from None  # only this process has tried to post it, and each time it was refused
        if found is None:
            raise refused
        return found

    def _may_be_known(self, table: TableView, sealing: Sealing) -> bool:
        """Return whether Discord may have the line already: a request was lost, or another process began this."""
        return table.id in self._may_be_there or sealing.since < self._began

    async def _post(self, table: TableView, sealing: Sealing, name: str) -> int:
        """Post the line, or have Discord find it by its nonce `name`; return its id.

        Discord may return one that somebody has deleted since: then another one is posted.
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
        """Return the id of the first line with these digits since Start, None if there is none. Raises `Untold`."""
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
    """Return whether a message no longer exists, as far as the bot may read."""
    try:
        await message.channel.fetch_message(message.id)
    except discord.Forbidden:
        return False
    except discord.NotFound:
        return True
    return False


def _says_what_is_missing(table: TableView) -> bool:
    sealing = table.annotations.sealing
    return table.status is Status.LOBBY and sealing is not None and sealing.obstacle is not None
