"""The puzzle of the day: a position of a game between strong players, the same on all servers, and people's answers.

`python -m tests.arena.puzzles` found the positions, and documents how.
"""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from bot.sharing import Sharing
from bot.storage import Connection, puzzles
from bot.storage.store import Store

FILE = Path(__file__).with_name("puzzles.json")

LIAR, EXACT = "liar", "exact"
"""Answers that are calls; all others are bids: "5x3"."""

KEPT = 60
"""The number of days for which answers are kept."""


class SaidBid(NamedTuple):
    """A bid of a position, and whose it is."""

    seat: int
    quantity: int
    face: int


class Puzzle(msgspec.Struct, frozen=True):
    """A position. Seats are counted from the one that is asked, in turn order; it holds `mine` and is seat 0.

    `wild` is the wild number, or 0; `dice` are the numbers of dice by seat. `answers`
    has for each answer how often in a hundred it does not pay. The current bid holds with `plain` per cent given only
    one's own dice, and with `said` per cent given the bids as well.
    """

    game: str
    dice: tuple[int, ...]
    mine: tuple[int, ...]
    bids: tuple[SaidBid, ...]
    answers: Mapping[str, int]
    plain: int
    said: int
    wild: int = 0

    @property
    def best(self) -> str:
        """Return the answer of most worth."""
        return max(self.answers, key=lambda answer: self.answers[answer])


class Tried(msgspec.Struct, frozen=True):
    """How many have answered the puzzle of a day on a server, and how many were right."""

    right: int = 0
    people: int = 0


class Due(msgspec.Struct, frozen=True):
    """A server and the channel in which the puzzle of this `day` is due."""

    guild: int
    channel: int
    day: int


@lru_cache(maxsize=1)
def positions() -> tuple[Puzzle, ...]:
    """Return all puzzles, in the order of their days."""
    found = msgspec.convert(json.loads(FILE.read_text("utf-8")), tuple[Puzzle, ...])
    return tuple(Random(1).sample(found, len(found)))  # noqa: S311  # no secret depends on it


def of_day(day: int) -> Puzzle:
    """Return the puzzle of a day, numbered as by `date.toordinal`. All are used before any is repeated."""
    return positions()[day % len(positions())]


class Puzzles:
    """People's answers, over one store; days are those of UTC."""

    def __init__(self, store: Store, now: Callable[[], datetime], sharing: Sharing | None = None) -> None:
        """`now()` returns the time as an aware datetime; this process posts on its own servers."""
        self._store, self._now, self._sharing = store, now, sharing or Sharing()

    def today(self) -> int:
        """Return the number of today."""
        return self._now().date().toordinal()

    async def answer(self, day: int, guild: int, user: int, answer: str) -> str:
        """Keep the first answer that somebody gives to the puzzle of a day, anywhere, and return it."""
        return await self._store.write(lambda c: puzzles.answer(c, day, guild, user, answer))

    async def tried(self, day: int, guild: int) -> Tried:
        """Return the results of a day's puzzle on a server."""
        best = of_day(day).best
        return Tried(*await self._store.read(lambda c: puzzles.tried(c, day, guild, best)))

    async def due(self) -> list[Due]:
        """Return where the puzzle has to be posted now. Each server is returned once a day; old answers are deleted."""
        day, hour = self.today(), self._now().hour
        if not await self._store.read(lambda c: puzzles.wanted(c, day, hour)):
            return []

        def work(connection: Connection) -> list[Due]:
            puzzles.prune(connection, day - KEPT)
            found = [Due(guild, channel, day) for guild, channel in puzzles.wanted(connection, day, hour)]
            mine = [due for due in found if self._sharing.has(due.guild)]
            return [due for due in mine if puzzles.take(connection, due.guild, day)]

        return await self._store.write(work)
