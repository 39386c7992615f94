"""Define the presses in bidding games."""

from typing import Annotated, Self

import msgspec

from bot.presses.base import Answer, GameMove, Move, Number
from engine.bids import actions as a
from engine.core.actions import Action
from engine.core.dice import NOTHING, Called, CalledBid, Hand

Faces = Annotated[str, msgspec.Meta(pattern="^[1-6]{0,10}$")]
"""Dice that a bidder shows, by their faces, such as "55", or "" for none."""


class MakeBid(GameMove, frozen=True):
    """The base class of the presses that bid that at least `quantity` dice show `face`.

    `called` is the word that says whether dice are wild for the bid (B4). `show` has the dice that the bidder shows
    (B6).
    """

    omits_empty = True

    quantity: Number
    face: Number
    called: Called = NOTHING
    show: Faces = ""

    @classmethod
    def of(cls, table: int, version: int, bid: CalledBid, show: str = "") -> Self:
        """Return the press that makes a bid at this version of a table, and shows some dice."""
        return cls(table, version, bid.quantity, bid.face, bid.called, show)

    def dice(self) -> Hand:
        """Return the dice that the bidder shows."""
        return tuple(map(int, self.show))

    def actions(self) -> tuple[Action, ...]:
        return (a.Bid(self.quantity, self.face, self.called, self.dice()),)


class PlaceBid(MakeBid, frozen=True, tag="bid"):
    """Make a bid."""


class SurelyBid(MakeBid, frozen=True, tag="bidnow"):
    """Make a bid that looked like a misclick, after the person has confirmed it."""


class TurnBids(Move, frozen=True, tag="turnbids"):
    """Show the buttons of the bids that are called so, or of the usual bids (B4). Nothing is stored.

    Each bit of `marks` belongs to one hidden die of the player in ascending order, which is marked to be shown (B6).
    """

    called: Called = NOTHING
    marks: Number = 0

    def keeps_buttons(self) -> bool:
        """Return True, because each bid keeps its place, so that a quick bid after a mark counts."""
        return True


class OpenBidForm(Move, frozen=True, tag="other"):
    """Open the form for typing a bid."""

    answer = Answer.FORM


class SendBid(Move, frozen=True, tag="bidform"):
    """Make the bid that was typed into the form."""

    answer = Answer.PUBLIC
    opened_by = OpenBidForm


class CallExact(GameMove, frozen=True, tag="exact"):
    """Call the current bid exact (C5)."""

    def actions(self) -> tuple[Action, ...]:
        return (a.CallExact(),)
