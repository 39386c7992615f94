"""Determine the tension of a showdown of the cup."""

from engine.core.tension import Tension, was_last_life
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
