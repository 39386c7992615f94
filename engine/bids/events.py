"""The events of the bidding games, apart from those that all families share (`core/events.py`)."""

from engine.bids.counting import Counting, counting
from engine.bids.rules import Alike, Different, HandRules
from engine.core.dice import NOTHING, Called, CalledBid, Hand
from engine.core.events import Cause, Event, Hidden, Shared


class RedThrown(Event, frozen=True, tag="red"):
    """The red die is thrown. Its number is wild in this round (T3)."""

    face: int


class Crooked(Event, frozen=True, tag="crooked"):
    """A throw in which a die landed crooked. It is shown to everybody and thrown again (T2)."""

    seat: int
    dice: Hand


class Thrown(Hidden, frozen=True, tag="roll"):
    """The dice that players threw (T1), by seat, in the order of throwing.

    Each player has seen only their own dice.
    """

    throws: tuple[tuple[int, Hand], ...]

    def __repr__(self) -> str:
        return f"Thrown(seats={[seat for seat, _ in self.throws]}, dice=<hidden>)"


class BidMade(Event, frozen=True, omit_defaults=True, tag="bid"):
    """A player bids that at least `quantity` dice show `face` (B1). `called` says whether the bid is pure (B4).

    `show` has the dice that the player puts into the open (B6). The hidden rest is then thrown again.
    """

    seat: int
    quantity: int
    face: int
    called: Called = NOTHING
    show: Hand = ()

    @classmethod
    def of(cls, seat: int, bid: CalledBid, show: Hand = ()) -> "BidMade":
        """Return the event that `seat` makes this bid, and shows some dice."""
        return cls(seat, bid.quantity, bid.face, bid.called, show)


class ThrownAgain(Hidden, frozen=True, tag="again"):
    """The dice that a player has thrown again after showing some (B6).

    `dice` are hidden, and only the player has seen them. `shown` are all dice of the player that lie in the open.
    """

    seat: int
    dice: Hand
    shown: Hand

    def __repr__(self) -> str:
        return f"ThrownAgain(seat={self.seat}, dice=<hidden>)"


class ExactCalled(Event, frozen=True, tag="exact-call"):
    """A player calls the current bid of `accused` exact (C5)."""

    seat: int
    accused: int
    in_turn: bool = True


class Voted(Event, frozen=True, tag="vote"):
    """A voter believes or doubts the bid in a poll (C4)."""

    seat: int
    believes: bool


class Revealed(Event, frozen=True, omit_defaults=True, tag="revealed"):
    """All cups are lifted and the dice are counted (C2, C3, C5).

    The event has the whole showdown except for its price. `bidder` bid `quantity` dice of `face`. `challenger` doubted
    the bid, or called it exact if `exact` is True. `votes` are those of the other players in a poll (C4). `hands` are
    by seat, and empty for a seat that threw no dice. `wild` is the wild number (0: none), and `count` is the number of
    dice that counted. `holds` is True if the bid was true or, after an exact call, if the call was right. `called` says
    whether the bid was pure (B4). `different` and `alike` say what five dice of a stash count together (C7). `open` has
    the number of dice of each hand that lay in the open, or is () if nobody showed any (B6). They come first in a hand.
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
    called: Called = NOTHING
    different: Different = Different.COUNT
    alike: Alike = Alike.NONE
    open: tuple[int, ...] = ()

    def hand_rules(self) -> HandRules:
        """Return the rules about the five dice of one stash (C7)."""
        return HandRules(self.different, self.alike)

    def counting(self) -> Counting:
        """Return the `Counting` for the bid (C2)."""
        return counting(self, self.wild, self.hand_rules())

    def open_of(self, seat: int) -> Hand:
        """Return the dice of a seat that lay in the open (B6)."""
        return self.hands[seat][: self.open[seat]] if self.open else ()

    def winner(self) -> int:
        """Return the winner (P1): the challenger if the bid was false or the exact call right, otherwise the bidder."""
        return self.bidder if self.holds != self.exact else self.challenger

    def loser(self) -> int:
        """Return the loser of the showdown, who is the bidder or the challenger."""
        return self.challenger if self.holds != self.exact else self.bidder


class DiceLeft(Event, frozen=True, tag="dice"):
    """A player's number of dice has changed (P2, P4, C5).

    The event has the new number and the change.
    """

    seat: int
    dice: int
    change: int
    why: Cause


class Scored(Event, frozen=True, tag="score"):
    """A player's score, which is goods minus bads, has changed (P3).

    The event has the new score and the change.
    """

    seat: int
    score: int
    change: int
    why: Cause


class Done(Event, frozen=True, tag="done"):
    """A player sheds the last die (P4).

    `place` counts from 1. Players who shed the last die at the same time share a place (E3). `place` is 0 for a player
    who had left (L1).
    """

    seat: int
    place: int


class PlayoffBegan(Event, frozen=True, tag="playoff"):
    """A playoff of two players at three bads begins (E4). Its rounds are played as in `bar`."""

    seats: tuple[int, ...]


AnyEvent = (
    Shared
    | RedThrown
    | Crooked
    | Thrown
    | ThrownAgain
    | BidMade
    | ExactCalled
    | Voted
    | Revealed
    | DiceLeft
    | Scored
    | Done
    | PlayoffBegan
)
"""The events of the bidding games."""
