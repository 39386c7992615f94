"""Reasons for refusals in the games of bids alone."""

from engine.bids.actions import Bid
from engine.bids.raising import Least, fewest
from engine.core.refusals import Naming, Reason, TurnOfAnother


class OpeningAces(Reason, frozen=True):
    """Aces may not open (B4)."""


class TooFew(Reason, frozen=True):
    """A bid needs at least one die (B1)."""


class NoSuchQuantity(Reason, frozen=True):
    """The typed text is not a number."""


class MoreThanPool(Reason, frozen=True):
    """The bid names more dice than are in play (B3)."""

    quantity: int
    pool: int


class TooLow(Reason, frozen=True):
    """The bid does not beat the current one (B4); `least` has the least bid on each face."""

    bid: Bid
    standing: Bid
    least: Least

    def told(self, name: Naming = str) -> str:  # noqa: ARG002 - it speaks of no seat
        """Return the reason and the least quantity of that face."""
        return f"too low (least {fewest(self.least, self.bid.face)})"


class FaceFixed(Reason, frozen=True):
    """In this palifico round only `face` may be bid (C6), at least `least` of it (0: no more)."""

    face: int
    least: int


class CalledAlready(TurnOfAnother, frozen=True):
    """The bid is already challenged, and a poll is on (C4); `turn` is asked now."""


class NoExact(Reason, frozen=True):
    """There are no exact calls at this table, or in this round (C5)."""


class NoPoll(Reason, frozen=True):
    """Nobody is asked (C4)."""


class NotAsked(TurnOfAnother, frozen=True):
    """It is `turn`'s vote (C4)."""
