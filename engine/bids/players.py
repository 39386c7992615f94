"""Computer players in the games of bids: they weigh each move, and choose among those of about the same worth."""

from collections.abc import Sequence

from engine.bids import actions as a
from engine.bids.endgames import solved
from engine.bids.odds import own
from engine.bids.raising import fewest
from engine.bids.rules import Challengers
from engine.bids.state import State
from engine.bids.values import Weighing, weigh
from engine.bids.view import View
from engine.core.characters import STRONG, Character, Choice, drawn
from engine.core.dice import picked
from engine.core.state import Phase

BANGS, SELDOM = 0.72, 0.9
"""Out of turn a challenge must be likelier than this to be right (P3), and for patient players than the second number.
"""


def choose(view: View, draw: float, character: Character) -> a.Action:
    """Return the move of `view.seat`, who is awaited. `draw`, in [0, 1), is the player's mood.

    Equal arguments give equal moves. Raises `ValueError` if the seat is not awaited.
    """
    if view.seat is None or view.seat not in view.awaited:
        raise ValueError("nothing is awaited of this seat")
    if view.state.phase is Phase.BETWEEN:
        return a.Settle(view.seat, a.How.PAID)  # computer players' forfeits are settled immediately (L4)
    if view.state.phase is Phase.POLL:
        return a.Vote(_standing_holds(view, character) >= 0.5)
    if character.level is STRONG and (mixed := solved(view)):
        return _mixed(mixed, draw)
    return _drawn(weigh(view, character), view, draw, character)


def _mixed(moves: Sequence[tuple[a.Action, int]], draw: float) -> a.Action:
    """Return one of the moves of an equilibrium, with its frequency."""
    return moves[picked([times for _, times in moves], draw)][0]


def _drawn(choices: tuple[Choice, ...], view: View, draw: float, character: Character) -> a.Action:
    """Return one of the moves, likelier with more worth, by this character's taste."""
    bids = [choice for choice in choices if isinstance(choice.action, a.Bid)]
    calls = [choice for choice in choices if not isinstance(choice.action, a.Bid)]
    best = max((choice.worth for choice in bids), default=-1.0)
    if calls and max(choice.worth for choice in calls) + (draw * 7 % 1 - 0.5) * character.heat / 2 > best:
        bids = calls
    worths = [choice.worth + _taste(choice, view, character) for choice in bids]
    return bids[drawn(worths, draw, character.heat)].action


def _taste(choice: Choice, view: View, character: Character) -> float:
    """Return the worth of a move to this character beyond its result."""
    action = choice.action
    if isinstance(action, a.Bid):
        state, taste = view.state, 0.0
        if character.honesty:
            taste += character.honesty * (own(view, action) - len(view.mine) / (3 if state.wild() else 6))
        if character.boldness:
            taste += character.boldness * (action.quantity - fewest(view.legal.bids, action.face))
        if character.mirror and state.standing is not None and action.face == state.standing.face:
            taste += character.mirror
        return taste
    return character.exact if isinstance(action, a.CallExact) else 0.0


def may_cry(state: State) -> bool:
    """Return whether anybody might challenge out of turn (C1): only for goods; otherwise it can wait."""
    rules = state.round_rules
    return bool(state.bids) and rules.challenge is Challengers.ANYONE and rules.counts_bads()


def would_challenge(view: View, draw: float, character: Character) -> bool:
    """Return whether `view.seat` challenges out of turn (C1): if it is likelier right than wrong."""
    if not view.legal.challenge or view.legal.in_turn or not may_cry(view.state):
        return False
    sure = SELDOM if character.is_patient else BANGS
    return 1 - _standing_holds(view, character) > sure + (1 - sure) * draw / 2


def _standing_holds(view: View, character: Character) -> float:
    """Return how likely the player thinks the current bid holds."""
    bid = view.state.standing
    assert bid is not None
    return min(1.0, Weighing(view, character).holds(bid) + character.trust)
