"""Estimate the worth of each move in games in which accepting a claim means to throw all dice again (K17).

The estimates use the exact equilibrium of two players (`thrown_again.py`). The worth of a move is a probability from 0
to 1, as in `move_values.py`: 0.5 if the player may expect to pay as much as the other player.
"""

from collections.abc import Iterator

from engine.core.actions import Action, Challenge
from engine.core.characters import Character, Choice
from engine.poker_cup import actions as a
from engine.poker_cup.beliefs import Posterior, holds, known, posterior
from engine.poker_cup.odds import fallen
from engine.poker_cup.ranking import Claim
from engine.poker_cup.receiving import ACCEPTING
from engine.poker_cup.thrown_again import Turn, turn
from engine.poker_cup.view import CupView

BLIND = 0.05
"""The worth that is lost by passing on blind, because the next player may know the dice."""

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
    passes = [Choice(a.PassBlind(claim), worth - BLIND, likely) for claim, worth, likely in _claims(view, now, dice)]
    best = max(passes, key=lambda each: each.worth)
    return (*choices, best, *(each for each in passes if each.action == made and each != best))


def claims(view: CupView, _made: Action | None = None) -> tuple[Choice, ...]:
    """Return all claims that are high enough, each with its worth."""
    ranking, least, mine = view.state.rules.ranking, view.legal.least, known(view)
    assert least is not None
    dice: Posterior = ((mine, 1.0),) if len(mine) == ranking.dice else _any_throw(view)
    weighed = _claims(view, turn(view.state.rules, ranking.place(least)), dice)
    return tuple(Choice(a.MakeClaim(claim), worth, likely) for claim, worth, likely in weighed)


def _any_throw(view: CupView) -> Posterior:
    return fallen((), view.state.rules.ranking.dice)


def _claims(view: CupView, now: Turn, dice: Posterior) -> Iterator[tuple[Claim, float, float]]:
    """Yield the claims from the place `now.least` on, each with its worth and the probability that it is true.

    `dice` are the possible dice.
    """
    ranking = view.state.rules.ranking
    most = max(max(stakes.true, -stakes.false) for stakes in now.stakes[now.least :])
    for place in range(now.least, len(ranking.claims)):
        stakes, calls = now.stakes[place], now.calls[place]
        likely = sum(chance for some, chance in dice if ranking.height(some) >= place)
        challenged = likely * stakes.true + (1 - likely) * stakes.false
        believed = stakes.believed if len(view.state.circle) == 2 else 1 - (1 - stakes.believed) * OTHERS
        worth = calls * challenged + (1 - calls) * believed
        yield ranking.claims[place], _share(worth, most), likely


def _share(worth: float, most: float) -> float:
    """Return a worth in units of the price as a probability. `most` is the greatest price at stake."""
    return 0.5 + worth / (2 * most)
