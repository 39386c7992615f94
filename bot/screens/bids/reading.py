"""A chapter of events read as a round: its bids, its showdown and the price of it, and what happened beside."""

from collections.abc import Sequence
from itertools import takewhile
from typing import TypeVar

import msgspec

from engine.bids import events as b
from engine.core import events as e

PRICE = (b.Scored, b.DiceLeft, b.Out, b.Done, e.ForfeitOwed, e.Opens)
"""What follows a showdown and is told with it: who pays what, and who opens the next round."""


class Round(msgspec.Struct, frozen=True):
    """A round as far as it has come; `number` is 0 where the chapter does not tell of its beginning.

    `call` is the challenge or the exact call, `shown` the showdown, and `price` what that brings; `besides` has all
    other events in order.
    """

    number: int
    bids: tuple[b.BidMade, ...]
    votes: tuple[b.Voted, ...]
    call: e.Challenged | b.ExactCalled | None
    shown: b.Revealed | None
    price: tuple[e.Event, ...]
    besides: tuple[e.Event, ...]


def read(chapter: Sequence[e.Event]) -> Round:
    """The round that a chapter tells of."""
    at = next((n for n, event in enumerate(chapter) if isinstance(event, b.Revealed)), len(chapter))
    price = tuple(takewhile(lambda event: isinstance(event, PRICE), chapter[at + 1 :]))
    others = (*chapter[:at], *chapter[at + 1 + len(price) :])
    return Round(
        number=next((event.number for event in _all(chapter, e.RoundBegan)), 0),
        bids=_all(chapter, b.BidMade),
        votes=_all(chapter, b.Voted),
        call=next((event for event in others if isinstance(event, _CALLS)), None),
        shown=next(iter(_all(chapter, b.Revealed)), None),
        price=price,
        besides=tuple(event for event in others if not isinstance(event, _OWN)),
    )


E = TypeVar("E", bound=e.Event)


def _all(chapter: Sequence[e.Event], kind: type[E]) -> tuple[E, ...]:
    return tuple(event for event in chapter if isinstance(event, kind))


_CALLS = (e.Challenged, b.ExactCalled)
_OWN = (e.RoundBegan, b.BidMade, b.Voted, *_CALLS)
