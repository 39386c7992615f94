"""Keep windows up to date. A window is an ephemeral message or a DM that shows a table to one person (My dice).

A window is edited with the token of the person's last press in it. This does not count against the bot's rate limits,
and works for a quarter of an hour after the press. Windows are kept in memory only. After a restart, a window is not
updated until the person presses something in it.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from bot.outbox import reply
from bot.outbox.answer import Answer
from bot.outbox.answer_states import State
from bot.outbox.failures import TROUBLE, in_short
from bot.outbox.render import layout
from bot.screens.elements.cards import Ephemeral, ephemeral
from bot.screens.elements.controls import without_controls
from bot.screens.table import refusals
from bot.tables.model import TableView
from bot.tables.pending import PanelRef
from bot.tables.trouble import Trouble
from bot.words.language import speaking

log = logging.getLogger(__name__)

WindowContent = Callable[[TableView], Awaitable[Ephemeral]]
"""A function that returns the contents of a window for its reader. Raises `Trouble` if the window has to close."""
SeeTable = Callable[[int, int], Awaitable[TableView]]
"""A function that takes the ids of a table and of a person, and returns the table as that person may see it."""
AT_ONCE = 4
"""The most windows that read their table at the same time.
More windows would take the database connections that people's presses need.
"""


class Window(msgspec.Struct):
    """A private message that shows a table: the answer whose token may edit it, and its present contents.

    `panel` is the id of the table's newest panel in the same channel, or 0.
    """

    table: int
    by: Answer
    looks: WindowContent
    shown: Ephemeral
    panel: int = 0

    def __repr__(self) -> str:
        return f"Window(table={self.table})"


class Windows:
    """The open windows by the ids of their messages. The least recently pressed window comes first.

    `_at` has the same windows by table, because a press should not look at thousands of windows on other tables.
    """

    def __init__(self, see: SeeTable) -> None:
        """Set up without windows. `see` returns a table as the reader of a window may see it."""
        self._see = see
        self._open: OrderedDict[int, Window] = OrderedDict()
        self._at: dict[int, dict[int, Window]] = {}
        self._alone: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._few = asyncio.Semaphore(AT_ONCE)
        self.changes = 0
        self.under_way: set[asyncio.Task[None]] = set()

    async def look(self, table: int, reader: Answer, looks: WindowContent) -> Ephemeral:
        """Return the contents of a window on this table, made only from the reader's own view of the table."""
        return await looks(await self._see(table, reader.user))

    def keep(self, message: int, table: int, by: Answer, looks: WindowContent, shown: Ephemeral) -> None:
        """Record a private message that shows a table, so that it is kept up to date."""
        self._close_old_ones()
        self._open_one(message, Window(table, by, looks, shown))

    async def close_others(self, message: int) -> None:
        """Delete the other windows of the same person on the same table in the same channel.

        Otherwise each press of My dice would leave another message with the same dice in the channel, and each move
        would edit all of these messages.
        """
        mine = self._open[message]
        here = self._on(mine.table)
        others = [(other, window) for other, window in here if other != message and _alike(mine, window)]
        for other, window in others:
            self._close(other, window)
            await reply.take_back(window.by, other)

    def is_open(self, message: int) -> bool:
        """Return whether this message is a window that is kept up to date."""
        self._close_old_ones()
        return message in self._open

    def pressed(self, message: int, by: Answer) -> None:
        """Record a press in a window. From now on, the token of this press edits the window."""
        window = self._open.get(message)
        if window is not None and by.may_edit(message):
            window.by = by
            self._open.move_to_end(message)

    def turn(self, message: int, looks: WindowContent) -> None:
        """Let a window show what `looks` makes from the next update on."""
        if (window := self._open.get(message)) is not None:
            window.looks = looks

    async def renew(self, message: int) -> bool:
        """Edit a window with fresh ids for its menus; return False if this message is not an open window."""
        window = self._open.get(message)
        if window is None:
            return False
        async with self._alone.setdefault(window.table, asyncio.Lock()):
            await reply.change_if_possible(window.by, message, layout(window.shown.parts))
        return True

    def answers(self, table: int) -> tuple[Answer, ...]:
        """Return the answers of the open windows on a table. Their tokens are valid."""
        self._close_old_ones()
        return tuple(window.by for _, window in self._on(table))

    def still(self, table: int) -> None:
        """Begin to remove the controls of all windows on a table, because its showdown is being shown step by step.

        The caller does not wait. `refresh` brings the controls back after the showdown. A window that is being answered
        keeps its controls.
        """
        for message, window in self._on(table):
            if window.by.state in (State.PROMISED, State.ANSWERED):
                self._begin(self._still_one(message, window))

    async def _still_one(self, message: int, window: Window) -> None:
        async with self._alone.setdefault(window.table, asyncio.Lock()):
            with speaking(window.by.language):
                window.shown = without_controls(window.shown)
            await reply.change_if_possible(window.by, message, layout(window.shown.parts))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.under_way.add(task)
        task.add_done_callback(self.under_way.discard)

    def follow(self, table: int, panel: PanelRef) -> None:
        """Record a table's newest panel. Windows above it in the same channel are posted again below it later.

        Otherwise players would have to scroll up to their dice in each round.
        """
        for _, window in self._on(table):
            if window.by.guild is not None and window.by.channel == panel.channel:
                window.panel = panel.message

    def refresh_dms(self) -> None:
        """Update the windows in DMs. Other processes may change these tables without notifying this process."""
        for table in {window.table for window in self._open.values() if window.by.guild is None}:
            self.refresh(table)

    def refresh(self, table: int) -> None:
        """Begin to update all windows on a table that has changed. The caller does not wait for the updates."""
        self.changes += 1
        if table in self._at:
            self._begin(self._refresh(table))

    async def _refresh(self, table: int) -> None:
        """Update all windows on a table. The table's lock keeps an older state from overwriting a newer one."""
        async with self._alone.setdefault(table, asyncio.Lock()):
            await asyncio.gather(*(self._refresh_one(message, window) for message, window in self._on(table)))

    async def _refresh_one(self, message: int, window: Window) -> None:
        """Edit a window if its contents have changed. Close the window if it cannot be edited."""
        by = window.by
        if by.token.has_expired:
            self._close(message, window)
            return
        try:
            async with self._few:
                with speaking(by.language):
                    now, goes_on = await self._look_again(window)
            if not goes_on and by.guild is not None:
                await reply.take_back(by, message)  # the table's card says why
            elif goes_on and _is_done(window, now):
                await by.promise()  # a press in the window is answered by its end
                await reply.take_back(by, message)
                goes_on = False
            elif goes_on and message < window.panel:
                await self._post_below(message, window, now)
            elif now != window.shown:
                window.shown = now
                shown = layout(now.parts)
                await reply.surely(lambda: reply.change(by, message, shown))
        except TROUBLE as error:
            log.debug("A window stands still: %s", in_short(error))
            goes_on = window.by is not by  # the window was pressed again, and the new token can edit it
        except Exception:
            log.exception("A window on table %d could not be brought up to date.", window.table)
            goes_on = False
        if not goes_on:
            self._close(message, window)

    async def _post_below(self, message: int, window: Window, now: Ephemeral) -> None:
        """Post a window again below the table's panel, and delete its former message."""
        window.shown = now
        posted = await reply.tell_privately(window.by, layout(now.parts))
        if self._drop(message) is window:
            self._open_one(posted, window)
        await reply.take_back(window.by, message)

    async def _look_again(self, window: Window) -> tuple[Ephemeral, bool]:
        """Return a window's present contents, and whether it stays open.

        If it closes, its last contents give the reason.
        """
        try:
            return await self.look(window.table, window.by, window.looks), True
        except Trouble as trouble:
            return ephemeral(refusals.sentence(trouble)), False

    def _on(self, table: int) -> list[tuple[int, Window]]:
        """Return the open windows on a table, each with its message."""
        return [*self._at.get(table, {}).items()]

    def _open_one(self, message: int, window: Window) -> None:
        self._drop(message)
        self._open[message] = window
        self._at.setdefault(window.table, {})[message] = window

    def _drop(self, message: int) -> Window | None:
        """Forget a window, and return it, or None if the message is no open window."""
        window = self._open.pop(message, None)
        if window is not None:
            here = self._at[window.table]
            del here[message]
            if not here:
                del self._at[window.table]
        return window

    def _close(self, message: int, window: Window) -> None:
        if self._open.get(message) is window:
            self._drop(message)

    def _close_old_ones(self) -> None:
        """Close the windows whose tokens have expired."""
        while self._open:
            message, oldest = next(iter(self._open.items()))
            if not oldest.by.token.has_expired:
                return
            self._close(message, oldest)


def _is_done(window: Window, now: Ephemeral) -> bool:
    """Return whether a window in a channel had moves for its reader, and has none now."""
    return window.by.guild is not None and now.is_idle and not window.shown.is_idle


def _alike(one: Window, other: Window) -> bool:
    """Return whether two windows show the same table to the same person in the same channel."""
    return (one.table, one.by.user, one.by.channel) == (other.table, other.by.user, other.by.channel)
