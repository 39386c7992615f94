"""What a game that is over has to tell, each a small value; the families say how it is found, screens word it."""

from collections.abc import Iterable
from typing import Generic, TypeVar

import msgspec


class Moment(msgspec.Struct, frozen=True):
    """What `seat` did in a round, against `other`; the families add the bid or claim that it was about.

    `likely`, 0-1, is how likely it was to be right, going by what `seat` could see alone.
    """

    round: int
    seat: int
    other: int
    likely: float


M = TypeVar("M", bound=Moment)


class Highlights(msgspec.Struct, Generic[M], frozen=True):
    """The moments worth telling of a game; None where there was none.

    - `boldest_lie`: what `seat` said was false, less likely true than not, and got by: `other` went on without a doubt.
      Of all of them the one least likely to be true.
    - `best_call`: `seat` called what `other` said, and was right. Of all calls the one least likely to be.
    - `unluckiest`: `seat` was wrong in a showdown with `other`, and more likely to be right than not. Of all who were
      wrong the one most likely to be right.
    """

    boldest_lie: M | None = None
    best_call: M | None = None
    unluckiest: M | None = None


def told(lies: Iterable[M], calls: Iterable[M], losses: Iterable[M]) -> Highlights[M]:
    """The best of what was false and got by, of what was rightly called, and of what was lost; of equals the first."""
    return Highlights(
        min((lie for lie in lies if lie.likely < 0.5), key=lambda lie: lie.likely, default=None),
        min(calls, key=lambda call: call.likely, default=None),
        max((loss for loss in losses if loss.likely > 0.5), key=lambda loss: loss.likely, default=None),
    )
