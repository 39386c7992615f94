"""The reasons for refusals in the bidding games, apart from those that all families share."""

from engine.bids.actions import Bid
from engine.bids.raising import Least, fewest
from engine.core.dice import Hand
from engine.core.refusals import Naming, Reason, TurnOfAnother


class OpeningAces(Reason, frozen=True):
    """Aces may not open (B4)."""


class BothAtOnce(Reason, frozen=True):
    """A raise may change only the quantity or the face, and this bid changes both (B4)."""

    bid: Bid
    standing: Bid


class FewerThanOpens(Reason, frozen=True):
    """The table asks for more dice in an opening bid (B5). `least` has the least bid on each face."""

    bid: Bid
    least: Least

    def told(self, name: Naming = str) -> str:  # noqa: ARG002 - this reason names no seat
        """Return the reason, with the least quantity on the face of the bid."""
        return f"fewer than opens (least {fewest(self.least, self.bid.face)})"


class NoWord(Reason, frozen=True):
    """No bid may be called so now. Only some tables know pure bids, and flying only beats a pure bid (B4).

    `least` has the least bids that may be made, and `standing` is the current bid, or None.
    """

    bid: Bid
    standing: Bid | None
    least: Least

    def told(self, name: Naming = str) -> str:  # noqa: ARG002 - this reason names no seat
        """Return the reason, with the word of the bid."""
        return f"no word (word {self.bid.called})"


class NoShow(Reason, frozen=True):
    """Nobody shows dice at this table or in this round (B6)."""


class ShowsAll(Reason, frozen=True):
    """At least one die has to stay hidden (B6)."""


class ShowsWrong(Reason, frozen=True):
    """A die is not among the bidder's hidden dice, or does not count for the bid (B6)."""

    show: Hand


class TooFew(Reason, frozen=True):
    """A bid needs at least one die (B1)."""


class NoSuchQuantity(Reason, frozen=True):
    """The text that was typed is not a number."""


class MoreThanPool(Reason, frozen=True):
    """The bid names more dice than are in play (B3)."""

    quantity: int
    pool: int


class TooLow(Reason, frozen=True):
    """The bid does not beat the current bid (B4). `least` has the least bid on each face."""

    bid: Bid
    standing: Bid
    least: Least

    def told(self, name: Naming = str) -> str:  # noqa: ARG002 - this reason names no seat
        """Return the reason, with the least quantity on the face of the bid."""
        alike = tuple(each for each in self.least if each.called is self.bid.called)
        return f"too low (least {fewest(alike, self.bid.face)})"


class FaceFixed(Reason, frozen=True):
    """In this palifico round only `face` may be bid (C6).

    `least` is the least quantity that may be bid, or 0 if no bid is legal.
    """

    face: int
    least: int


class CalledAlready(TurnOfAnother, frozen=True):
    """The bid has been challenged already, and a poll is running (C4). The player `turn` has to vote now."""


class NoExact(Reason, frozen=True):
    """Exact calls are off at this table or in this round (C5)."""


class NoPoll(Reason, frozen=True):
    """No poll is running, so nobody can vote (C4)."""


class NotAsked(TurnOfAnother, frozen=True):
    """It is the turn of another player, `turn`, to vote (C4)."""


class BidIsVote(TurnOfAnother, frozen=True):
    """The bid itself counts as the vote "believe", so the poll does not ask the bidder (C4)."""


class CallIsVote(TurnOfAnother, frozen=True):
    """The challenge itself counts as the vote "doubt", so the poll does not ask the challenger (C4)."""
