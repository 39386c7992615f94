"""The players' actions in the bidding games, apart from those that all families share."""

from engine.core.actions import Absent, Action, Challenge, Deal, Gift, How, Leave, Quit, Settle, Stop, TimeUp, Vote
from engine.core.dice import AnyBid

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


class Bid(Action, frozen=True, tag="bid"):
    """A bid that at least `quantity` dice (1 or more) show `face` (1-6)."""

    quantity: int
    face: int

    def __str__(self) -> str:
        return f"{self.quantity}x{self.face}"

    @classmethod
    def of(cls, bid: AnyBid) -> "Bid":
        """Return the quantity and face of any form of bid as an action."""
        return cls(bid.quantity, bid.face)


class CallExact(Action, frozen=True, tag="exact"):
    """The player says that the current bid is exact (C5)."""
