"""What a game that is over has to tell, each a small value; the families say how it is found, screens word it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Generic, TypeVar

import msgspec

from engine.core.events import Event, GameOver, RoundBegan
from engine.core.state import State


class Moment(msgspec.Struct, frozen=True):
    """What `seat` did in a round, against `other`; the families add the bid or claim that it was about.

    `likely`, 0-1, is how likely it was to be right, going by what `seat` could see alone.
    """

    round: int
    seat: int
    other: int
    likely: float


class TurningPoint(msgspec.Struct, frozen=True):
    """The `round` that decided a game, and for whom: those who won it, or (`lost`) who washed up."""

    round: int
    seats: tuple[int, ...]
    lost: bool = False


M = TypeVar("M", bound=Moment)
S = TypeVar("S", bound=State)


class Highlights(msgspec.Struct, Generic[M], frozen=True):
    """The moments worth telling of a game; None where there was none.

    - `boldest_lie`: what `seat` said was false, less likely true than not, and got by: `other` went on without a doubt.
      Of all of them the one least likely to be true.
    - `best_call`: `seat` called what `other` said, and was right. Of all calls the one least likely to be.
    - `worst_call`: `seat` called what `other` said, was wrong, and less likely to be right than not. Of all of them the
      one least likely to be.
    - `unluckiest`: `seat` was wrong in a showdown with `other`, and more likely to be right than not. Of all who were
      wrong the one most likely to be right.
    - `turning_point`: the last round after which the winners, having been behind, were in front for good.
    """

    boldest_lie: M | None = None
    best_call: M | None = None
    unluckiest: M | None = None
    worst_call: M | None = None
    turning_point: TurningPoint | None = None


def told(
    lies: Iterable[M], calls: Iterable[M], losses: Iterable[M], mistakes: Iterable[M], turning: TurningPoint | None
) -> Highlights[M]:
    """The best of what was false and got by, of what was rightly called, lost, and wrongly called; of equals the first.

    Only what was less likely than not is a bold lie or a bad call, and only what was likelier is bad luck.
    """
    return Highlights(
        min((lie for lie in lies if lie.likely < 0.5), key=lambda lie: lie.likely, default=None),
        min(calls, key=lambda call: call.likely, default=None),
        max((loss for loss in losses if loss.likely > 0.5), key=lambda loss: loss.likely, default=None),
        min((call for call in mistakes if call.likely < 0.5), key=lambda call: call.likely, default=None),
        turning,
    )


class Feat(StrEnum):
    """What makes a showdown worth showing to others."""

    CAUGHT = "caught"  # a lie that was bold, or against the odds, and was called
    EXACT = "exact"  # an exact call that was right (C5)
    SURVIVED = "survived"  # a palifico round from which its opener came with all dice (C6)
    ALIKE = "alike"  # five of a kind under the cup (K10)


class Best(msgspec.Struct, frozen=True):
    """A feat of `seat` in a round, against `other`: the showdown `shown` in which it came to light.

    `likely`, 0-1, is how likely it was.
    """

    feat: Feat
    round: int
    seat: int
    other: int
    likely: float
    shown: Any


def least_likely(feats: Iterable[Best]) -> Best | None:
    """The feat that was least likely; of equals the first. None where there is none."""
    return min(feats, key=lambda feat: feat.likely, default=None)


Standing = Mapping[int, tuple[int, ...]]
"""How everybody who still plays stands, by seat: more is better."""


def turning_point(scenes: Iterable[tuple[S, Event]], standing: Callable[[S], Standing]) -> TurningPoint | None:
    """When a game turned: the round after which whoever won never was behind any more, having been so before.

    `scenes` has every event of the game and the state that it found. Who won is in front where nobody stands better;
    several are where that is so of each. Where only losers are named (bads), it is who washed up, and stood worst. None
    where nobody won or lost, where they were in front all along, and where they came to it by other ways (L1, L3).
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
    """Whether nobody stands better than any of `seats` (`lost`: nobody worse)."""
    furthest = min(standing.values()) if lost else max(standing.values())
    return all(standing.get(seat) == furthest for seat in seats)
