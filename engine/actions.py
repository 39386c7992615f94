"""What players (and the table itself) may do in either family of games."""

from enum import StrEnum

import msgspec


class Action(msgspec.Struct, frozen=True, gc=False, tag_field="do"):
    """The root of all actions."""


class Deal(Action, frozen=True, tag="deal"):
    """The table begins the next round (T1, K1)."""


class TimeUp(Action, frozen=True, tag="time-up"):
    """The table's time limit is reached (E1)."""


class Challenge(Action, frozen=True, tag="challenge"):
    """The standing bid (C1), in the cup the claim (K12), is a lie."""


class How(StrEnum):
    """The ways to settle a forfeit (P1)."""

    PAID = "paid"
    TAB = "tab"
    WAIVED = "waived"


class Settle(Action, frozen=True, tag="settle"):
    """P1: what `debtor` owes for this round is settled."""

    debtor: int
    how: How


class Gift(Action, frozen=True, tag="gift"):
    """P5: the winner names who takes a forfeit too."""

    to: int


class Leave(Action, frozen=True, tag="leave"):
    """L1: the player leaves the game."""


class Quit(Action, frozen=True, tag="quit"):
    """E2: a voice for calling it quits."""


class Absent(Action, frozen=True, tag="absent"):
    """L2: the player's turn ran out of time."""
