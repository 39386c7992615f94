"""The policies that both families of games share, each a few words; and who opens by them."""

from enum import StrEnum
from typing import assert_never


class Opener(StrEnum):
    """Who opens the next round (O1, O2)."""

    WINNER = "winner"
    LOSER = "loser"
    CHALLENGER = "challenger"
    NEXT = "next"


class Seating(StrEnum):
    """How the first opener and the seats are found (S1, S2)."""

    FIRST = "first"
    ORDER = "order"
    JOINED = "joined"


class Direction(StrEnum):
    """Up the seat order, or down it from the same opener (S3)."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


class Absence(StrEnum):
    """What comes of it when turns run out of time one after another (L2)."""

    LEAVE = "leave"
    SIT_OUT = "sit-out"


def opens_after(opener: Opener, accused: int, challenger: int, holds: bool, follower: int) -> int:
    """The seat that opens after a challenge of `accused`, whose bid or claim `holds` or not.

    O1: winner or loser of the challenge. O2: whoever challenged, in turn or out; or the `follower`, who is next in
    turn order after whoever opened this round, whoever won.
    """
    match opener:
        case Opener.WINNER:
            return accused if holds else challenger
        case Opener.LOSER:
            return challenger if holds else accused
        case Opener.CHALLENGER:
            return challenger
        case Opener.NEXT:
            return follower
        case kind:
            assert_never(kind)
