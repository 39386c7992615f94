"""Find the claims and challenges of a cup game in all its events, and determine whether they were right."""

from collections.abc import Iterable

from engine.core.events import Challenged, Event
from engine.core.talk import Called, Said, Talk
from engine.poker_cup.events import Claimed, CupLifted
from engine.poker_cup.highlights import Scene, scenes
from engine.poker_cup.receiving import lets_claim_pass
from engine.poker_cup.rules import CupRules


def talk(rules: CupRules, events: Iterable[Event]) -> Talk:
    """Return all claims that were answered, and all challenges (K12).

    `events` must include the hidden events. Each claim counts once. It was not challenged if the next player accepted
    it or gave up on it (K18). If the player who accepted it leaves and the next
    player receives it (L1), only the next player's answer counts. A claim is judged by the dice at the time of the
    answer, even if a die has slipped unseen since the claim was made.
    """
    said: dict[int, Said] = {}
    called: list[Called] = []
    made, claimed_by_clock, by_clock = 0, False, False
    for scene in scenes(rules, events):
        match scene.event:
            case event if lets_claim_pass(scene.state, event) and not claimed_by_clock:
                said |= _let_pass(scene, made)
            case Challenged():
                by_clock = scene.by_clock
            case CupLifted(passer=passer, challenger=challenger, holds=holds):
                if not claimed_by_clock:
                    said[made] = Said(scene.state.round, passer, holds, challenged=True)
                if not by_clock:
                    called.append(Called(scene.state.round, challenger, passer, not holds))
        if isinstance(scene.event, Claimed):
            made, claimed_by_clock = made + 1, scene.by_clock
    return Talk(tuple(said.values()), tuple(called))


def _let_pass(scene: Scene, number: int) -> dict[int, Said]:
    """Return a mapping from the number of the current claim to the claim, which was not challenged.

    The caller has checked that the receiver lets the claim pass.
    """
    standing = scene.state.standing
    assert standing is not None
    true = scene.state.rules.ranking.reaches(scene.hand(), standing.claim)
    return {number: Said(scene.state.round, standing.passer, true, challenged=False)}
