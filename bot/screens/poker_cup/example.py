"""One round of the cup, played by the engine by a table's own rules, for How to play."""

from functools import lru_cache

import msgspec

from engine import games
from engine.core.actions import Action, Challenge, Deal
from engine.core.dice import Hand
from engine.core.events import Event
from engine.poker_cup.actions import Look, MakeClaim, PassBlind, Peek, Shake, Show
from engine.poker_cup.events import CupLifted
from engine.poker_cup.hands import Claim, Kind
from engine.poker_cup.rules import CupRules

PLAYERS = ("Ann", "Ben", "Cleo")
"""Who plays it, in joining order."""
THROWS = {5: (1, 2, 2, 5, 6), 3: (1, 2, 4)}
"""How so many dice fall."""
KEPT = (2, 2)
"""What the second player pulls out before the shake."""
FIRST, SECOND, LIE = Claim(Kind.PAIR, (2,)), Claim(Kind.TRIPS, (2,)), Claim(Kind.FULL, (4, 2))
"""What is claimed: two claims that are true, and one that is not."""
STEPS: tuple[tuple[Action, ...], ...] = (
    (Look(), MakeClaim(FIRST)),
    (Peek(), Show(KEPT), Shake(), Look(), MakeClaim(SECOND)),
    (PassBlind(LIE),),
    (Challenge(),),
)
"""What is done in each turn."""


class _Throws:
    """The dice of the example; nothing slips in it."""

    def roll_off(self, _at: int, seats: tuple[int, ...]) -> Hand:
        return tuple(6 - seat for seat in seats)

    def red(self, _at: int) -> int:
        return 1

    def crooked(self, _at: int, _seat: int, _chance: float) -> bool:
        return False

    def roll(self, _at: int, _seat: int, count: int) -> Hand:
        return THROWS[count]

    def slip(self, _at: int, _chance: float, _under: Hand) -> None:
        return None


class Round(msgspec.Struct, frozen=True):
    """The example as the engine played it: who had the cup in each turn, and all that happened."""

    seats: tuple[int, ...]
    events: tuple[Event, ...]

    def shown(self) -> CupLifted:
        """The showdown."""
        return next(event for event in self.events if isinstance(event, CupLifted))


@lru_cache(maxsize=64)
def played(rules: CupRules) -> Round:
    """A round by these rules, in the table's direction: a look, a peek and a shake, a blind pass, a challenge."""
    chance = _Throws()
    told, game = games.start(rules, len(PLAYERS), chance)
    events, game = games.play(game, None, Deal(), chance)
    told, seats = (*told, *events), []
    for acts in STEPS:
        seats.append(games.awaited(game)[0])
        for act in acts:
            events, game = games.play(game, seats[-1], act, chance)
            told = (*told, *events)
    return Round(tuple(seats), told)
