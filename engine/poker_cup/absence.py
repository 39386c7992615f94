"""Choose the acts that are played for a player whose turn ran out of time (L2)."""

from engine.core.state import Phase
from engine.poker_cup import actions as a
from engine.poker_cup.claims import claim_in_words
from engine.poker_cup.odds import reaching
from engine.poker_cup.ranking import Claim
from engine.poker_cup.state import State, Step


def played_for(state: State, seat: int) -> a.Action:
    """Return the next act that rule L2 plays for `seat`. The game must be waiting for this seat.

    Use `ends_absence` to find out whether the act is the last one of the turn.
    """
    if state.phase is Phase.BETWEEN:
        return a.Settle(seat, a.How.TAB)
    if state.step is Step.RECEIVED:
        return _received(state)
    if state.step is Step.ARRANGING and not state.under:
        return a.Throw(min(state.table))
    if state.under and state.step in (Step.ARRANGING, Step.THROWING):
        return a.Shake()
    return a.MakeClaim(_lowest_claim(state))


def _received(state: State) -> a.Action:
    """Return the answer to a claim: a challenge if fewer than half of all throws under the cup reach the claim.

    Otherwise return a blind pass (K3). After the highest claim, return a challenge.
    """
    claim, ranking = state.claim(), state.rules.ranking
    assert claim is not None, "a cup is received with a claim"
    higher = ranking.lowest_above(claim)
    if higher is None or reaching(state.table, claim, ranking) < 0.5:
        return a.Challenge()
    return a.PassBlind(higher)


def ends_absence(act: a.Action) -> bool:
    """Return whether `act` ends the turn. A throw or a shake does not, because a claim has to follow it."""
    return not isinstance(act, a.Throw | a.Shake)


def _lowest_claim(state: State) -> Claim:
    claim = state.rules.ranking.lowest_above(state.claim())
    assert claim is not None, "nobody accepts the highest claim (K13)"
    return claim


def in_words(act: a.Action) -> str:
    """Return an act of `played_for` in the words of RECORD.md."""
    match act:
        case a.Throw(face=face):
            return f"throw {face}"
        case a.Shake():
            return "shake"
        case a.MakeClaim(claim=claim):
            return f"claim {claim_in_words(claim)}"
        case a.PassBlind(claim=claim):
            return f"blind {claim_in_words(claim)}"
        case a.Settle(how=how):
            return f"settle {how}"
        case _:
            return "liar"
