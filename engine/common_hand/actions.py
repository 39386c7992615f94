"""What players (and the table itself) may do in a game where everyone has a cup."""

from enum import StrEnum

import msgspec


class Action(msgspec.Struct, frozen=True, tag_field="do"):
    """The root of all actions."""


class Deal(Action, frozen=True, tag="deal"):
    """The table begins the next round (T1)."""


class TimeUp(Action, frozen=True, tag="time-up"):
    """The table's time limit is reached (E1)."""


class Bid(Action, frozen=True, tag="bid"):
    """At least `quantity` dice show `face`; quantity from 1, face 1-6."""

    quantity: int
    face: int


class Challenge(Action, frozen=True, tag="challenge"):
    """The standing bid is a lie (C1)."""


class CallExact(Action, frozen=True, tag="exact"):
    """The standing bid is exact (C5)."""


class Vote(Action, frozen=True, tag="vote"):
    """In a poll: the voter believes the bid, or doubts it (C4)."""

    believes: bool


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


AnyAction = Deal | TimeUp | Bid | Challenge | CallExact | Vote | Settle | Gift | Leave | Quit | Absent
