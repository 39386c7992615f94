"""The policies that both families of games share, each a few words; and who opens by them."""

from enum import StrEnum


class Policy(StrEnum):
    """The root of the policies, whose words are those of RECORD.md.

    What a policy means is a table with an entry a word: found in one look, where Python takes its time over an enum's
    attributes and hashes. Tests hold that every word has its entry.
    """

    __hash__ = str.__hash__


class Opener(Policy):
    """Who opens the next round (O1, O2)."""

    WINNER = "winner"
    LOSER = "loser"
    CHALLENGER = "challenger"
    NEXT = "next"


WINNER, LOSER, CHALLENGER, NEXT = Opener
"""By their names alone: an enum's attribute takes Python 3.11 long."""


class Seating(Policy):
    """How the first opener and the seats are found (S1, S2)."""

    FIRST = "first"
    ORDER = "order"
    JOINED = "joined"


class Direction(Policy):
    """Up the seat order, or down it from the same opener (S3)."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


class Absence(Policy):
    """What comes of it when turns run out of time one after another (L2)."""

    LEAVE = "leave"
    SIT_OUT = "sit-out"


def opens_after(opener: Opener, accused: int, challenger: int, holds: bool, follower: int) -> int:
    """The seat that opens after a challenge of `accused`, whose bid or claim `holds` or not.

    O1: winner or loser of the challenge. O2: whoever challenged, in turn or out; or the `follower`, who is next in
    turn order after whoever opened this round, whoever won.
    """
    if opener is CHALLENGER:
        return challenger
    if opener is NEXT:
        return follower
    winner, loser = (accused, challenger) if holds else (challenger, accused)
    return winner if opener is WINNER else loser
