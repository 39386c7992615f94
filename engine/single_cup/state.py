"""What there is to know about a game of the cup; all of it public but the cup itself."""

from enum import StrEnum

import msgspec

from engine.core import state
from engine.core.dice import Hand
from engine.core.state import PASSING
from engine.single_cup.cup import Cup
from engine.single_cup.hands import Claim
from engine.single_cup.rules import CupRules


class Step(StrEnum):
    """Where the turn of the one with the cup is (K2-K9)."""

    RECEIVED = "received"  # challenge, peek, or pass on blind (K2)
    ARRANGING = "arranging"  # K4 done: K5, K6 or K7
    THROWING = "throwing"  # a table die was rolled (K6): nothing is moved any more
    SHAKEN = "shaken"  # K7 done (or K1): look, or claim
    LOOKED = "looked"  # show, or claim (K8)


class StandingClaim(msgspec.Struct, frozen=True):
    """The claim to beat, whose it is, and what everybody saw them do before it."""

    claim: Claim
    passer: int
    blind: bool = False  # K3
    looked: bool = False  # K8


class Showdown(msgspec.Struct, frozen=True):
    """The last lifting of the cup: what everybody saw then."""

    claim: Claim
    passer: int
    challenger: int
    under: Hand
    table: Hand
    hand: Claim  # the real one
    holds: bool


class State(state.State, frozen=True, omit_defaults=True, kw_only=True):
    """Everything public. `turn` is who has the cup."""

    rules: CupRules
    step: Step = Step.RECEIVED
    under: int = 0  # how many dice are under the cup
    table: Hand = ()  # the public dice not rolled there this turn
    thrown: Hand = ()  # those rolled on the table this turn (K6)
    standing: StandingClaim | None = None
    protested: bool = False  # K15
    showdown: Showdown | None = None

    def has_thrown(self) -> bool:
        """Whether whoever has the cup has thrown dice in this turn, on the table or under the cup (K1, K6, K7)."""
        return self.phase is PASSING and self.step not in (Step.RECEIVED, Step.ARRANGING)

    def claim(self) -> Claim | None:
        """The claim to beat; none before the opening one."""
        return self.standing.claim if self.standing else None


class CupGame(msgspec.Struct, frozen=True, tag_field="family", tag="single-cup"):
    """A game: what is public, and the cup, which is not and is kept apart for that."""

    state: State
    cup: Cup = Cup()

    def __repr__(self) -> str:
        return f"CupGame(round={self.state.round}, phase={self.state.phase}, cup=<hidden>)"
