"""Estimate the dice under the cup from the rolls, the open dice and the claims.

The estimate makes two assumptions about players who have looked. If their hand is good enough, they claim nearly all
of it. Otherwise they lie as little as possible. A claim without a look says nothing about the dice.
"""

from engine.core.dice import Hand
from engine.poker_cup.cup import with_dice
from engine.poker_cup.odds import fallen
from engine.poker_cup.state import MadeClaim, State
from engine.poker_cup.view import CupView

TRUTHFUL = 12.0
"""The number of places below the real hand, on the ladder, at which a true claim is rarer by a factor of e."""

LIES = 12.0
"""The number of places above the lowest legal claim, on the ladder, at which a lie is rarer by a factor of e."""

FIBS = 0.5
"""The likelihood of the lowest legal claim from a player without the hand.

A player who has exactly the claimed hand has a likelihood of 1.
"""

Posterior = tuple[tuple[Hand, float], ...]
"""All possible sets of dice, each with its probability."""


def known(view: CupView) -> Hand:
    """Return the dice that the seat knows: those on the table, and those under the cup that it last saw."""
    return with_dice(view.state.on_table(), view.mine)


def posterior(view: CupView, reading: float, trust: float) -> Posterior:
    """Return the dice that `view.seat` considers possible, with their probabilities.

    `reading` is the weight of other players' claims. If it is 0, only the dice count. `trust`, usually 0, makes lies
    less likely.
    """
    mine, dice = known(view), view.state.rules.ranking.dice
    prior = fallen(mine, dice)
    at = _last_look(view.state)
    if len(mine) == dice or at is None or not reading:
        return prior
    made, before = view.state.claims[at], view.state.claims[at - 1] if at else None
    weighed = [(some, likely * _says(some, made, before, view.state, reading, trust)) for some, likely in prior]
    whole = sum(likely for _, likely in weighed)
    return tuple((some, likely / whole) for some, likely in weighed)


def holds(view: CupView, dice: Posterior) -> float:
    """Return the probability that the current claim is true (K12).

    `dice` are the possible dice with their probabilities.
    """
    standing, ranking = view.state.standing, view.state.rules.ranking
    assert standing is not None
    least = ranking.place(standing.claim)
    return sum(likely for some, likely in dice if ranking.height(some) >= least)


def _last_look(state: State) -> int | None:
    """Return the index of the newest claim that was not made blind.

    Return None if there is no such claim, or if its player did not look at the dice.
    """
    at = len(state.claims) - 1
    while at > 0 and state.claims[at].blind:
        at -= 1
    return at if at >= 0 and state.claims[at].looked else None


def _says(dice: Hand, made: MadeClaim, before: MadeClaim | None, state: State, reading: float, trust: float) -> float:
    """Return roughly the likelihood that a player who holds `dice` makes the claim `made`.

    `before` is the claim that the player had to beat.
    """
    ranking = state.rules.ranking
    least = ranking.place(before.claim) + 1 if before else 0
    claimed, there = ranking.place(made.claim), ranking.height(dice)
    if there >= claimed:
        return float(2.718281828 ** (-reading * (there - claimed) / TRUTHFUL)) + 0.03
    return float(FIBS * 2.718281828 ** (-reading * (claimed - least) / LIES) * (1 - trust)) + 0.01
