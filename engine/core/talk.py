"""The bids, claims and calls of a game as small values, each with whether it was right. The families find them."""

import msgspec


class Said(msgspec.Struct, frozen=True):
    """A bid or claim of `seat` in a round in which its truth was revealed. `true` says whether it was true.

    `challenged` is True if the bid or claim was called a lie or exact; otherwise another player continued from it.
    `face` is the face of the bid. It is 0 in the cup, where a claim is a hand.
    """

    round: int
    seat: int
    true: bool
    challenged: bool
    face: int = 0


class Called(msgspec.Struct, frozen=True):
    """A call by `seat` of a bid or claim of `accused`.

    `exact` marks an exact call, and `right` says whether it was right.
    """

    round: int
    seat: int
    accused: int
    right: bool
    exact: bool = False


class Talk(msgspec.Struct, frozen=True):
    """All bids, claims and calls that players themselves made, in order.

    Acts that the clock played (L2) are left out.
    """

    said: tuple[Said, ...] = ()
    called: tuple[Called, ...] = ()
