"""Find out from Discord's refusals why a table cannot be shown, and tell people once how they can fix this."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial

import discord
import msgspec

from bot.outbox import reply
from bot.outbox.answer import Answer
from bot.outbox.client import Client, Interaction
from bot.outbox.dm_channels import DmChannels
from bot.outbox.failures import ARCHIVED, LOCKED, NO_HISTORY, TROUBLE, code, in_short
from bot.outbox.render import language_of_server, layout
from bot.outbox.where_the_bot_is import Membership
from bot.people import Reach
from bot.screens.elements.cards import Text
from bot.screens.elements.obstacles import sentence
from bot.tables.model import Place, Status, TableView
from bot.tables.obstacles import Kind, Obstacle
from bot.words.language import speaking

log = logging.getLogger(__name__)

ONCE_IN = timedelta(minutes=1)
"""The least time between two reports of one table's obstacle."""

MOST = 10_000
"""The most tables that are remembered. The oldest ones are dropped first."""

MOST_TOKENS = 3
"""The most tokens that are tried for one report, newest first."""


class Blocked(Exception):  # noqa: N818 - says what is in the way
    """Raised if a table cannot be shown because of an obstacle that people can remove."""

    def __init__(self, table: TableView, obstacle: Obstacle) -> None:
        super().__init__(obstacle.in_short())
        self.table, self.obstacle = table, obstacle


class Places:
    """Finds out what keeps the bot from posting in a channel or thread."""

    def __init__(self, client: Client, membership: Membership) -> None:
        self._client, self._membership = client, membership

    async def obstacle(self, place: Place, error: BaseException) -> Obstacle | None:
        """Return the obstacle behind Discord's refusal at this place, or None if people there cannot remove it."""
        refused = code(error)
        if refused == LOCKED:
            return Obstacle(Kind.LOCKED, place.channel)
        if refused == ARCHIVED:
            return await self.closed(place) or Obstacle(Kind.ARCHIVED, place.channel)
        if refused == NO_HISTORY:
            return Obstacle(Kind.PERMISSIONS, place.channel, ("Read Message History",))
        if not isinstance(error, discord.Forbidden):
            return None
        return await self.closed(place) or Obstacle(Kind.PERMISSIONS, place.channel, _all(place))

    async def before_play(self, interaction: Interaction, place: Place, opens_thread: bool) -> Obstacle | None:
        """Return the obstacle to showing a table in the channel of a request, or None.

        With `opens_thread` the table will be in a new thread of that channel.
        """
        if not await self._membership.is_on(place.guild):
            return Obstacle(Kind.UNINVITED, place.channel)
        me = interaction.guild.me if interaction.guild is not None else None
        if me is not None and me.is_timed_out():
            return Obstacle(Kind.TIMED_OUT, place.channel, until=me.timed_out_until)
        held, thread = interaction.app_permissions, interaction.channel
        if missing := lacking(held, is_thread=place.parent is not None, opens_thread=opens_thread):
            return Obstacle(Kind.PERMISSIONS, place.channel, missing)
        return await self._seat(thread) if isinstance(thread, discord.Thread) and not held.manage_threads else None

    async def closed(self, place: Place) -> Obstacle | None:
        """Return the obstacle to posting at a place, or None if the bot knows none.

        The bot asks Discord only about unknown servers and about threads.
        """
        if not await self._membership.is_on(place.guild):
            return Obstacle(Kind.UNINVITED, place.channel)
        guild = self._client.get_guild(place.guild)
        if guild is None or guild.unavailable or guild.me is None:
            return None
        if guild.me.is_timed_out():
            return Obstacle(Kind.TIMED_OUT, place.channel, until=guild.me.timed_out_until)
        channel = guild.get_channel(place.parent or place.channel)
        held = channel.permissions_for(guild.me) if channel is not None else None
        if held is not None and (missing := lacking(held, is_thread=place.parent is not None)):
            return Obstacle(Kind.PERMISSIONS, place.channel, missing)
        is_moderator = held is not None and held.manage_threads
        return None if place.parent is None or is_moderator else await self._thread(guild, place)

    async def _thread(self, guild: discord.Guild, place: Place) -> Obstacle | None:
        """Return the obstacle to posting in a thread, or None. The bot has no permission to manage threads there."""
        thread = guild.get_thread(place.channel)
        if thread is None or thread.archived:  # discord.py does not cache archived threads
            try:
                found = await self._client.fetch_channel(place.channel)
            except discord.Forbidden:
                return Obstacle(Kind.OUTSIDE, place.channel) if place.is_private else None
            except TROUBLE:
                return None
            thread = found if isinstance(found, discord.Thread) else None
        return await self._seat(thread) if thread is not None else None

    async def _seat(self, thread: discord.Thread) -> Obstacle | None:
        """Return the obstacle to posting in a known thread, or None.

        The bot has no permission to manage threads there.
        """
        if thread.locked:
            return Obstacle(Kind.LOCKED, thread.id)
        return None if await self._membership.is_in(thread) else Obstacle(Kind.OUTSIDE, thread.id)


def lacking(held: discord.Permissions, is_thread: bool, opens_thread: bool = False) -> tuple[str, ...]:
    """Return Discord's names of the permissions that a table needs and the bot lacks.

    If `is_thread` is true, the table is in a thread, otherwise in a channel. With `opens_thread` it will be in a new
    thread.
    """
    needed = {"View Channel": held.view_channel}
    if opens_thread:
        needed["Read Message History"] = held.read_message_history
        needed["Create Public Threads"] = held.create_public_threads
    if is_thread or opens_thread:
        needed["Send Messages in Threads"] = held.send_messages_in_threads
    else:
        needed["Send Messages"] = held.send_messages
    return tuple(name for name, is_held in needed.items() if not is_held)


