"""The highlights of a finished game, as small values.

Each family finds its own, and the screens put them into words.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Generic, TypeVar

import msgspec

from engine.core.events import Event, GameOver, RoundBegan
from engine.core.state import State


class Moment(msgspec.Struct, frozen=True):
    """A remarkable act of `seat` in a round, against `other`. Each family adds the bid or claim.

    `likely` (0-1) is the probability that the act was right, given only what `seat` could see.
    """

    round: int
    seat: int
    other: int
    likely: float


class TurningPoint(msgspec.Struct, frozen=True):
    """The `round` that decided a game.

    `seats` are the winners. If `lost` is True, they are the players who washed up.
    """

    round: int
    seats: tuple[int, ...]
    lost: bool = False


M = TypeVar("M", bound=Moment)
S = TypeVar("S", bound=State)


class Highlights(msgspec.Struct, Generic[M], frozen=True):
    """The highlights of a game. A highlight that the game lacks is None.

    Each of the first four is an act of `seat` against `other`.

    - `boldest_lie`: of the false bids or claims that `other` did not challenge, the one that was least likely to be
      true. It was more likely false than true.
    - `best_call`: the right call that was least likely to be right.
    - `worst_call`: the wrong call that was least likely to be right. It was more likely wrong than right.
    - `unluckiest`: the lost showdown in which the loser was most likely to be right. The loser was more likely right
      than wrong.
    - `turning_point`: the round after which the winners, who had been behind, were in front until the end.
    """

    boldest_lie: M | None = None
    best_call: M | None = None
    unluckiest: M | None = None
    worst_call: M | None = None
    turning_point: TurningPoint | None = None


def told(
    lies: Iterable[M], calls: Iterable[M], losses: Iterable[M], mistakes: Iterable[M], turning: TurningPoint | None
) -> Highlights[M]:
    """Return the highlights: the most extreme lie, right call, loss and wrong call, and the turning point.

    Lies and wrong calls count only with a probability below one half, and losses only with one above it. Among equals
    the first one counts.
    """
    return Highlights(
        min((lie for lie in lies if lie.likely < 0.5), key=lambda lie: lie.likely, default=None),
        min(calls, key=lambda call: call.likely, default=None),
        max((loss for loss in losses if loss.likely > 0.5), key=lambda loss: loss.likely, default=None),
        min((call for call in mistakes if call.likely < 0.5), key=lambda call: call.likely, default=None),
        turning,
    )


class Feat(StrEnum):
    """The kinds of showdowns that are worth showing to others."""

    CAUGHT = "caught"  # a called lie that was bold, or against the odds
    EXACT = "exact"  # an exact call that was right (C5)
    SURVIVED = "survived"  # a palifico round that its opener survived with all dice (C6)
    ALIKE = "alike"  # five of a kind under the cup (K10)


class Best(msgspec.Struct, frozen=True):
    """The best feat of a game, which `seat` achieved in a round against `other`.

    `likely` (0-1) is the probability of the feat. `shown` is the showdown that revealed it. If `by_call` is True,
    `likely` is the probability that the call was right, and for other lies that the bid or the claim was true.
    """

    feat: Feat
    round: int
    seat: int
    other: int
    likely: float
    shown: Any
    by_call: bool = False


def least_likely(feats: Iterable[Best]) -> Best | None:
    """Return the least likely feat, or None if there is none. Among equals the first one counts."""
    return min(feats, key=lambda feat: feat.likely, default=None)


Standing = Mapping[int, tuple[int, ...]]
"""The position of each player who has not left, by seat. A greater tuple is better."""


def turning_point(scenes: Iterable[tuple[S, Event]], standing: Callable[[S], Standing]) -> TurningPoint | None:
    """Return the round after which the winners were in front until the end, or None if there is none.

    `scenes` has every event of the game, with the state before it. Winners are in front if nobody has a better
    position than any of them. If bads decide, there are only losers: they count as behind until nobody's position is
    worse than theirs. There is no turning point if nobody won or lost, if the winners were in front all the time, or
    if they were not in front at the end (L1, L3).
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
    """Return whether each of `seats` has the best position of all. With `lost`, return whether each has the worst."""
    furthest = min(standing.values()) if lost else max(standing.values())
    return all(standing.get(seat) == furthest for seat in seats)
