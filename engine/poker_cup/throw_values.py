"""Estimate the worth of each move in games in which accepting a claim means to throw all dice again (K17).

The estimates use the exact equilibrium of two players (`thrown_again.py`). The worth of a move is a probability from 0
to 1, as in `move_values.py`: 0.5 if the player may expect to pay as much as the other player.
"""

from collections.abc import Iterator

from engine.core.actions import Action, Challenge
from engine.core.characters import Character, Choice
from engine.poker_cup import actions as a
from engine.poker_cup.beliefs import Posterior, holds, known, knows, posterior
from engine.poker_cup.odds import fallen
from engine.poker_cup.receiving import ACCEPTING
from engine.poker_cup.thrown_again import Stakes, Turn, turn
from engine.poker_cup.view import CupView

BLIND = 0.05
"""The worth that is lost by passing on blind to a player who does not know the dice, but knows that it was blind."""

OTHERS = 0.5
"""How much less a believed claim endangers its player if more than two play."""


def answers(view: CupView, character: Character, made: Action | None = None) -> tuple[Choice, ...]:
    """Return the possible answers to a claim (K17, K18), each with its worth.

    If `made` is a blind pass, it is included even if it is not worth considering.
    """
    dice = posterior(view, character.reading, character.trust)
    true = min(1.0, holds(view, dice) + character.trust)
    rules, standing = view.state.rules, view.state.claim()
    assert standing is not None
    stakes = turn(rules, rules.ranking.place(standing)).stakes[rules.ranking.place(standing)]
    most = max(stakes.true, -stakes.false)
    challenged = -true * stakes.true - (1 - true) * stakes.false
    choices = [Choice(Challenge(), _share(challenged, most), 1 - true)]
    if view.legal.give_up:
        choices.append(Choice(a.GiveUp(), _share(-stakes.believed, most), true))
    if view.legal.least is None:
        return tuple(choices)
    now = turn(rules, rules.ranking.place(view.legal.least))
    higher = sum(likely for some, likely in _any_throw(view) if rules.ranking.height(some) >= now.least)
    choices.append(Choice(ACCEPTING[rules.accepts], _share(now.worth, 1.0), higher))
    passes = [*_passes(view, now, dice)]
    best = max(passes, key=lambda each: each.worth)
    return (*choices, best, *(each for each in passes if each.action == made and each != best))


def claims(view: CupView, _made: Action | None = None) -> tuple[Choice, ...]:
    """Return all claims that are high enough, each with its worth."""
    ranking, least, mine = view.state.rules.ranking, view.legal.least, known(view)
    assert least is not None
    dice: Posterior = ((mine, 1.0),) if len(mine) == ranking.dice else _any_throw(view)
    now = turn(view.state.rules, ranking.place(least))
    claimed = _likely(view, now, dice)
    most = max(max(stakes.true, -stakes.false) for stakes in now.stakes[now.least :])
    weighed = [(at, likely, _worth(now, at, likely, _believed(view, now.stakes[at]))) for at, likely in claimed]
    return tuple(Choice(a.MakeClaim(ranking.claims[at]), _share(worth, most), likely) for at, likely, worth in weighed)


def _any_throw(view: CupView) -> Posterior:
    return fallen((), view.state.rules.ranking.dice)


def _likely(view: CupView, now: Turn, dice: Posterior) -> Iterator[tuple[int, float]]:
    """Yield the places of the claims that are high enough, each with the probability that the claim is true.

    `dice` are the possible dice.
    """
    height = view.state.rules.ranking.height
    for place in range(now.least, len(now.stakes)):
        yield place, sum(chance for some, chance in dice if height(some) >= place)


def _worth(now: Turn, place: int, likely: float, believed: float) -> float:
    """Return the worth of a claim, in units of the price, if the next player does not know the dice.

    `likely` is the probability that the claim is true, and `believed` is its worth if the next player believes it.
    """
    stakes, calls = now.stakes[place], now.calls[place]
    challenged = likely * stakes.true + (1 - likely) * stakes.false
    return calls * challenged + (1 - calls) * believed


def _believed(view: CupView, stakes: Stakes) -> float:
    return stakes.believed if len(view.state.circle) == 2 else 1 - (1 - stakes.believed) * OTHERS


def _passes(view: CupView, now: Turn, dice: Posterior) -> Iterator[Choice]:
    """Yield the blind passes that are high enough (K3).

    A next player who has looked at these dice challenges a claim if it is false. If it is true, that player chooses
    the answer that is worth more. As for the other answers, the worth is that of a game of two.
    """
    claims, is_known = view.state.rules.ranking.claims, knows(view.state, view.state.next_in(view.state.turn))
    for place, likely in _likely(view, now, dice):
        stakes = now.stakes[place]
        if is_known:
            true, false = (min(each, stakes.believed) for each in (stakes.true, stakes.false))
            worth = _share(likely * true + (1 - likely) * false, 1.0)
        else:
            worth = _share(_worth(now, place, likely, stakes.believed), 1.0) - BLIND
        yield Choice(a.PassBlind(claims[place]), worth, likely)


def _share(worth: float, most: float) -> float:
    """Return a worth in units of the price as a probability. `most` is the greatest price at stake."""
    return 0.5 + worth / (2 * most)
