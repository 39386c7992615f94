"""The computer players in the bidding games. They weigh each move, and choose among moves of nearly equal worth."""

from collections.abc import Mapping, Sequence

from engine.bids import actions as a
from engine.bids.choices import weigh
from engine.bids.endgames import solved
from engine.bids.move_values import Weighing
from engine.bids.odds import own
from engine.bids.raising import fewest
from engine.bids.rules import Challengers, Raising
from engine.bids.state import State
from engine.bids.view import View
from engine.core.characters import EASY, STRONG, Character, Choice, drawn
from engine.core.dice import is_pure, picked
from engine.core.state import Phase

BANGS, SELDOM = 0.72, 0.9
"""The probability of being right that a computer player needs for a challenge out of turn (P3).

The second number is for patient players.
"""


HOPELESS = 0.02
"""A bid is surely a lie if its bidder thinks it less likely than this to be true."""

CALMER: Mapping[Raising, float] = {Raising.PURE: 0.7}
"""The factor for an easy player's heat, by the way of raising.

If each face has a wild and a pure bid, there are twice as many bids, and chance picks a bad one more often.
"""


def choose(view: View, draw: float, character: Character) -> a.Action:
    """Return the move of a computer player in `view.seat`.

    `draw` is a random number in [0, 1). Equal arguments always return the same move. Raises `ValueError` if the game
    does not wait for this seat.
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
    """Choose a move of an equilibrium by the random number `draw`.

    Each move is chosen as often as the equilibrium makes it.
    """
    return moves[picked([times for _, times in moves], draw)][0]


def _drawn(choices: tuple[Choice, ...], view: View, draw: float, character: Character) -> a.Action:
    """Choose a move by the random number `draw`.

    Moves that are worth more, or that suit the character's taste, are more likely to be chosen.
    """
    heat = character.heat
    if character.level is EASY:
        heat *= CALMER.get(view.state.round_rules.raising, 1.0)
    bids = [choice for choice in _with_hope(choices) if isinstance(choice.action, a.Bid)]
    calls = [choice for choice in choices if not isinstance(choice.action, a.Bid)]
    best = max((choice.worth for choice in bids), default=-1.0)
    if calls and max(choice.worth for choice in calls) + (draw * 7 % 1 - 0.5) * heat / 2 > best:
        bids = calls
    worths = [choice.worth + _taste(choice, view, character) for choice in bids]
    return bids[drawn(worths, draw, heat)].action


def _with_hope(choices: tuple[Choice, ...]) -> list[Choice]:
    """Return the moves without the bids that are surely lies, unless such a lie is the best move there is.

    Otherwise taste or chance now and then picks a bid that nobody can believe, such as 10 fives on 10 dice.
    """
    best = max(choice.worth for choice in choices)
    return [choice for choice in choices if choice.likely >= HOPELESS or choice.worth >= best]


def _taste(choice: Choice, view: View, character: Character) -> float:
    """Return the amount that this character's taste adds to the worth of a move."""
    action = choice.action
    if isinstance(action, a.Bid):
        state, taste = view.state, 0.0
        if character.honesty:
            usual = len(view.mine) / (3 if state.wild() and not is_pure(action) else 6)
            taste += character.honesty * (own(view, action) - usual)
        if character.boldness:
            alike = tuple(bid for bid in view.legal.bids if is_pure(bid) is is_pure(action))
            taste += character.boldness * (action.quantity - fewest(alike, action.face))
        if character.mirror and state.standing is not None and action.face == state.standing.face:
            taste += character.mirror
        return taste
    return character.exact if isinstance(action, a.CallExact) else 0.0


def may_cry(state: State) -> bool:
    """Return whether any computer player might challenge out of turn (C1).

    Computer players do so only where it can bring goods.
    """
    rules = state.round_rules
    return bool(state.bids) and rules.challenge is Challengers.ANYONE and rules.counts_bads()


def would_challenge(view: View, draw: float, character: Character) -> bool:
    """Return whether the computer player in `view.seat` challenges out of turn (C1).

    It does so if it is sure enough that the bid is false. With a greater `draw` it has to be surer.
    """
    if not view.legal.challenge or view.legal.in_turn or not may_cry(view.state):
        return False
    sure = SELDOM if character.is_patient else BANGS
    return 1 - _standing_holds(view, character) > sure + (1 - sure) * draw / 2


def _standing_holds(view: View, character: Character) -> float:
    """Return the computer player's estimate of the probability that the current bid is true."""
    bid = view.state.standing
    assert bid is not None
    return min(1.0, Weighing(view, character).holds(bid) + character.trust)
