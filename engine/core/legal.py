"""What a seat may do now in any game; the families add their own."""

import msgspec


class Legal(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The legal moves of one seat. `settle` has who owes and how it may be settled, `gift` who may be given one.

    `ahead`: a poll asks others first, and will ask this seat too (C4), which may make up its mind already.
    """

    challenge: bool = False
    settle: tuple[tuple[int, str], ...] = ()
    gift: tuple[int, ...] = ()
    leave: bool = False
    quit: bool = False
    ahead: bool = False
