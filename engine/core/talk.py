"""The bids, claims and calls of a game, and whether each of them was right. Each family finds its own."""

import msgspec


class Said(msgspec.Struct, frozen=True):
    """A bid or claim of `seat`, made in a round that revealed whether it was `true`.

    `challenged` is True if another player called it a lie, or called the bid exact. It is False if another player
    raised the bid, or accepted the claim or gave up on it (K18). `face` is the face of the bid. It is 0 in the cup
    game, in which players claim hands.
    """

    round: int
    seat: int
    true: bool
    challenged: bool
    face: int = 0


class Called(msgspec.Struct, frozen=True):
    """A call by `seat` of a bid or claim of `accused`.

    `exact` is True for an exact call. `right` is True if the call was right.
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
