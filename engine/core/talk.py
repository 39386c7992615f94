"""The bids, claims and calls of a game and whether they were right, each a small value; the families find them."""

import msgspec


class Said(msgspec.Struct, frozen=True):
    """A bid or claim of `seat`, in a round that showed whether it was `true`.

    `challenged` is whether it was called (a lie, or exact); otherwise somebody went on from it. `face` is the face of
    the bid; 0 in the cup, where a claim is a kind of hand.
    """

    round: int
    seat: int
    true: bool
    challenged: bool
    face: int = 0


class Called(msgspec.Struct, frozen=True):
    """A challenge by `seat` of what `accused` said, or (`exact`) an exact call; and whether it was `right`."""

    round: int
    seat: int
    accused: int
    right: bool
    exact: bool = False


class Talk(msgspec.Struct, frozen=True):
    """Everything that players themselves said in a game, in order. Acts played by the clock (L2) are left out."""

    said: tuple[Said, ...] = ()
    called: tuple[Called, ...] = ()
