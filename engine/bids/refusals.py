"""Why a move is refused that only the games of bids have."""

from engine.bids.actions import Bid
from engine.bids.raising import Least, fewest
from engine.core.refusals import Naming, Reason, TurnOfAnother


class OpeningAces(Reason, frozen=True):
    """Aces may not open (B4)."""


class TooFew(Reason, frozen=True):
    """A bid is of one die at least (B1)."""


class NoSuchQuantity(Reason, frozen=True):
    """What was typed is no number."""


class MoreThanPool(Reason, frozen=True):
    """The bid names more dice than are in play (B3)."""

    quantity: int
    pool: int


class TooLow(Reason, frozen=True):
    """The bid does not beat the standing one (B4); `least` are the least bids of each face."""

    bid: Bid
    standing: Bid
    least: Least

    def told(self, name: Naming = str) -> str:  # noqa: ARG002 - it speaks of no seat
        """The reason, and the least quantity of that face."""
        return f"too low (least {fewest(self.least, self.bid.face)})"


class FaceFixed(Reason, frozen=True):
    """In this palifico round only `face` may be bid (C6), `least` of it or more (0: no more)."""

    face: int
    least: int


class CalledAlready(TurnOfAnother, frozen=True):
    """The bid is challenged, and a poll is on (C4); `turn` is asked now."""


class NoExact(Reason, frozen=True):
    """There are no exact calls at this table, or in this round (C5)."""


class NoPoll(Reason, frozen=True):
    """Nobody is asked (C4)."""


class NotAsked(TurnOfAnother, frozen=True):
    """It is for `turn` to say (C4)."""
