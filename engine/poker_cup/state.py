"""The state of a cup game: the public state, and the hidden cup kept apart from it."""

from enum import StrEnum

import msgspec

from engine.core import state
from engine.core.dice import Hand
from engine.core.state import PASSING
from engine.poker_cup.cup import Cup
from engine.poker_cup.events import CupLifted
from engine.poker_cup.ranking import Claim
from engine.poker_cup.rules import CupRules


class Step(StrEnum):
    """The steps in the turn of the player who has the cup (K2-K9)."""

    RECEIVED = "received"  # challenge, peek, or pass on blind (K2)
    ARRANGING = "arranging"  # after a peek (K4): pull out, cover, throw or shake (K5-K7)
    THROWING = "throwing"  # a table die was rolled (K6): no die can be pulled out or covered now
    SHAKEN = "shaken"  # after a shake (K7, or K1): look, or claim
    LOOKED = "looked"  # after a look (K8): pull dice out, or claim


class MadeClaim(msgspec.Struct, frozen=True, gc=False):
    """A claim, and the player who made it.

    `blind` and `looked` say whether the player passed the cup on blind, or looked at the dice first.
    """

    claim: Claim
    passer: int
    blind: bool = False  # K3
    looked: bool = False  # K8


class State(state.State, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """The public state of a cup game. `turn` is the seat of the player who has the cup."""

    rules: CupRules
    step: Step = Step.RECEIVED
    under: int = 0  # the number of dice under the cup
    table: Hand = ()  # the dice on the table that were not rolled in this turn
    thrown: Hand = ()  # the dice that were rolled on the table in this turn (K6)
    claims: tuple[MadeClaim, ...] = ()  # the claims of this round, in order
    dropped: tuple[MadeClaim, ...] = ()  # claims of this round before the cup was thrown again, if they matter (K20)
    protested: bool = False  # K15
    showdown: CupLifted | None = None  # the last showdown, until the next round begins

    def is_played_out(self) -> bool:
        """Return whether computer players play on if they are left alone, because lives decide (L3, P7)."""
        return self.rules.runs_out()

    @property
    def standing(self) -> MadeClaim | None:
        """Return the claim to beat, or None before the opening claim and between rounds."""
        return self.claims[-1] if self.claims else None

    def on_table(self) -> Hand:
        """Return all dice on the table, sorted."""
        return tuple(sorted(self.table + self.thrown))

    def has_thrown(self) -> bool:
        """Return whether the player with the cup has thrown in this turn, on the table or under it (K1, K6, K7)."""
        return self.phase is PASSING and self.step not in (Step.RECEIVED, Step.ARRANGING)

    def claim(self) -> Claim | None:
        """Return the current claim, or None if there is none."""
        return self.claims[-1].claim if self.claims else None

    def may_equal(self, seat: int) -> bool:
        """Return whether `seat` may make a claim that equals the current one.

        K20: the option must be on. A player who has made an equal claim in this round may not, so that a round ends.
        """
        standing, worth = self.claim(), self.rules.ranking.worth
        if standing is None or not self.rules.equal or self.at_top():
            return False
        own = (made.claim for made in self.dropped + self.claims if made.passer == seat)
        return all(worth(claim) != worth(standing) for claim in own)

    def is_enough(self, claim: Claim, seat: int) -> bool:
        """Return whether a claim of `seat` is high enough after the current one (K9, K20)."""
        standing, ranking = self.claim(), self.rules.ranking
        if standing is not None and self.may_equal(seat):
            return ranking.reaches(claim, standing)
        return ranking.beats(claim, standing)

    def least(self, seat: int) -> Claim | None:
        """Return the lowest claim that `seat` may make, in its shortest form.

        Return None after the highest claim (K13).
        """
        standing, ranking = self.claim(), self.rules.ranking
        if standing is not None and self.may_equal(seat):
            return ranking.claims[ranking.place(standing)]
        return ranking.lowest_above(standing)

    def at_top(self) -> bool:
        """Return whether the current claim is the highest one.

        K13: after the highest claim only a challenge is possible.
        """
        return self.claim() == self.rules.ranking.top


class CupGame(state.Game[State, Cup], frozen=True, tag="single-cup"):
    """A cup game. Its hidden part is the cup."""
