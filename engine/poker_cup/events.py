"""The events of the game of the cup alone; `core/events.py` has those that all families share."""

from engine.core.dice import Hand
from engine.core.events import Event, Hidden, Shared
from engine.poker_cup.ranking import Claim


class RolledUnder(Hidden, frozen=True, tag="roll-under"):
    """All dice under the cup, in the order in which they fell (K1, K7). Nobody has seen them until somebody looks."""

    seat: int
    dice: Hand

    def __repr__(self) -> str:
        return f"RolledUnder(seat={self.seat}, dice=<{len(self.dice)} hidden>)"


class Slipped(Hidden, frozen=True, tag="slip"):
    """A die under the cup rolls over in the pass (K14). Nobody sees it."""

    was: int
    now: int

    def __repr__(self) -> str:
        return "Slipped(<hidden>)"


class Peeked(Event, frozen=True, tag="peek"):
    """The receiver accepts, and now knows the dice under the cup (K4)."""

    seat: int


class Shown(Event, frozen=True, tag="show"):
    """Dice are pulled out to the table, by value (K5, K8)."""

    seat: int
    dice: Hand


class Covered(Event, frozen=True, tag="cover"):
    """Table dice go under the cup, by value; everybody saw which (K5)."""

    seat: int
    dice: Hand


class Threw(Event, frozen=True, tag="throw"):
    """A table die that shows `face` is rolled in public; its result follows (K6)."""

    seat: int
    face: int


class RolledOnTable(Event, frozen=True, tag="roll-table"):
    """The table die that showed `was` now shows `now` (K6)."""

    seat: int
    was: int
    now: int


class Shook(Event, frozen=True, tag="shake"):
    """All `dice` (their number) under the cup are rolled; the result follows, hidden (K7)."""

    seat: int
    dice: int


class Looked(Event, frozen=True, tag="look"):
    """The holder looks at the dice that were just rolled (K8)."""

    seat: int


class Claimed(Event, frozen=True, tag="claim"):
    """A player makes a claim, and the cup goes on (K9).

    `blind` if the receiver neither looked nor rolled (K3); `looked` if they saw the dice that they rolled (K8).
    """

    seat: int
    claim: Claim
    blind: bool = False
    looked: bool = False


class CupLifted(Event, frozen=True, tag="lifted"):
    """All dice are shown (K12), under the cup and on the table: the showdown except its price, which follows.

    `passer` made the `claim`, and `challenger` doubted it; `hand` is the real hand of all dice, in full; `holds` is
    whether it reaches the claim.
    """

    passer: int
    claim: Claim
    challenger: int
    under: Hand
    table: Hand
    hand: Claim
    holds: bool

    def winner(self) -> int:
        """Return the passer of a true claim, otherwise the challenger (K12)."""
        return self.passer if self.holds else self.challenger

    def loser(self) -> int:
        """Return the other of the two."""
        return self.challenger if self.holds else self.passer


class Protested(Event, frozen=True, tag="protest"):
    """A player excuses themselves: the dice just got messed up in the pass (K15). A second forfeit follows."""

    seat: int


AnyEvent = (
    Shared
    | RolledUnder
    | Slipped
    | Peeked
    | Shown
    | Covered
    | Threw
    | RolledOnTable
    | Shook
    | Looked
    | Claimed
    | CupLifted
    | Protested
)
"""The events of the game of the cup."""
