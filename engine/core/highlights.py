"""The highlights of a finished game, each a small value; the families find them, and the screens word them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Generic, TypeVar

import msgspec

from engine.core.events import Event, GameOver, RoundBegan
from engine.core.state import State


class Moment(msgspec.Struct, frozen=True):
    """An act of `seat` in a round, against `other`; the families add the bid or claim.

    `likely` (0-1) is how likely it was right, given only what `seat` could see.
    """

    round: int
    seat: int
    other: int
    likely: float


class TurningPoint(msgspec.Struct, frozen=True):
    """The `round` that decided a game, and for whom: the winners, or (`lost`) those who washed up."""

    round: int
    seats: tuple[int, ...]
    lost: bool = False


M = TypeVar("M", bound=Moment)
S = TypeVar("S", bound=State)


class Highlights(msgspec.Struct, Generic[M], frozen=True):
    """The highlights of a game; None for those that it lacks.

    - `boldest_lie`: `seat` said something false and more likely false than true, and `other` went on without a
      challenge. Of all such lies, the least likely to be true.
    - `best_call`: `seat` rightly called what `other` said. Of all such calls, the least likely to be right.
    - `worst_call`: `seat` wrongly called what `other` said, and was more likely wrong than right. Of all such calls,
      the least likely to be right.
    - `unluckiest`: `seat` lost a showdown with `other`, and was more likely right than wrong. Of all such losses, the
      likeliest to have been right.
    - `turning_point`: the last round after which the winners, who had been behind, were in front for good.
    """

    boldest_lie: M | None = None
    best_call: M | None = None
    unluckiest: M | None = None
    worst_call: M | None = None
    turning_point: TurningPoint | None = None


def told(
    lies: Iterable[M], calls: Iterable[M], losses: Iterable[M], mistakes: Iterable[M], turning: TurningPoint | None
) -> Highlights[M]:
    """Return the most extreme lie, right call, loss and wrong call; the first among equals.

    A bold lie or a bad call must be less likely than not, and bad luck must be likelier than not.
    """
    return Highlights(
        min((lie for lie in lies if lie.likely < 0.5), key=lambda lie: lie.likely, default=None),
        min(calls, key=lambda call: call.likely, default=None),
        max((loss for loss in losses if loss.likely > 0.5), key=lambda loss: loss.likely, default=None),
        min((call for call in mistakes if call.likely < 0.5), key=lambda call: call.likely, default=None),
        turning,
    )


class Feat(StrEnum):
    """Why a showdown is worth showing to others."""

    CAUGHT = "caught"  # a called lie that was bold, or against the odds
    EXACT = "exact"  # an exact call that was right (C5)
    SURVIVED = "survived"  # a palifico round that its opener survived with all dice (C6)
    ALIKE = "alike"  # five of a kind under the cup (K10)


class Best(msgspec.Struct, frozen=True):
    """A feat of `seat` in a round, against `other`, and the showdown `shown` that revealed it.

    `likely` (0-1) is how likely it was.
    """

    feat: Feat
    round: int
    seat: int
    other: int
    likely: float
    shown: Any


def least_likely(feats: Iterable[Best]) -> Best | None:
    """Return the least likely feat, the first among equals; None if there is none."""
    return min(feats, key=lambda feat: feat.likely, default=None)


Standing = Mapping[int, tuple[int, ...]]
"""The position of each player still in, by seat: more is better."""


def turning_point(scenes: Iterable[tuple[S, Event]], standing: Callable[[S], Standing]) -> TurningPoint | None:
    """Return the turning point: the round after which the winner, who had been behind, never was behind again.

    `scenes` has every event of the game and the state before it. The winner is in front if nobody's position is better;
    several winners are in front if each of them is. If only losers are named (bads), they are behind until nobody's
    position is worse than theirs. Returns None if nobody won or lost, if the winners were in front all along, or if
    they won in another way (L1, L3).
    """
    after: list[tuple[int, Standing]] = []
    for state, event in scenes:
        if isinstance(event, RoundBegan | GameOver) and state.round:
            after.append((state.round, standing(state)))
        if isinstance(event, GameOver):
            return _turned(after, event)
    return None


def _turned(after: Sequence[tuple[int, Standing]], over: GameOver) -> TurningPoint | None:
    seats, lost = (over.winners, False) if over.winners else (over.losers, True)
    in_front = [_in_front(standing, seats, lost=lost) for _, standing in after]
    if not seats or all(in_front) or not in_front[-1]:
        return None
    last_behind = max(at for at, front in enumerate(in_front) if not front)
    return TurningPoint(after[last_behind + 1][0], seats, lost)


def _in_front(standing: Standing, seats: Iterable[int], *, lost: bool) -> bool:
    """Return whether nobody's position is better than that of any of `seats` (`lost`: nobody's is worse)."""
    furthest = min(standing.values()) if lost else max(standing.values())
    return all(standing.get(seat) == furthest for seat in seats)
