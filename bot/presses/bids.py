"""What can be pressed in the games of bids."""

from bot.presses.base import Move, Number


class PlaceBid(Move, frozen=True, tag="bid"):
    """At least `quantity` dice show `face`."""

    quantity: Number
    face: Number


class OpenBidForm(Move, frozen=True, tag="other"):
    """Ask for the form for any other bid."""


class SendBid(Move, frozen=True, tag="bidform"):
    """That form, filled in."""


class CallExact(Move, frozen=True, tag="exact"):
    """The standing bid is exact."""
