"""What happens in a game, each a small frozen value; a game is the fold of its events.

Events are public unless `seen_by` says otherwise. The two families share the events of this file;
what only the cup knows is in `single_cup/events.py`. Seats are numbers in joining order, from 0.
"""

import msgspec

from engine.dice import NOBODY, Hand


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    """The root of all events. What holds no cycle is no affair of the garbage collector (here and in the states)."""


class Hidden(Event, frozen=True):
    """What happens where nobody sees it, under the cup."""


class Ordered(Event, frozen=True, tag="order"):
    """S1-S3: the players in turn order, the opener first."""

    order: tuple[int, ...]


class RollOff(Event, frozen=True, tag="seat"):
    """S1: one throw of the roll-off by all who throw in it."""

    seats: tuple[int, ...]
    dice: Hand


class RoundBegan(Event, frozen=True, tag="round"):
    """A round begins; the first is 1."""

    number: int
    palifico: bool = False


class RedThrown(Event, frozen=True, tag="red"):
    """T3: the red die; its number is wild for this round."""

    face: int


class Crooked(Event, frozen=True, tag="crooked"):
    """T2: a throw with a crooked die, shown to everybody and thrown again."""

    seat: int
    dice: Hand


class Rolled(Event, frozen=True, tag="roll"):
    """T1: a player's dice. Secret: only that player has seen them."""

    seat: int
    dice: Hand

    def __repr__(self) -> str:
        return f"Rolled(seat={self.seat}, dice=<{len(self.dice)} hidden>)"


class BidMade(Event, frozen=True, tag="bid"):
    """B1: "at least this many"."""

    seat: int
    quantity: int
    face: int


class Challenged(Event, frozen=True, tag="liar"):
    """C1: the standing bid (in the cup: the claim) is called a lie."""

    seat: int
    in_turn: bool = True


class ExactCalled(Event, frozen=True, tag="exact-call"):
    """C5: the standing bid is said to be exact."""

    seat: int


class Voted(Event, frozen=True, tag="vote"):
    """C4: a voter believes the bid, or doubts it."""

    seat: int
    believes: bool


class Revealed(Event, frozen=True, tag="revealed"):
    """All cups are lifted: every hand of the round by seat, empty where a seat threw none."""

    hands: tuple[Hand, ...]


class Counted(Event, frozen=True, tag="count"):
    """C2: how many dice stood for the bid."""

    count: int


class Judged(Event, frozen=True, tag="judged"):
    """C3: whether the bid (the claim) holds."""

    holds: bool


class ExactJudged(Event, frozen=True, tag="exact"):
    """C5: whether the count was exactly the bid's."""

    exact: bool


class DiceLeft(Event, frozen=True, tag="dice"):
    """P2, P4, C5: a player's number of dice after the price."""

    seat: int
    dice: int


class Scored(Event, frozen=True, tag="score"):
    """P3: goods minus bads after the price."""

    seat: int
    score: int


class ForfeitOwed(Event, frozen=True, tag="forfeit"):
    """P1, P5, K15, E3, E6: this player owes one forfeit to `to` (none: to the table)."""

    seat: int
    to: int | None = None


class Out(Event, frozen=True, tag="out"):
    """P2: the last die is lost."""

    seat: int


class Done(Event, frozen=True, tag="done"):
    """P4: the last die is shed."""

    seat: int


class ChipsMoved(Event, frozen=True, tag="chips"):
    """E6: chips paid (below 0) or won."""

    seat: int
    amount: int


class Opens(Event, frozen=True, tag="opens"):
    """O1-O3: who opens the next round."""

    seat: int


class PlayoffBegan(Event, frozen=True, tag="playoff"):
    """E4: the two at three bads play it out; rounds go on as `bar`."""

    seats: tuple[int, ...]


class GameOver(Event, frozen=True, tag="over"):
    """The result: winners, or losers (where bads decide), or neither. In joining order."""

    winners: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()


class Settled(Event, frozen=True, tag="settle"):
    """P1: what a debtor owed for this round is `paid`, on the `tab`, or `waived`."""

    debtor: int
    how: str
    by: int


class Gifted(Event, frozen=True, tag="gift"):
    """P5: the winner names who takes a forfeit too."""

    seat: int
    to: int


class Left(Event, frozen=True, tag="leave"):
    """L1: a player is gone for good."""

    seat: int


class QuitVoiced(Event, frozen=True, tag="quit"):
    """E2: a voice for calling it quits."""

    seat: int


class WasAbsent(Event, frozen=True, tag="absent"):
    """L2: a turn ran out of time; what is played for the player follows."""

    seat: int


class PlayedFor(Event, frozen=True, tag="plays"):
    """L2: the act played for an absent player, in the words of RECORD.md."""

    seat: int
    act: str


class TimeRanOut(Event, frozen=True, tag="time-up"):
    """E1: the time limit is reached."""


Shared = (
    Ordered | RollOff | RoundBegan | RedThrown | Crooked | Rolled | BidMade | Challenged | ExactCalled | Voted
    | Revealed | Counted | Judged | ExactJudged | DiceLeft | Scored | ForfeitOwed | Out | Done | ChipsMoved | Opens
    | PlayoffBegan | GameOver | Settled | Gifted | Left | QuitVoiced | WasAbsent | PlayedFor | TimeRanOut
)  # fmt: skip
"""Every event that both families may bring; the tagged union that decodes them."""


def seen_by(event: Event) -> int | None:
    """The one seat that may see this event, None where everybody may, `NOBODY` where nobody may."""
    if isinstance(event, Hidden):
        return NOBODY
    return event.seat if isinstance(event, Rolled) else None
