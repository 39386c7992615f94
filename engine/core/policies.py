"""The policies that all families share, each a few words; and the opener by them."""

from enum import StrEnum


class Policy(StrEnum):
    """The root of the policies, whose words are those of RECORD.md.

    The meaning of a policy is a table with an entry for each word, since a lookup is faster than an enum's attributes
    and hashes. Tests check that every word has its entry.
    """

    __hash__ = str.__hash__


class Opener(Policy):
    """The player who opens the next round (O1, O2)."""

    WINNER = "winner"
    LOSER = "loser"
    CHALLENGER = "challenger"
    NEXT = "next"


WINNER, LOSER, CHALLENGER, NEXT = Opener
"""The members as plain names, since Python 3.11 is slow at an enum's attributes."""


class Seating(Policy):
    """How the first opener and the seats are chosen (S1, S2)."""

    FIRST = "first"
    ORDER = "order"
    JOINED = "joined"


class Direction(Policy):
    """Up the seat order, or down it from the same opener (S3)."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


class Absence(Policy):
    """The consequence of turns that run out of time in a row (L2)."""

    LEAVE = "leave"
    SIT_OUT = "sit-out"


def opens_after(opener: Opener, accused: int, challenger: int, holds: bool, follower: int) -> int:
    """Return the seat that opens after a challenge of `accused`; `holds` is whether the bid or claim was true.

    O1: the winner or loser of the challenge. O2: the challenger, in turn or not; or the `follower`, the player after
    this round's opener in turn order, no matter who won.
    """
    if opener is CHALLENGER:
        return challenger
    if opener is NEXT:
        return follower
    winner, loser = (accused, challenger) if holds else (challenger, accused)
    return winner if opener is WINNER else loser
