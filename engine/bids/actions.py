"""The players' actions in the bidding games, apart from those that all families share."""

from engine.core.actions import Absent, Action, Challenge, Deal, Gift, How, Leave, Quit, Settle, Stop, TimeUp, Vote
from engine.core.dice import KEPT, NOTHING, Called, CalledBid, Hand

__all__ = [
    "Absent",
    "Action",
    "Bid",
    "CallExact",
    "Challenge",
    "Deal",
    "Gift",
    "How",
    "Leave",
    "Quit",
    "Settle",
    "Stop",
    "TimeUp",
    "Vote",
]


class Bid(Action, frozen=True, omit_defaults=True, tag="bid"):
    """A bid that at least `quantity` dice (1 or more) show `face` (1-6).

    `show` has the faces of the hidden dice that the bidder puts into the open (B6).
    """

    quantity: int
    face: int
    called: Called = NOTHING
    show: Hand = ()

    def __str__(self) -> str:
        word = "" if self.called is KEPT else self.called.value
        shown = ("show", *map(str, self.show)) if self.show else ()
        return " ".join((f"{self.quantity}x{self.face}", *filter(None, (word,)), *shown))

    @classmethod
    def of(cls, bid: CalledBid) -> "Bid":
        """Return any form of bid as an action, with what it is called, but without the dice that it shows."""
        return cls(bid.quantity, bid.face, bid.called)


class CallExact(Action, frozen=True, tag="exact"):
    """The player says that the current bid is exact (C5)."""
