"""What everybody said in a game and how it came out, each a small value; the families say how it is found."""

import msgspec


class Said(msgspec.Struct, frozen=True):
    """A bid or claim of `seat` in a round that showed whether it was `true`.

    `challenged` says whether it was called (a lie, or exact); else somebody went on from it. `face` is what it was
    about (in the cup 0, where a claim is about a kind of hand).
    """

    round: int
    seat: int
    true: bool
    challenged: bool
    face: int = 0


class Called(msgspec.Struct, frozen=True):
    """A challenge by `seat` of what `accused` had said, or (`exact`) an exact call; and whether it was `right`."""

    round: int
    seat: int
    accused: int
    right: bool
    exact: bool = False


class Talk(msgspec.Struct, frozen=True):
    """What was surely said in a game, in order. What the clock played is nobody's word (L2), and left out."""

    said: tuple[Said, ...] = ()
    called: tuple[Called, ...] = ()
