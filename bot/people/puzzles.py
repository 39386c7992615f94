"""The puzzle of the day, which is the same on all servers, and people's answers to it.

A puzzle is a position from a game between strong computer players. `tests/arena/find_puzzles.py` finds such positions
and documents how.
"""

import json
from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from bot.sharing import Sharing
from bot.storage import Connection, puzzles
from bot.storage.store import Store
from engine.core.dice import FLYING, KEPT, NOTHING, PURE, Called

FILE = Path(__file__).with_name("puzzles.json")

LIAR, EXACT = "liar", "exact"
"""The two answers that are calls. All other answers are bids, such as "5x3" or, with a letter of `LETTERS`, "5x3p"."""

LETTERS: Mapping[str, Called] = {"": NOTHING, "p": PURE, "k": KEPT, "f": FLYING}
"""What a bid is called (B4), by the letter at its end."""

TABLES = ((0, 400), (date(2027, 1, 1).toordinal(), 440))
"""The first day on which puzzles are drawn from so many positions of the file, which are its first ones.

New positions go to the end of the file. They begin on a day on which no older process of the bot lives any more.
"""

KEPT_DAYS = 60
"""The number of days for which answers are kept."""


Tables = tuple[tuple[int, int], ...]
"""Pairs of a first day and a number of positions, in the order of the days."""


class SaidBid(NamedTuple):
    """A bid that was made in a puzzle's position, and the seat that made it."""

    seat: int
    quantity: int
    face: int
    called: Called = NOTHING


class Puzzle(msgspec.Struct, frozen=True):
    """The position of a puzzle.

    Seats are numbered in turn order from seat 0, whose player has to answer and holds the dice `mine`. `wild` is the
    wild number, or 0. `dice` has the number of dice of each seat. `answers` maps each answer to the percentage of
    cases in which it costs nothing. `plain` is the probability, in percent, that the current bid is true if a player
    considers only their own dice. `said` is this probability if the player considers the bids as well. These numbers
    are 0 or 100 only if something is impossible or certain.
    """

    game: str
    dice: tuple[int, ...]
    mine: tuple[int, ...]
    bids: tuple[SaidBid, ...]
    answers: Mapping[str, float]
    plain: float
    said: float
    wild: int = 0

    def bid(self, said: str) -> SaidBid | None:
        """Return the bid that is an answer, or None for a call."""
        if said in (LIAR, EXACT):
            return None
        quantity, _x, face = said.partition("x")
        return SaidBid(0, int(quantity), int(face[0]), LETTERS[face[1:]])

    @property
    def best(self) -> str:
        """Return the answer with the highest percentage."""
        return max(self.answers, key=lambda answer: self.answers[answer])


class Tried(msgspec.Struct, frozen=True):
    """The number of people on a server who answered a day's puzzle, and the number of right answers."""

    right: int = 0
    people: int = 0


class Due(msgspec.Struct, frozen=True):
    """A server and the channel in which the puzzle of this `day` is due."""

    guild: int
    channel: int
    day: int


@lru_cache(maxsize=1)
def positions() -> tuple[Puzzle, ...]:
    """Return all puzzles, in the order of the file."""
    return msgspec.convert(json.loads(FILE.read_text("utf-8")), tuple[Puzzle, ...])


def of_day(day: int) -> Puzzle:
    """Return the puzzle of a day. Days are numbered as by `date.toordinal`.

    No puzzle is repeated before all others of its table were used.
    """
    return positions()[drawn(day, TABLES)]


def drawn(day: int, tables: Tables) -> int:
    """Return the index of the position for a day. Later tables do not change the positions of earlier days."""
    many = next(many for first, many in reversed(tables) if first <= day)
    return _order(many)[day % many]


@lru_cache(maxsize=8)
def _order(many: int) -> tuple[int, ...]:
    """Return the order in which the first `many` positions are used."""
    return tuple(Random(1).sample(range(many), many))  # noqa: S311  # no secret depends on this order


class Puzzles:
    """People's answers to the puzzles in one store. A day begins at midnight UTC."""

    def __init__(self, store: Store, now: Callable[[], datetime], sharing: Sharing | None = None) -> None:
        """Set up the puzzles and answers in `store`. `now()` returns the time as an aware datetime.

        `sharing` decides which servers belong to this process.
        """
        self._store, self._now, self._sharing = store, now, sharing or Sharing()

    def today(self) -> int:
        """Return the number of the present day."""
        return self._now().date().toordinal()

    async def answer(self, day: int, guild: int, user: int, answer: str) -> str:
        """Save a person's first answer to the puzzle of a day, and return the answer.

        A later answer, on any server, has no effect, and the first one is returned.
        """
        return await self._store.write(lambda c: puzzles.answer(c, day, guild, user, answer))

    async def tried(self, day: int, guild: int) -> Tried:
        """Return the number of people on a server who answered a day's puzzle, and the number of right answers."""
        best = of_day(day).best
        return Tried(*await self._store.read(lambda c: puzzles.tried(c, day, guild, best)))

    async def due(self) -> list[Due]:
        """Return the servers on which the puzzle has to be posted now. Each server is returned at most once a day.

        If any server is due, old answers are also deleted.
        """
        day, hour = self.today(), self._now().hour
        if not await self._store.read(lambda c: puzzles.wanted(c, day, hour)):
            return []

        def work(connection: Connection) -> list[Due]:
            puzzles.prune(connection, day - KEPT_DAYS)
            found = [Due(guild, channel, day) for guild, channel in puzzles.wanted(connection, day, hour)]
            mine = [due for due in found if self._sharing.has(due.guild)]
            return [due for due in mine if puzzles.take(connection, due.guild, day)]

        return await self._store.write(work)
