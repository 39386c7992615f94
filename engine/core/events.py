"""The events of a game, each a small frozen value; a game is the fold of its events.

An event is complete: its readers need no other event and count nothing. Events are public unless they are `Hidden`.
This file has the events that the families share; each family has its own in its `events.py`. Seats are numbers in
joining order, from 0. Tags and fields are the stored form of events: raise `FORM` when you change one, unless you only
add a field that is omitted when empty.
"""

from enum import StrEnum

import msgspec

from engine.core.dice import Hand

FORM = 3
"""The present form of stored events and snapshots.

1: until 2026-11-21, when events were not yet complete in themselves. 2: until 2026-11-25, when players' shares were not
yet kept; the events are the same.
"""


class Cause(StrEnum):
    """Why somebody pays, or gets something back."""

    CHALLENGE = "challenge"  # the showdown of a challenge (P1-P4, K12)
    EXACT = "exact"  # the showdown of an exact call (C5)
    GIFT = "gift"  # P5
    PROTEST = "protest"  # K15
    WASHED_UP = "washed-up"  # the end of a game that bads decide (E4)
    LAST = "last"  # the last place where dice are shed (E3)
    STAKE = "stake"  # a stake in words, at the end (E6)


FOR_THE_GAME = frozenset({Cause.WASHED_UP, Cause.LAST, Cause.STAKE})
"""The causes of a forfeit for the whole game, whose stake may be words (E6)."""


class End(StrEnum):
    """Why a game is over."""

    ROUNDS = "rounds"  # the last round is played (E1)
    TIME = "time"  # E1
    QUITS = "quits"  # E2
    DICE = "dice"  # one player has dice left (E3), or if dice are shed, at most one has
    BADS = "bads"  # E4
    PLAYOFF = "playoff"  # the playoff is over (E4)
    DESERTED = "deserted"  # too few are left (L3)
    STOPPED = "stopped"  # L5


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    """The root of all events. Events and states form no cycles, so they are excluded from garbage collection."""


class Hidden(Event, frozen=True):
    """An event under a cup, which nobody sees whole. `view` shows each player their part of it."""


class Ordered(Event, frozen=True, tag="order"):
    """The players in turn order, the opener first (S1-S3)."""

    order: tuple[int, ...]


class RollOff(Event, frozen=True, tag="seat"):
    """One throw of the roll-off by all who throw in it (S1)."""

    seats: tuple[int, ...]
    dice: Hand


class RoundBegan(Event, frozen=True, tag="round"):
    """A round begins, the first being 1; `pool` is how many dice are in play."""

    number: int
    opener: int
    pool: int
    palifico: bool = False


class Challenged(Event, frozen=True, tag="liar"):
    """The standing bid (in the cup: the claim) of `accused` is called a lie (C1)."""

    seat: int
    accused: int
    in_turn: bool = True


class ForfeitOwed(Event, frozen=True, omit_defaults=True, tag="forfeit"):
    """A player owes one forfeit to `to`, or to the table if `to` is None (P1, P5, K15, E3, E6).

    `what` is the dare that they drew, at a table that draws dares; the rules ignore it.
    """

    seat: int
    to: int | None
    why: Cause
    what: str = ""


class ChipsMoved(Event, frozen=True, tag="chips"):
    """Chips paid (below 0) or won (E6)."""

    seat: int
    amount: int


class Opens(Event, frozen=True, tag="opens"):
    """A player opens the next round (O1-O3)."""

    seat: int


class GameOver(Event, frozen=True, tag="over"):
    """The result: winners, or losers (if bads decide), or neither, in joining order; and why the game is over."""

    why: End
    winners: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()


class Settled(Event, frozen=True, tag="settle"):
    """`debtor`'s forfeit for this round is `paid`, on the `tab`, or `waived`, as `by` says (P1)."""

    debtor: int
    how: str
    by: int


class Gifted(Event, frozen=True, tag="gift"):
    """The winner names another player who takes a forfeit too (P5)."""

    seat: int
    to: int


class Left(Event, frozen=True, tag="leave"):
    """A player is gone for good (L1)."""

    seat: int


class QuitVoiced(Event, frozen=True, tag="quit"):
    """A player votes to call it quits (E2)."""

    seat: int


class WasAbsent(Event, frozen=True, tag="absent"):
    """A turn ran out of time; the act played for the player follows (L2)."""

    seat: int


class PlayedFor(Event, frozen=True, tag="plays"):
    """The act played for an absent player, in the words of RECORD.md (L2)."""

    seat: int
    act: str


class TimeRanOut(Event, frozen=True, tag="time-up"):
    """The time limit is reached (E1)."""


class Stopped(Event, frozen=True, tag="stop"):
    """The table is ended without a result; the end itself follows (L5)."""


Shared = (
    Ordered
    | RollOff
    | RoundBegan
    | Challenged
    | ForfeitOwed
    | ChipsMoved
    | Opens
    | GameOver
    | Settled
    | Gifted
    | Left
    | QuitVoiced
    | WasAbsent
    | PlayedFor
    | TimeRanOut
    | Stopped
)
"""The events that all families share."""
