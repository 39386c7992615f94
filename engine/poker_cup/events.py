"""The events of the cup game, apart from those that all families share (`core/events.py`)."""

from engine.core.dice import Hand
from engine.core.events import Event, Hidden, Shared
from engine.poker_cup.ranking import Claim


class RolledUnder(Hidden, frozen=True, tag="roll-under"):
    """All dice under the cup were rolled (K1, K7). `dice` lists them in the order in which they fell.

    Nobody has seen these dice until a player looks.
    """

    seat: int
    dice: Hand

    def __repr__(self) -> str:
        return f"RolledUnder(seat={self.seat}, dice=<{len(self.dice)} hidden>)"


class Slipped(Hidden, frozen=True, tag="slip"):
    """A die under the cup rolls over while the cup is passed (K14). Nobody sees it."""

    was: int
    now: int

    def __repr__(self) -> str:
        return "Slipped(<hidden>)"


class Peeked(Event, frozen=True, tag="peek"):
    """The receiver accepts the claim by peeking, and now knows the dice under the cup (K4)."""

    seat: int


class Shown(Event, frozen=True, tag="show"):
    """A player pulls dice out of the cup to the table (K5, K8). The dice are given by their faces."""

    seat: int
    dice: Hand


class Covered(Event, frozen=True, tag="cover"):
    """A player puts dice from the table under the cup (K5). The dice are given by their faces, which everybody saw."""

    seat: int
    dice: Hand


class Threw(Event, frozen=True, tag="throw"):
    """A player rolls an open die on the table, which shows `face` until then (K6). The next event has the result."""

    seat: int
    face: int


class RolledOnTable(Event, frozen=True, tag="roll-table"):
    """The die on the table that showed `was` was rolled and now shows `now` (K6)."""

    seat: int
    was: int
    now: int


class Shook(Event, frozen=True, tag="shake"):
    """A player rolls all dice under the cup (K7). `dice` is their number.

    The hidden event with the result follows.
    """

    seat: int
    dice: int


class Looked(Event, frozen=True, tag="look"):
    """The player with the cup looks at the dice that were just rolled (K8)."""

    seat: int


class Claimed(Event, frozen=True, tag="claim"):
    """A player makes a claim and passes the cup on (K9).

    `blind` is True if the player neither looked nor rolled (K3). `looked` is True if the player saw the rolled dice
    (K8).
    """

    seat: int
    claim: Claim
    blind: bool = False
    looked: bool = False


class CupLifted(Event, frozen=True, tag="lifted"):
    """All dice, under the cup and on the table, are shown (K12).

    The event has the whole showdown except for its price. `passer` made the `claim`, and `challenger` doubted it.
    `hand` is the real hand, which names every die. `holds` is True if the hand reaches the claim.
    """

    passer: int
    claim: Claim
    challenger: int
    under: Hand
    table: Hand
    hand: Claim
    holds: bool

    def winner(self) -> int:
        """Return the passer if the claim was true, otherwise the challenger (K12)."""
        return self.passer if self.holds else self.challenger

    def loser(self) -> int:
        """Return the challenger if the claim was true, otherwise the passer."""
        return self.challenger if self.holds else self.passer


class GaveUp(Event, frozen=True, tag="fold"):
    """The receiver of the highest claim gives up, and pays without a showdown (K18). `to` is the player who claimed."""

    seat: int
    to: int


class Protested(Event, frozen=True, tag="protest"):
    """The passer protests that the dice only got messed up in the pass (K15).

    The event of a second forfeit follows.
    """

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
    | GaveUp
    | Protested
)
"""The events of the cup game."""
