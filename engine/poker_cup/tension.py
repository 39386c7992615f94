"""Determine the tension of a showdown of the cup, and when its visible dice decide it."""

from engine.core.tension import Tension, was_last_life
from engine.poker_cup.events import CupLifted
from engine.poker_cup.odds import reaching
from engine.poker_cup.ranking import Ranking
from engine.poker_cup.state import State


def tension(state: State) -> Tension:
    """Return the tension of the last showdown. `state` is the state after its price was paid.

    It is `CLOSE` after a round in which a player gave up without a showdown (K18).
    """
    shown = state.showdown
    if state.result is not None:
        return Tension.GREAT
    if shown is None:
        return Tension.CLOSE
    if was_last_life(state, state.rules, shown.winner(), shown.loser()):
        return Tension.GREAT
    return Tension.CLOSE if shown.holds or shown.hand.kind is shown.claim.kind else Tension.FAR


def is_decided(shown: CupLifted, ranking: Ranking, lifted: int = 0) -> bool:
    """Return whether everybody can see that the claim is true or a lie, whatever the covered dice show (K12).

    The dice on the table are visible, and so are the first `lifted` dice under the cup, in the order of `ranking`.
    """
    known = (*shown.table, *ranking.shown(shown.under)[:lifted])
    return reaching(tuple(sorted(known)), shown.claim, ranking) in (0.0, 1.0)
