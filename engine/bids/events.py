"""The events of the games of bids, apart from those that all families share (`core/events.py`)."""

from engine.bids.counting import Counting, counting
from engine.core.dice import AnyBid, Hand
from engine.core.events import Cause, Event, Hidden, Shared


class RedThrown(Event, frozen=True, tag="red"):
    """The red die is thrown. Its number is wild in this round (T3)."""

    face: int


class Crooked(Event, frozen=True, tag="crooked"):
    """A throw with a crooked die, shown to everybody and thrown again (T2)."""

    seat: int
    dice: Hand


class Thrown(Hidden, frozen=True, tag="roll"):
    """The dice that players threw (T1), by seat in the order of throwing. Each player has seen only their own dice."""

    throws: tuple[tuple[int, Hand], ...]

    def __repr__(self) -> str:
        return f"Thrown(seats={[seat for seat, _ in self.throws]}, dice=<hidden>)"


class BidMade(Event, frozen=True, tag="bid"):
    """A player bids that at least `quantity` dice show `face` (B1)."""

    seat: int
    quantity: int
    face: int

    @classmethod
    def of(cls, seat: int, bid: AnyBid) -> "BidMade":
        """Return the event that `seat` makes this bid."""
        return cls(seat, bid.quantity, bid.face)


class ExactCalled(Event, frozen=True, tag="exact-call"):
    """A player calls the current bid of `accused` exact (C5)."""

    seat: int
    accused: int
    in_turn: bool = True


class Voted(Event, frozen=True, tag="vote"):
    """A voter believes or doubts the bid in a poll (C4)."""

    seat: int
    believes: bool


class Revealed(Event, frozen=True, tag="revealed"):
    """All cups are lifted and the dice are counted (C2, C3, C5).

    The event has the whole showdown except for its price. `bidder` bid `quantity` dice of `face`. `challenger` doubted
    the bid, or called it exact if `exact`. `votes` are those of the other players in a poll (C4). `hands` are by seat,
    and empty for a seat that threw no dice. `wild` is the wild number (0: none), and `count` is the number of dice
    that counted. `holds` is whether the bid was true, or whether the exact call was right.
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
        """Return the winner (P1): the caller of a right exact call or of a false bid, otherwise the bidder."""
        return self.bidder if self.holds != self.exact else self.challenger

    def loser(self) -> int:
        """Return the loser: the one of the bidder and the challenger who is not the winner."""
        return self.challenger if self.holds != self.exact else self.bidder


class DiceLeft(Event, frozen=True, tag="dice"):
    """A player's number of dice after the price, and the change of that number (P2, P4, C5)."""

    seat: int
    dice: int
    change: int
    why: Cause


class Scored(Event, frozen=True, tag="score"):
    """A player's score after the price, which is goods minus bads, and the change of the score (P3)."""

    seat: int
    score: int
    change: int
    why: Cause


class Out(Event, frozen=True, tag="out"):
    """A player loses the last die and is out (P2)."""

    seat: int


class Done(Event, frozen=True, tag="done"):
    """A player sheds the last die (P4).

    `place` is from 1, and shared by players who shed the last die at the same time (E3). It is 0 for a player who had
    left (L1).
    """

    seat: int
    place: int


class PlayoffBegan(Event, frozen=True, tag="playoff"):
    """A playoff of two players at three bads begins; further rounds are played as `bar` (E4)."""

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
