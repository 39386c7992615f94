"""The puzzle of the day: a position of a game between strong players, the same on all servers, and what people answer.

`python -m tests.arena.puzzles` found the positions, and says how.
"""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from random import Random

import msgspec

from bot.sharing import Sharing
from bot.storage import Connection, puzzles
from bot.storage.store import Store

FILE = Path(__file__).with_name("puzzles.json")

LIAR, EXACT = "liar", "exact"
"""Answers that are calls; all others are bids: "5x3"."""

KEPT = 60
"""The number of days for which answers are kept."""


class Puzzle(msgspec.Struct, frozen=True):
    """A position. Seats are counted from the one that is asked, in turn order; it holds `mine` and is seat 0.

    `wild` is the wild number, 0 where nothing is; `dice` are how many dice each holds, `bids` (seat, quantity, face).
    `answers` say for each how often of a hundred whoever gives it does not pay. The standing bid holds at `plain` per
    cent by one's own dice alone, at `said` per cent with what was said.
    """

    game: str
    dice: tuple[int, ...]
    mine: tuple[int, ...]
    bids: tuple[tuple[int, int, int], ...]
    answers: Mapping[str, int]
    plain: int
    said: int
    wild: int = 0

    @property
    def best(self) -> str:
        """The answer that is worth most."""
        return max(self.answers, key=lambda answer: self.answers[answer])


class Tried(msgspec.Struct, frozen=True):
    """How many have answered the puzzle of a day on a server, and how many of them had it right."""

    right: int = 0
    people: int = 0


class Due(msgspec.Struct, frozen=True):
    """A server and the channel in which it wants the puzzle of this `day` now."""

    guild: int
    channel: int
    day: int


@lru_cache(maxsize=1)
def positions() -> tuple[Puzzle, ...]:
    """Return all puzzles, in the order of their days."""
    found = msgspec.convert(json.loads(FILE.read_text("utf-8")), tuple[Puzzle, ...])
    return tuple(Random(1).sample(found, len(found)))  # noqa: S311  # no secret hangs on it


def of_day(day: int) -> Puzzle:
    """Return the puzzle of a day, which is counted as `date.toordinal` does. All come before any comes again."""
    return positions()[day % len(positions())]


class Puzzles:
    """What people answer, over one store; the day is that of UTC."""

    def __init__(self, store: Store, now: Callable[[], datetime], sharing: Sharing | None = None) -> None:
        """`now()` returns the time as an aware datetime; this process posts on its own servers."""
        self._store, self._now, self._sharing = store, now, sharing or Sharing()

    def today(self) -> int:
        """Return the number of this day."""
        return self._now().date().toordinal()

    async def answer(self, day: int, guild: int, user: int, answer: str) -> str:
        """Keep the first answer that somebody gives to the puzzle of a day, wherever, and return it."""
        return await self._store.write(lambda c: puzzles.answer(c, day, guild, user, answer))

    async def tried(self, day: int, guild: int) -> Tried:
        """Return how the puzzle of a day went on a server."""
        best = of_day(day).best
        return Tried(*await self._store.read(lambda c: puzzles.tried(c, day, guild, best)))

    async def due(self) -> list[Due]:
        """Return where the puzzle is to be posted now. Each server is given once a day; old answers are deleted."""
        day, hour = self.today(), self._now().hour
        if not await self._store.read(lambda c: puzzles.wanted(c, day, hour)):
            return []

        def work(connection: Connection) -> list[Due]:
            puzzles.prune(connection, day - KEPT)
            found = [Due(guild, channel, day) for guild, channel in puzzles.wanted(connection, day, hour)]
            mine = [due for due in found if self._sharing.has(due.guild)]
            return [due for due in mine if puzzles.take(connection, due.guild, day)]

        return await self._store.write(work)
