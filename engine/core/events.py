"""The events of a game, each a small frozen value. Applying all events of a game in order gives its state.

Each event is complete in itself: code that reads it does not need the events before it. Events are public unless they
are `Hidden`. This file has the events that all families share. The `events.py` of each family has its own. Seats are
numbers in joining order, from 0. Events are stored with their tags and fields. Add 1 to `FORM` when you change one,
unless you only add a field that is omitted when it is empty. Such a field may be missing in some events of a kind.
"""

from enum import StrEnum

import msgspec

from engine.core.dice import Hand

FORM, EARLIER_FORM = 4, 3
"""The current form of stored events and snapshots, and the form that games have which earlier rulings play alike.

Form 1 was used until 2026-11-21. Its events could be read only together with earlier events. Form 2 was used until
2026-11-25. It has the events of form 3, but the shares of players were not stored yet. Games that only
version 4 of the rulings plays (`engine.record.header`) have form 4, and all others have form 3 still.
"""


class Cause(StrEnum):
    """The reason why a player pays or gets something back."""

    CHALLENGE = "challenge"  # the showdown of a challenge (P1-P4, K12)
    EXACT = "exact"  # the showdown of an exact call (C5)
    MET = "met"  # the showdown of a bid that was exactly met (P8)
    GAVE_UP = "gave-up"  # K18
    GIFT = "gift"  # P5
    PROTEST = "protest"  # K15
    WASHED_UP = "washed-up"  # the end of a game that bads decide (E4)
    LAST = "last"  # the last place in a game in which players shed dice (E3)
    STAKE = "stake"  # a stake in words, at the end (E6)


FOR_THE_GAME = frozenset({Cause.WASHED_UP, Cause.LAST, Cause.STAKE})
"""The causes of forfeits for the whole game. Such a forfeit may be a stake in words (E6)."""


class End(StrEnum):
    """The reason why a game is over."""

    ROUNDS = "rounds"  # the last round is played (E1)
    TIME = "time"  # E1
    QUITS = "quits"  # E2
    DICE = "dice"  # one player has dice left (E3), or if dice are shed, at most one has
    LIVES = "lives"  # one player has lives left (E3)
    BADS = "bads"  # E4
    PLAYOFF = "playoff"  # the playoff is over (E4)
    DESERTED = "deserted"  # too few are left (L3)
    STOPPED = "stopped"  # L5


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    """The base class of all events. Events and states form no cycles, so they are excluded from garbage collection."""


class Hidden(Event, frozen=True):
    """The base class of events with dice that are hidden under a cup.

    Nobody sees such an event whole: `view` shows each player only their own part.
    """


class Ordered(Event, frozen=True, tag="order"):
    """The players in turn order, the opener first (S1-S3)."""

    order: tuple[int, ...]


class RollOff(Event, frozen=True, tag="seat"):
    """One throw of the roll-off, with the dice of all players who throw in it (S1)."""

    seats: tuple[int, ...]
    dice: Hand


class RoundBegan(Event, frozen=True, tag="round"):
    """A round begins. Rounds are numbered from 1, and `pool` is the number of dice in play."""

    number: int
    opener: int
    pool: int
    palifico: bool = False


class Challenged(Event, frozen=True, tag="liar"):
    """The player `seat` calls the current bid or claim of `accused` a lie (C1)."""

    seat: int
    accused: int
    in_turn: bool = True


class ForfeitOwed(Event, frozen=True, omit_defaults=True, tag="forfeit"):
    """A player owes one forfeit to the seat `to`, or to the whole table if `to` is None (P1, P5, K15, E3, E6).

    `what` is the dare that the player drew, at a table that draws dares. The rules of the game ignore it.
    """

    seat: int
    to: int | None
    why: Cause
    what: str = ""


class LivesLeft(Event, frozen=True, tag="lives"):
    """A player's number of lives has changed (P7, C5, K18).

    The event has the new number and the change.
    """

    seat: int
    lives: int
    change: int
    why: Cause


class Out(Event, frozen=True, tag="out"):
    """A player loses the last die (P2) or the last life (P7), and is out."""

    seat: int


class ChipsMoved(Event, frozen=True, tag="chips"):
    """A player pays chips (below 0) or wins chips (E6)."""

    seat: int
    amount: int


class Opens(Event, frozen=True, tag="opens"):
    """A player opens the next round (O1-O3)."""

    seat: int


class GameOver(Event, frozen=True, tag="over"):
    """The game is over.

    The event has winners, or losers if bads decide, or neither. Winners and losers are in joining order.
    """

    why: End
    winners: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()


class Settled(Event, frozen=True, tag="settle"):
    """The forfeit of `debtor` for this round is settled (P1).

    `how` is "paid", "tab" or "waived". `by` is the seat that settled it.
    """

    debtor: int
    how: str
    by: int


class Gifted(Event, frozen=True, tag="gift"):
    """The winner names another player, who also takes a forfeit (P5)."""

    seat: int
    to: int


class Left(Event, frozen=True, tag="leave"):
    """A player leaves the game (L1)."""

    seat: int


class QuitVoiced(Event, frozen=True, tag="quit"):
    """A player votes to call it quits (E2)."""

    seat: int


class WasAbsent(Event, frozen=True, tag="absent"):
    """A player's turn ran out of time. The act that is played for the player follows (L2)."""

    seat: int


class PlayedFor(Event, frozen=True, tag="plays"):
    """The act that is played for an absent player, in the words of RECORD.md (L2)."""

    seat: int
    act: str


class TimeRanOut(Event, frozen=True, tag="time-up"):
    """The time limit has been reached (E1)."""


class Stopped(Event, frozen=True, tag="stop"):
    """The game was stopped without a result. The event of its end follows (L5)."""


Shared = (
    Ordered
    | RollOff
    | RoundBegan
    | Challenged
    | ForfeitOwed
    | LivesLeft
    | Out
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
