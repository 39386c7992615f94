"""Kill the bot while it seals a game, at each of five points between the press of Start and the first panel.

The message that seals a game is called its line.
"""

import asyncio
import os
import re
import signal
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from bot.outbox import buried
from bot.outbox.sealing import Lines
from bot.presses.base import AtTable, Move
from bot.presses.codec import encode
from bot.presses.game import SurelyQuit
from bot.sandbox.adapter import Message
from bot.storage import table_rows
from bot.tables import encoding
from bot.tables.timers import Timers
from bot.tables.unshown import Showing
from tests.kills.kills import Kills
from tests.kills.process import BotProcess
from tests.simulation.rest import unproven
from tests.swarm.choosing import BUTTON, offers, stands_for

START, LINE, KNOWN, THROWN, PANEL = "start", "line", "known", "thrown", "panel"
POINTS = (START, LINE, KNOWN, THROWN, PANEL)
"""The points at which the bot dies.

At these points, Start is saved, the line is posted but the bot does not know this yet, the bot knows the line, the
throw is saved, and the panel is posted.
"""
TABLES = 4
MOST_LIVES = 120.0
"""Seconds in which a game must begin, because otherwise the bot does not reach the point at which it dies."""
QUICK = 0.3
"""Seconds between the votes to stop, which let the next game begin."""
DIGITS = re.compile(r"\b[0-9a-f]{32}\b")


class SealKills(Kills):
    """Kills the bot at each of the points in turn. `done` counts the kills."""

    def __init__(self, folder: Path, url: str, seed: int, tables: int = TABLES) -> None:
        super().__init__(folder, url, seed, tables, panels_stay)
        self._lines, self._seen_lines = Counter[str](), set[int]()
        self._dies_at_the_line = False
        shown = self.server.world.discord._b.on_message

        def on_message(message: Message) -> None:
            self._saw(message)
            shown(message)

        self.server.world.discord._b.on_message = on_message

    async def _die(self) -> None:
        point = POINTS[self.done % len(POINTS)]
        self._dies_at_the_line = point == LINE
        self.bot = BotProcess(self.server.address, self._url, self._log, partial(dies_at, point))
        self.bot.start()
        hurrying = asyncio.create_task(self._hurry())
        try:
            ends = time.monotonic() + MOST_LIVES
            while self.bot.code is None and time.monotonic() < ends:  # noqa: ASYNC110 - a process has no event
                await asyncio.sleep(0.02)
        finally:
            hurrying.cancel()
        self._dies_at_the_line = False
        if self.bot.code is None:
            self.found.append(f"nobody came to {point} within {MOST_LIVES} s")
            self.bot.kill()
        elif self.bot.code != -signal.SIGKILL:
            ended = self.said_since(0).decode()[-2000:]
            self.found.append(f"it ended by itself before {point}, with {self.bot.code}: {ended}")

    async def all_goes_on(self) -> None:
        """Check that all games go on.

        Also check that each game's line was posted once and proves the game's dice.
        """
        await super().all_goes_on()
        self.found += [f"sealed twice: {digits}" for digits, many in self._lines.items() if many > 1]
        async with self.beside.dead() as (store, _):
            self.found += await store.read(lambda connection: list(unproven(connection)))
            self.found += await store.read(lambda connection: list(self._without_a_line(connection)))

    def _without_a_line(self, connection: Connection) -> Iterator[str]:
        """Yield a sentence for each running game whose line was not posted."""
        for table in table_rows.live(connection):
            row = table_rows.table(connection, table)
            sealing = encoding.annotations(row.marks.meanwhile).sealing if row is not None else None
            if row is not None and row.public is not None and (sealing is None or not self._lines[sealing.digits]):
                yield f"not sealed: table {table}"

    def _saw(self, message: Message) -> None:
        """Count a message if it is a new line.

        If the bot has to die when the line is posted, kill the bot before it gets the answer to its request.
        """
        is_new = message.id not in self._seen_lines
        found = DIGITS.findall(message.content) if not message.components else []
        if found and is_new and message.author_id == self.server.world.discord.bot.id:
            self._seen_lines.add(message.id)
            self._lines.update(found)
            if self._dies_at_the_line and self.bot.code is None:
                self._dies_at_the_line = False
                os.kill(self.bot.pid, signal.SIGKILL)

    async def _hurry(self) -> None:
        """Let two of the three people at each table vote to stop, so that the next game begins soon."""
        while True:
            await asyncio.sleep(QUICK)
            for channel, people in self.people.seated.items():
                for message, table in _playing(self.server.world.discord.messages(channel).values()):
                    for person in people[:2]:
                        data: dict[str, Any] = {"custom_id": encode(SurelyQuit(table)), "component_type": BUTTON}
                        await self.people._press(person, message, data)


def _playing(messages: Any) -> Iterator[tuple[Message, int]]:
    """Yield the newest message with buttons and its table, but only if the message offers a move."""
    for message in sorted(messages, key=lambda each: -each.id):
        presses = [] if message.is_ephemeral else [stands_for(each) for each in offers(message)]
        if found := [press.table for press in presses if isinstance(press, AtTable)]:
            if any(isinstance(press, Move) for press in presses):
                yield message, found[0]
            return


def panels_stay() -> None:
    """Keep the bot from moving panels below the chat. A panel that is being moved exists twice for a moment."""
    buried.MOVES_EVERY = inf


def dies_at(point: str) -> None:
    """Prepare the bot's process to kill itself at this point.

    At the point at which the line is posted, another process kills it.
    """
    panels_stay()
    throw, shown = Timers.throw, Showing.shown

    async def at_once(*given: Any, **more: Any) -> Any:
        _die()

    async def after_the_throw(*given: Any, **more: Any) -> Any:
        await throw(*given, **more)
        _die()

    async def at_the_panel(self: Any, pending: Any, panel: Any) -> Any:
        if pending.table.view is not None and not pending.is_begun:
            _die()
        return await shown(self, pending, panel)

    if point == START:
        Lines.seal = at_once  # type: ignore[method-assign]
    elif point == KNOWN:
        Timers.throw = at_once  # type: ignore[method-assign]
    elif point == THROWN:
        Timers.throw = after_the_throw  # type: ignore[method-assign]
    elif point == PANEL:
        Showing.shown = at_the_panel  # type: ignore[method-assign]


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
