"""Estimate the worth of each move to the player with the cup.

The worth of a move is the probability, from 0 to 1, that the player does not pay for this round. Computer players'
explanations, hints and analyses all use these estimates.
"""

from collections.abc import Callable, Mapping
from math import exp
from typing import NamedTuple

from engine.core.actions import Action, Challenge
from engine.core.characters import Character, Choice, Reason
from engine.core.state import PASSING
from engine.poker_cup import actions as a
from engine.poker_cup import throw_values
from engine.poker_cup.actions import Peek
from engine.poker_cup.beliefs import Posterior, holds, known, posterior
from engine.poker_cup.odds import best_to_keep, reaches
from engine.poker_cup.rules import Accepts
from engine.poker_cup.state import Step
from engine.poker_cup.view import CupView

TRUE, LIE = 0.75, 0.45
"""The worth of passing the cup on: `TRUE` if the dice reach the next claim, and `LIE` if the player has to lie."""

SHARPLY = 0.12
"""How sharply other players distinguish claims that are worth calling. A smaller number means more sharply."""

LOOKED = 0.4
"""The extra belief of other players in a claim whose player looked at the dice."""

BLIND = 0.05
"""The worth that is lost by passing on blind, because no die can be changed."""


def weigh(view: CupView, character: Character, made: Action | None = None) -> tuple[Choice, ...]:
    """Return the possible answers or claims of `view.seat`, each with its worth.

    If `made` is a claim, it is included even if it is not worth considering. Moves that pull out, cover or roll dice
    are not weighed. The result is empty if it is not this seat's turn.
    """
    if view.state.phase is not PASSING or view.seat not in view.awaited:
        return ()
    ways = WAYS[view.state.rules.accepts]
    if view.state.step is Step.RECEIVED:
        return ways.answers(view, character, made)
    return ways.claims(view, made) if view.legal.claim else ()


def answers(view: CupView, character: Character, made: Action | None = None) -> tuple[Choice, ...]:
    """Return the possible answers to a claim (K2), each with its worth.

    They are a challenge, accepting the claim, and passing the cup on blind with a higher claim. After the highest
    claim there is only the challenge.
    """
    state, least = view.state, view.legal.least
    dice = posterior(view, character.reading, character.trust)
    true = min(1.0, holds(view, dice) + character.trust)
    choices = [Choice(Challenge(), 1 - true, 1 - true)]
    if least is None:
        return tuple(choices)
    ranking = state.rules.ranking
    at = ranking.place(least)
    better = sum(likely * best_to_keep(some, at, ranking)[1] for some, likely in dice)
    choices.append(Choice(Peek(), _passing(better), better))
    lowest = ranking.claims[ranking.real_from(at)]
    passed = [lowest, *([made.claim] if isinstance(made, a.PassBlind) and made.claim != lowest else [])]
    for claim in passed:
        rung = ranking.place(claim)
        likely = sum(chance for some, chance in dice if ranking.height(some) >= rung)
        choices.append(Choice(a.PassBlind(claim), _claimed(view, rung, likely, dice) - BLIND, likely))
    return tuple(choices)


def _passing(better: float) -> float:
    """Return the worth of passing the cup on.

    `better` is the probability that the dice reach a higher claim.
    """
    return better * TRUE + (1 - better) * LIE


def claims(view: CupView, made: Action | None = None) -> tuple[Choice, ...]:
    """Return the claims that are worth considering, each with its worth.

    They are the lowest legal claim and some higher ones. If the seat knows all dice, they include the highest true
    claim and the one halfway to it. Each names dice that a hand can have, except perhaps the claim that was made.
    """
    ranking, mine = view.state.rules.ranking, known(view)
    ladder, knows_all = ranking.claims, len(mine) == ranking.dice
    least = view.legal.least
    assert least is not None
    lowest = ranking.place(least)
    dice: Posterior = ((mine, 1.0),) if knows_all else posterior(view, 0.0, 0.0)
    tops = {ranking.height(mine)} if knows_all else set[int]()
    rungs = {min(lowest + more, len(ladder) - 1) for more in STEPS} | {top for top in tops if top >= lowest}
    rungs |= {(lowest + top) // 2 for top in tops if top >= lowest}
    choices = list[Choice]()
    rungs = {ranking.real_from(rung) for rung in rungs}
    said = ranking.place(made.claim) if isinstance(made, a.MakeClaim) else min(rungs)
    for rung in (*sorted(rungs - {said}), said) if made else sorted(rungs):
        likely = sum(chance for some, chance in dice if ranking.height(some) >= rung)
        choices.append(Choice(a.MakeClaim(ladder[rung]), _claimed(view, rung, likely, dice), likely))
    return tuple(choices)


STEPS = (0, 2, 5, 10, 18, 30, 50, 80)
"""The claims to consider, as numbers of places on the ladder above the lowest legal claim."""


def _claimed(view: CupView, rung: int, likely: float, dice: Posterior) -> float:
    """Return the worth of a claim that is true with the probability `likely`.

    `rung` is the index of the claim on the ladder. The estimate covers both answers of the next player: to challenge
    the claim, or to make a higher one.
    """
    ranking, table = view.state.rules.ranking, view.state.on_table()
    looked = view.state.step is Step.LOOKED
    seems = reaches(table, rung, ranking)
    seems += (1 - seems) * LOOKED * looked
    top = len(ranking.claims) - 1
    higher = reaches(table, rung + 1, ranking) if rung < top else 0.0
    calls = 1 / (1 + exp(-((1 - seems) - (higher + (1 - higher) * 0.4)) / SHARPLY)) if rung < top else 1.0
    better = sum(chance * best_to_keep(some, rung + 1, ranking)[1] for some, chance in dice[:60]) if rung < top else 0.0
    after = 1 - _passing(better)
    if len(view.state.circle) > 2:
        after = 1 - (1 - after) * 0.5
    return calls * likely + (1 - calls) * after


class Ways(NamedTuple):
    """The functions that weigh the answers to a claim, and the claims."""

    answers: Callable[[CupView, Character, Action | None], tuple[Choice, ...]]
    claims: Callable[[CupView, Action | None], tuple[Choice, ...]]


WAYS: Mapping[Accepts, Ways] = {
    Accepts.PEEK: Ways(answers, claims),
    Accepts.SHAKE: Ways(throw_values.answers, throw_values.claims),
}
"""The functions that weigh moves, by the way in which players accept claims."""


def reason(view: CupView, action: Action, character: Character) -> Reason | None:
    """Return the reason for a challenge by `view.seat`, or None for other moves.

    The reason contains the estimated probability that the challenged claim is true.
    """
    if not isinstance(action, Challenge) or view.state.standing is None:
        return None
    return Reason(True, holds(view, posterior(view, character.reading, character.trust)))
