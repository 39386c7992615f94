"""The actions of players and of the table that all families of games share."""

from enum import StrEnum

import msgspec


class Action(msgspec.Struct, frozen=True, gc=False, tag_field="do"):
    """The base class of all actions."""


class Deal(Action, frozen=True, tag="deal"):
    """The table begins the next round (T1, K1)."""


class TimeUp(Action, frozen=True, tag="time-up"):
    """The table's time limit has been reached (E1)."""


class Stop(Action, frozen=True, tag="stop"):
    """The table ends the game without a result (L5)."""


class Challenge(Action, frozen=True, tag="challenge"):
    """The player says that the bid (C1) or the claim in the cup (K12) is a lie."""


class Vote(Action, frozen=True, tag="vote"):
    """The voter believes or doubts the bid in a poll (C4)."""

    believes: bool


class How(StrEnum):
    """The ways to settle a forfeit (P1)."""

    PAID = "paid"
    TAB = "tab"
    WAIVED = "waived"


class Settle(Action, frozen=True, tag="settle"):
    """The forfeit that `debtor` owes for this round is settled (P1)."""

    debtor: int
    how: How


class Gift(Action, frozen=True, tag="gift"):
    """The winner names another player, who also takes a forfeit (P5)."""

    to: int


class Leave(Action, frozen=True, tag="leave"):
    """The player leaves the game (L1)."""


class Quit(Action, frozen=True, tag="quit"):
    """The player votes to call it quits (E2)."""


class Absent(Action, frozen=True, tag="absent"):
    """The player's turn ran out of time (L2)."""
