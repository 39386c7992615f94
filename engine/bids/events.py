"""The events of the games of bids alone; `core/events.py` has those that all families share."""

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
    """Players' dice (T1), by seat in the order in which they threw. Each player has seen only their own."""

    throws: tuple[tuple[int, Hand], ...]

    def __repr__(self) -> str:
        return f"Thrown(seats={[seat for seat, _ in self.throws]}, dice=<hidden>)"


class BidMade(Event, frozen=True, tag="bid"):
    """A bid that at least this many dice show a face (B1)."""

    seat: int
    quantity: int
    face: int

    @classmethod
    def of(cls, seat: int, bid: AnyBid) -> "BidMade":
        """Return the bid as made by `seat`."""
        return cls(seat, bid.quantity, bid.face)


class ExactCalled(Event, frozen=True, tag="exact-call"):
    """A player says that the current bid of `accused` is exact (C5)."""

    seat: int
    accused: int
    in_turn: bool = True


class Voted(Event, frozen=True, tag="vote"):
    """A voter believes the bid, or doubts it (C4)."""

    seat: int
    believes: bool


class Revealed(Event, frozen=True, tag="revealed"):
    """All cups are lifted and the dice are counted (C2, C3, C5): the whole showdown except its price, which follows.

    `bidder` bid `quantity` x `face`, and `challenger` doubted it, or (`exact`) called it exact; `votes` are those of
    the others in a poll (C4). `hands` are by seat, empty if a seat threw none, `wild` was the wild number (0 for none),
    and `count` dice counted. `holds` is whether the bid held, or whether the exact call was right.
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
        """Return which dice counted for the bid (C2)."""
        return counting(self, self.wild)

    def winner(self) -> int:
        """Return the winner: the caller of a right exact call, otherwise the bidder of a bid that holds (P1)."""
        return self.bidder if self.holds != self.exact else self.challenger

    def loser(self) -> int:
        """Return the other of the two."""
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
    """A player loses their last die (P2)."""

    seat: int


class Done(Event, frozen=True, tag="done"):
    """A player sheds their last die (P4).

    `place` is from 1, shared by those who shed it at the same time (E3), or 0 for those who had left (L1).
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
"""The events of the games of bids."""
