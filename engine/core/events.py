"""What happens in a game, each a small frozen value; a game is the fold of its events.

Events are public unless they are `Hidden`. The two families share the events of this file;
what only the cup knows is in `single_cup/events.py`. Seats are numbers in joining order, from 0.
"""

import msgspec

from engine.core.dice import Hand


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    """The root of all events. What holds no cycle is no affair of the garbage collector (here and in the states)."""


class Hidden(Event, frozen=True):
    """What nobody sees whole: it happens under a cup. `view` says who knows what of it."""


class Ordered(Event, frozen=True, tag="order"):
    """The players in turn order, the opener first (S1-S3)."""

    order: tuple[int, ...]


class RollOff(Event, frozen=True, tag="seat"):
    """One throw of the roll-off by all who throw in it (S1)."""

    seats: tuple[int, ...]
    dice: Hand


class RoundBegan(Event, frozen=True, tag="round"):
    """A round begins; the first is 1."""

    number: int
    palifico: bool = False


class RedThrown(Event, frozen=True, tag="red"):
    """The red die; its number is wild for this round (T3)."""

    face: int


class Crooked(Event, frozen=True, tag="crooked"):
    """A throw with a crooked die, shown to everybody and thrown again (T2)."""

    seat: int
    dice: Hand


class Thrown(Hidden, frozen=True, tag="roll"):
    """Players' dice (T1), by seat in the order in which they threw. Each has seen their own alone."""

    throws: tuple[tuple[int, Hand], ...]

    def __repr__(self) -> str:
        return f"Thrown(seats={[seat for seat, _ in self.throws]}, dice=<hidden>)"


class BidMade(Event, frozen=True, tag="bid"):
    """So many dice at least show a face (B1)."""

    seat: int
    quantity: int
    face: int


class Challenged(Event, frozen=True, tag="liar"):
    """The standing bid (in the cup: the claim) is called a lie (C1)."""

    seat: int
    in_turn: bool = True


class ExactCalled(Event, frozen=True, tag="exact-call"):
    """The standing bid is said to be exact (C5)."""

    seat: int


class Voted(Event, frozen=True, tag="vote"):
    """A voter believes the bid, or doubts it (C4)."""

    seat: int
    believes: bool


class Revealed(Event, frozen=True, tag="revealed"):
    """All cups are lifted and the dice are counted (C2, C3, C5).

    `hands` are by seat, empty where a seat threw none; `count` is how many stood for the bid; `holds` whether the bid
    did, or, after an exact call (`exact`), whether the call was right.
    """

    hands: tuple[Hand, ...]
    count: int
    holds: bool
    exact: bool = False


class DiceLeft(Event, frozen=True, tag="dice"):
    """A player's number of dice after the price (P2, P4, C5)."""

    seat: int
    dice: int


class Scored(Event, frozen=True, tag="score"):
    """Goods minus bads after the price (P3)."""

    seat: int
    score: int


class ForfeitOwed(Event, frozen=True, tag="forfeit"):
    """This player owes one forfeit to `to` (none: to the table) (P1, P5, K15, E3, E6)."""

    seat: int
    to: int | None = None


class Out(Event, frozen=True, tag="out"):
    """The last die is lost (P2)."""

    seat: int


class Done(Event, frozen=True, tag="done"):
    """The last die is shed (P4)."""

    seat: int


class ChipsMoved(Event, frozen=True, tag="chips"):
    """Chips paid (below 0) or won (E6)."""

    seat: int
    amount: int


class Opens(Event, frozen=True, tag="opens"):
    """Who opens the next round (O1-O3)."""

    seat: int


class PlayoffBegan(Event, frozen=True, tag="playoff"):
    """The two at three bads play it out; rounds go on as `bar` (E4)."""

    seats: tuple[int, ...]


class GameOver(Event, frozen=True, tag="over"):
    """The result: winners, or losers (where bads decide), or neither. In joining order."""

    winners: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()


class Settled(Event, frozen=True, tag="settle"):
    """What a debtor owed for this round is `paid`, on the `tab`, or `waived` (P1)."""

    debtor: int
    how: str
    by: int


class Gifted(Event, frozen=True, tag="gift"):
    """The winner names who takes a forfeit too (P5)."""

    seat: int
    to: int


class Left(Event, frozen=True, tag="leave"):
    """A player is gone for good (L1)."""

    seat: int


class QuitVoiced(Event, frozen=True, tag="quit"):
    """A voice for calling it quits (E2)."""

    seat: int


class WasAbsent(Event, frozen=True, tag="absent"):
    """A turn ran out of time; what is played for the player follows (L2)."""

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
    Ordered | RollOff | RoundBegan | RedThrown | Crooked | Thrown | BidMade | Challenged | ExactCalled | Voted
    | Revealed | DiceLeft | Scored | ForfeitOwed | Out | Done | ChipsMoved | Opens | PlayoffBegan | GameOver
    | Settled | Gifted | Left | QuitVoiced | WasAbsent | PlayedFor | TimeRanOut
    | Stopped
)  # fmt: skip
"""Every event that both families may bring; the tagged union that decodes them."""
