"""Find the claims and challenges of a game of the cup in all its events, and whether they were right."""

from collections.abc import Iterable

from engine.core.events import Challenged, Event
from engine.core.talk import Called, Said, Talk
from engine.poker_cup.events import Claimed, CupLifted
from engine.poker_cup.highlights import Scene, scenes
from engine.poker_cup.receiving import takes_claim
from engine.poker_cup.rules import CupRules


def talk(rules: CupRules, events: Iterable[Event]) -> Talk:
    """Return all claims that were answered: accepted, or challenged (K12).

    Each claim counts once. If the player who accepted it leaves and the next player receives it (L1), the answer of
    the latter counts. `events` has the hidden events too. A claim is judged by the present dice, even if a die has
    slipped since and nobody knows it.
    """
    said: dict[int, Said] = {}
    called: list[Called] = []
    made, claimed_by_clock, by_clock = 0, False, False
    for scene in scenes(rules, events):
        match scene.event:
            case event if takes_claim(scene.state, event) and not claimed_by_clock:
                said |= _believed(scene, made)
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


def _believed(scene: Scene, number: int) -> dict[int, Said]:
    """Return the current claim under its number. The caller knows that its receiver accepts it."""
    standing = scene.state.standing
    assert standing is not None
    true = scene.state.rules.ranking.reaches(scene.hand(), standing.claim)
    return {number: Said(scene.state.round, standing.passer, true, challenged=False)}
