"""What can be pressed in the games of bids."""

from bot.presses.base import Answer, GameMove, Move, Number
from engine.bids import actions as a
from engine.core.actions import Action


class PlaceBid(GameMove, frozen=True, tag="bid"):
    """At least `quantity` dice show `face`."""

    quantity: Number
    face: Number

    def actions(self) -> tuple[Action, ...]:
        return (a.Bid(self.quantity, self.face),)


class OpenBidForm(Move, frozen=True, tag="other"):
    """Ask for the form for any other bid."""

    answer = Answer.FORM


class SendBid(Move, frozen=True, tag="bidform"):
    """That form, filled in."""

    answer = Answer.PUBLIC
    opened_by = OpenBidForm


class CallExact(GameMove, frozen=True, tag="exact"):
    """The standing bid is exact."""

    def actions(self) -> tuple[Action, ...]:
        return (a.CallExact(),)
