"""Windows: ephemeral messages and DMs that show a person a table (My dice), kept up to date by their own token.

That costs none of the bot's requests, and lasts for a quarter of an hour after their last press there. Windows are in
memory only: after a restart they are not updated until they are pressed.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

import msgspec

from bot.outbox import reply
from bot.outbox.answer import Answer
from bot.outbox.failures import TROUBLE, in_short
from bot.outbox.render import layout
from bot.screens.elements.cards import Ephemeral, ephemeral
from bot.screens.table import refusals
from bot.tables.model import TableView
from bot.tables.trouble import Trouble
from bot.words.language import speaking

log = logging.getLogger(__name__)

WindowContent = Callable[[TableView], Awaitable[Ephemeral]]
"""Returns the contents of a window on a table as its reader sees it. Raises `Trouble` if there is nothing any more."""
SeeTable = Callable[[int, int], Awaitable[TableView]]
"""Returns a table, by its id, as a person may see it, by theirs."""
AT_ONCE = 4
"""The number of windows that read their table at a time; twenty would take every connection from people who press."""


class Window(msgspec.Struct):
    """A private message that shows a table: the answer by which it may be edited, and its contents."""

    table: int
    by: Answer
    looks: WindowContent
    shown: Ephemeral

    def __repr__(self) -> str:
        return f"Window(table={self.table})"


class Windows:
    """The open windows by their message, the least recently pressed first."""

    def __init__(self, see: SeeTable) -> None:
        """`see` is called only for the person who pressed."""
        self._see = see
        self._open: OrderedDict[int, Window] = OrderedDict()
        self._alone: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._few = asyncio.Semaphore(AT_ONCE)
        self.changes = 0
        self.under_way: set[asyncio.Task[None]] = set()

    async def look(self, table: int, reader: Answer, looks: WindowContent) -> Ephemeral:
        """Return the contents of a window on this table for its reader, made only of what they may see."""
        return await looks(await self._see(table, reader.user))

    def keep(self, message: int, table: int, by: Answer, looks: WindowContent, shown: Ephemeral) -> None:
        """Keep a private message up to date that shows a table."""
        self._close_old_ones()
        self._open[message] = Window(table, by, looks, shown)
        self._open.move_to_end(message)

    async def close_others(self, message: int) -> None:
        """Delete the other windows of the same person on the same table in the same channel.

        Otherwise a channel would fill with the same dice, one message for each press of My dice, all edited at each
        move.
        """
        mine = self._open[message]
        others = [(other, window) for other, window in self._open.items() if other != message and _alike(mine, window)]
        for other, window in others:
            self._close(other, window)
            await reply.take_back(window.by, other)

    def is_open(self, message: int) -> bool:
        """Return whether this message is kept up to date."""
        self._close_old_ones()
        return message in self._open

    def pressed(self, message: int, by: Answer) -> None:
        """Record that something was pressed in a window and is answered: its token is a new one."""
        window = self._open.get(message)
        if window is not None and by.may_edit(message):
            window.by = by
            self._open.move_to_end(message)

    async def renew(self, message: int) -> bool:
        """Edit a window with fresh ids for its menus; return False if this message is not an open window."""
        window = self._open.get(message)
        if window is None:
            return False
        async with self._alone.setdefault(window.table, asyncio.Lock()):
            await reply.change_if_possible(window.by, message, layout(window.shown.parts))
        return True

    def answers(self, table: int) -> tuple[Answer, ...]:
        """Return the answers of the open windows on a table, with valid tokens."""
        self._close_old_ones()
        return tuple(window.by for window in self._open.values() if window.table == table)

    def refresh_dms(self) -> None:
        """Update the windows in direct messages, whose tables other processes may show without notice."""
        for table in {window.table for window in self._open.values() if window.by.guild is None}:
            self.refresh(table)

    def refresh(self, table: int) -> None:
        """Begin to update every window on a table that has changed. Nobody waits for it."""
        self.changes += 1
        if any(window.table == table for window in self._open.values()):
            task = asyncio.create_task(self._refresh(table))
            self.under_way.add(task)
            task.add_done_callback(self.under_way.discard)

    async def _refresh(self, table: int) -> None:
        """Update the windows on a table, one update at a time, so that no older state follows a newer one."""
        async with self._alone.setdefault(table, asyncio.Lock()):
            mine = [(message, window) for message, window in self._open.items() if window.table == table]
            await asyncio.gather(*(self._refresh_one(message, window) for message, window in mine))

    async def _refresh_one(self, message: int, window: Window) -> None:
        """Edit a window if its contents have changed; close it if it cannot be edited."""
        by = window.by
        if by.token.has_expired:
            self._close(message, window)
            return
        try:
            async with self._few:
                with speaking(by.language):
                    now, goes_on = await self._look_again(window)
            if now != window.shown:
                window.shown = now
                shown = layout(now.parts)
                await reply.surely(lambda: reply.change(by, message, shown))
        except TROUBLE as error:
            log.debug("A window stands still: %s", in_short(error))
            goes_on = window.by is not by  # it was pressed meanwhile, and may be edited by that
        except Exception:
            log.exception("A window on table %d could not be brought up to date.", window.table)
            goes_on = False
        if not goes_on:
            self._close(message, window)

    async def _look_again(self, window: Window) -> tuple[Ephemeral, bool]:
        """Return a window's present contents, and whether it stays open; at the end it shows why it does not."""
        try:
            return await self.look(window.table, window.by, window.looks), True
        except Trouble as trouble:
            return ephemeral(refusals.sentence(trouble)), False

    def _close(self, message: int, window: Window) -> None:
        if self._open.get(message) is window:
            del self._open[message]

    def _close_old_ones(self) -> None:
        """Close the windows whose token has expired."""
        while self._open:
            message, oldest = next(iter(self._open.items()))
            if not oldest.by.token.has_expired:
                return
            self._close(message, oldest)


def _alike(one: Window, other: Window) -> bool:
    """Return whether two windows show one person one table in one channel."""
    return (one.table, one.by.user, one.by.channel) == (other.table, other.by.user, other.by.channel)