def _all(place: Place) -> tuple[str, ...]:
    """Return Discord's names of all permissions that a table at this place needs."""
    return lacking(discord.Permissions.none(), place.parent is not None)


class Said(msgspec.Struct, frozen=True):
    """The last obstacle of a table, and the time when it was reported, or None if it is not reported yet."""

    obstacle: Obstacle
    place: Place
    moment: datetime | None = None


class Obstacles:
    """Remembers the obstacles of tables, and reports each at most once a minute."""

    def __init__(
        self, client: Client, places: Places, reach: Reach, channels: DmChannels, now: Callable[[], datetime]
    ) -> None:
        self.places = places
        self._client, self._reach, self._channels, self._now = client, reach, channels, now
        self._said: OrderedDict[int, Said] = OrderedDict()
        self._pressed: OrderedDict[int, Answer] = OrderedDict()

    def pressed(self, table: int, answer: Answer) -> None:
        """Record the newest press at a table.

        The token of the press may be the only way to reach people in the channel.
        """
        self._pressed[table] = answer
        self._pressed.move_to_end(table)
        while self._pressed and (len(self._pressed) > MOST or next(iter(self._pressed.values())).token.has_expired):
            self._pressed.popitem(last=False)

    async def meet(self, table: TableView, error: BaseException) -> Obstacle | None:
        """Return the obstacle behind an error at a table, or None if there is none. A new obstacle is logged."""
        obstacle = await self.places.obstacle(table.place, error)
        if obstacle is not None:
            self._note(table, obstacle, in_short(error))
        return obstacle

    def _note(self, table: TableView, obstacle: Obstacle, why: str) -> None:
        before = self._said.get(table.id)
        if before is not None and before.obstacle == obstacle:
            return
        log.warning("Table %d cannot be shown (%s): %s.", table.id, why, obstacle.in_short())
        self._said[table.id] = Said(obstacle, table.place, before.moment if before is not None else None)
        self._said.move_to_end(table.id)
        while len(self._said) > MOST:
            self._said.popitem(last=False)

    def overcome(self, table: int) -> None:
        """Record that a table was shown, so that it no longer has an obstacle."""
        self._said.pop(table, None)

    def met(self, guild: int) -> tuple[tuple[int, Place], ...]:
        """Return the tables of a server that had an obstacle, each with its place."""
        return tuple((table, said.place) for table, said in self._said.items() if said.place.guild == guild)

    def unsaid(self, table: int) -> str:
        """Return the sentence about a table's obstacle if nobody has read it yet, and record it as reported.

        Return "" otherwise.
        """
        said = self._said.get(table)
        return self.in_answer(table) if said is not None and said.moment is None else ""

    def in_answer(self, table: int) -> str:
        """Return the sentence about a table's obstacle for the person who has just pressed, and record it as reported.

        Return "" if the table has no obstacle, or if the obstacle was reported within a minute.
        """
        said = self._said.get(table)
        if said is None or (said.moment is not None and self._now() - said.moment < ONCE_IN):
            return ""
        self._is_said(table, said)
        return sentence(said.obstacle)

    async def tell(self, table: TableView, windows: Iterable[Answer]) -> None:
        """Report a table's obstacle once.

        The report is posted with the token of an earlier press in the table's channel. If that is not possible, it is
        sent by DM. `windows` are the answers that show the table to one person each. Answers in DMs do not count. If
        nobody can be reached, the answer to the next press reports the obstacle.
        """
        said = self._said.get(table.id)
        if said is None or said.moment is not None:
            return
        self._is_said(table.id, said)
        pressed = self._pressed.get(table.id)
        answers = [each for each in (*windows, pressed) if each is not None and each.channel == table.place.channel]
        if not (await self._by_token(table, said.obstacle, answers) or await self._by_dm(table, said.obstacle)):
            self._said[table.id] = said

    def _is_said(self, table: int, said: Said) -> None:
        self._said[table] = msgspec.structs.replace(said, moment=self._now())

    async def _by_token(self, table: TableView, obstacle: Obstacle, answers: Iterable[Answer]) -> bool:
        """Report the obstacle to everybody in the channel.

        Return whether this worked with one of the newest tokens.
        """
        with speaking(language_of_server(self._client, table.place.guild)):
            words = sentence(obstacle)
        newest = sorted(answers, key=lambda answer: answer.token.since, reverse=True)
        for answer in newest[:MOST_TOKENS]:
            try:
                await reply.tell_all(answer, layout((Text(words),)))
            except TROUBLE as error:
                log.debug("What is in the way could not be said by a token: %s", in_short(error))
            else:
                return True
        return False

    async def _by_dm(self, table: TableView, obstacle: Obstacle) -> bool:
        """Report the obstacle by DM to the people who are asked to move, or to the host if the table is a lobby.

        Return whether a DM was sent.
        """
        reached = False
        for number in _asked(table):
            user = table.seats[number].user
            if user is None or user < 0 or not await self._reach.wants_dms(user):
                continue
            with speaking(table.seats[number].language):
                words = sentence(obstacle)
            try:
                await self._channels.use(user, partial(_send, words=words))
                reached = True
            except TROUBLE as error:
                log.debug("What is in the way could not be said by DM: %s", in_short(error))
        return reached


async def _send(channel: discord.PartialMessageable, words: str) -> None:
    await channel.send(words)


def _asked(table: TableView) -> tuple[int, ...]:
    """Return the seats of the people who are asked to move, or the host's seat if the table is a lobby."""
    if table.status is Status.PLAYING and table.view is not None:
        return tuple(table.view.awaited)
    return tuple(number for number, seat in enumerate(table.seats) if seat.user == table.host.id)
