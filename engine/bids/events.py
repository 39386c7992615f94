"""What happens only in the games of bids; what all families share is in `core/events.py`."""

from engine.bids.counting import Counting, counting
from engine.core.dice import AnyBid, Hand
from engine.core.events import Cause, Event, Hidden, Shared


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

    @classmethod
    def of(cls, seat: int, bid: AnyBid) -> "BidMade":
        """Return the bid as `seat` makes it."""
        return cls(seat, bid.quantity, bid.face)


class ExactCalled(Event, frozen=True, tag="exact-call"):
    """The standing bid of `accused` is said to be exact (C5)."""

    seat: int
    accused: int
    in_turn: bool = True


class Voted(Event, frozen=True, tag="vote"):
    """A voter believes the bid, or doubts it (C4)."""

    seat: int
    believes: bool


class Revealed(Event, frozen=True, tag="revealed"):
    """All cups are lifted and the dice are counted (C2, C3, C5): the whole showdown but its price, which follows.

    `bidder` bid `quantity` x `face`, and `challenger` doubted it, or (`exact`) called it exact; `votes` are what the
    others said in a poll (C4). `hands` are by seat, empty where a seat threw none, `wild` was the wild number (0 for
    none), and `count` dice stood for the bid. `holds` says whether the bid did, or whether the exact call was right.
    """

    bidder: int
    quantity: int
    face: int
    challenger: int
    in_turn: bool
    exact: bool
    votes: tuple[tuple[int, bool], ...]
    hands: tuple[Hand, ...]
    wild: int
    count: int
    holds: bool

    def counting(self) -> Counting:
        """What counted for the bid (C2)."""
        return counting(self, self.wild)

    def winner(self) -> int:
        """An exact call that is right is the caller's, a bid that holds the bidder's (P1)."""
        return self.bidder if self.holds != self.exact else self.challenger

    def loser(self) -> int:
        """The other of the two."""
        return self.challenger if self.holds != self.exact else self.bidder


class DiceLeft(Event, frozen=True, tag="dice"):
    """A player's number of dice after the price, and by how many it has changed (P2, P4, C5)."""

    seat: int
    dice: int
    change: int
    why: Cause


class Scored(Event, frozen=True, tag="score"):
    """Goods minus bads after the price, and by how much they have changed: bads are below 0 (P3)."""

    seat: int
    score: int
    change: int
    why: Cause


class Out(Event, frozen=True, tag="out"):
    """The last die is lost (P2)."""

    seat: int


class Done(Event, frozen=True, tag="done"):
    """The last die is shed (P4).

    `place` is from 1, shared by those who shed it at once (E3), 0 for those who had left (L1).
    """

    seat: int
    place: int


class PlayoffBegan(Event, frozen=True, tag="playoff"):
    """The two at three bads play it out; rounds go on as `bar` (E4)."""

    seats: tuple[int, ...]


AnyEvent = (
    Shared
    | RedThrown
    | Crooked
    | Thrown
    | BidMade
    | ExactCalled
    | Voted
    | Revealed
    | DiceLeft
    | Scored
    | Out
    | Done
    | PlayoffBegan
)
"""Every event of the games of bids."""
