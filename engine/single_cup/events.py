"""What happens only in the game of the cup; what both families share is in `engine/events.py`."""

from engine.dice import Hand
from engine.events import Event, Hidden
from engine.single_cup.hands import Claim


class RolledUnder(Hidden, frozen=True, tag="roll-under"):
    """K1, K7: all dice under the cup as they fell. Nobody has seen them until somebody looks."""

    seat: int
    dice: Hand

    def __repr__(self) -> str:
        return f"RolledUnder(seat={self.seat}, dice=<{len(self.dice)} hidden>)"


class Slipped(Hidden, frozen=True, tag="slip"):
    """K14: a die under the cup rolled over in the pass. Nobody has seen it."""

    was: int
    now: int

    def __repr__(self) -> str:
        return "Slipped(<hidden>)"


class Peeked(Event, frozen=True, tag="peek"):
    """K4: the receiver accepts, and now knows the dice under the cup."""

    seat: int


class Shown(Event, frozen=True, tag="show"):
    """K5, K8: dice are pulled out to the table, by value."""

    seat: int
    dice: Hand


class Covered(Event, frozen=True, tag="cover"):
    """K5: table dice go under the cup, by value; everybody saw which."""

    seat: int
    dice: Hand


class Threw(Event, frozen=True, tag="throw"):
    """K6: a table die that shows `face` is rolled for all to see; how it fell follows."""

    seat: int
    face: int


class RolledOnTable(Event, frozen=True, tag="roll-table"):
    """K6: the table die that showed `was` now shows `now`."""

    seat: int
    was: int
    now: int


class Shook(Event, frozen=True, tag="shake"):
    """K7: all dice under the cup are rolled; how they fell follows, hidden."""

    seat: int


class Looked(Event, frozen=True, tag="look"):
    """K8: the holder looks at what was just rolled."""

    seat: int


class Claimed(Event, frozen=True, tag="claim"):
    """K9, K3: a claim, and the cup goes on; `blind` where the receiver neither looked nor rolled."""

    seat: int
    claim: Claim
    blind: bool = False


class CupLifted(Event, frozen=True, tag="lifted"):
    """All dice are shown (K12), those under the cup and those on the table.

    `hand` is what the five really make, in full; `holds` whether it reaches the claim.
    """

    under: Hand
    table: Hand
    hand: Claim
    holds: bool


class Protested(Event, frozen=True, tag="protest"):
    """K15: "the dice just got messed up in the pass". A second forfeit follows."""

    seat: int


CupOnly = (
    RolledUnder | Slipped | Peeked | Shown | Covered | Threw | RolledOnTable | Shook | Looked | Claimed | CupLifted
    | Protested
)  # fmt: skip
"""Every event of the cup alone."""
