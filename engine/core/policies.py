"""The policies that all families share, and a function that determines the opener of the next round."""

from enum import StrEnum


class Policy(StrEnum):
    """The base class of policies. Its members are words of RECORD.md.

    Code that applies a policy looks its word up in a table, because that is faster than reading an enum's attributes
    and hashing it. Tests check that every word has an entry in the table.
    """

    __hash__ = str.__hash__


class Price(Policy):
    """The price of a showdown (P1-P4, P7)."""

    FORFEIT = "forfeit"
    DIE = "die"
    BADS = "bads"
    SHED = "shed"
    LIVES = "lives"


class Opener(Policy):
    """The player who opens the next round (O1, O2)."""

    WINNER = "winner"
    LOSER = "loser"
    CHALLENGER = "challenger"
    NEXT = "next"


WINNER, LOSER, CHALLENGER, NEXT = Opener
"""The members as plain names, because Python 3.11 is slow at reading an enum's attributes."""


class Seating(Policy):
    """The ways to choose the first opener and the seats (S1, S2)."""

    FIRST = "first"
    ORDER = "order"
    JOINED = "joined"


class Direction(Policy):
    """The direction of play: up the seat order, or down the seat order from the same opener (S3)."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


class Absence(Policy):
    """The treatment of a player who lets two turns in a row run out of time (L2)."""

    LEAVE = "leave"
    SIT_OUT = "sit-out"


def opens_after(opener: Opener, accused: int, challenger: int, holds: bool, follower: int) -> int:
    """Return the seat that opens the next round after a challenge of `accused`.

    `holds` says whether the bid was true. O1: the policy may name the winner or the loser of the challenge. O2: it may
    also name the challenger, whether or not the challenge was in turn, or the `follower`. That is the player after
    this round's opener in turn order.
    """
    if opener is CHALLENGER:
        return challenger
    if opener is NEXT:
        return follower
    winner, loser = (accused, challenger) if holds else (challenger, accused)
    return winner if opener is WINNER else loser
