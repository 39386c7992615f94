"""Beliefs about the dice under the cup: probabilities from the rolls, the open dice and the claims.

A player who looked and has the hand for a true claim mostly claims nearly all of it. A player who looked and has less
mostly lies as little as possible. A claim without a look says nothing about the dice.
"""

from engine.core.dice import Hand
from engine.poker_cup.cup import with_dice
from engine.poker_cup.odds import fallen
from engine.poker_cup.state import MadeClaim, State
from engine.poker_cup.view import CupView

TRUTHFUL = 12.0
"""How much rarer a true claim is the further it is below the hand: by a factor e for this many rungs of the ladder."""

LIES = 12.0
"""How much rarer a lie is the further it is above the least claim: by a factor e for this many rungs of the ladder."""

FIBS = 0.5
"""How likely a player without the hand makes the least claim, compared with a player who has exactly the hand claimed.
"""

Posterior = tuple[tuple[Hand, float], ...]
"""All possible sets of dice, each with its probability."""


def known(view: CupView) -> Hand:
    """Return the dice on the table and those under the cup, as the seat last saw them."""
    return with_dice(view.state.on_table(), view.mine)


def posterior(view: CupView, reading: float, trust: float) -> Posterior:
    """Return the beliefs of `view.seat` about the present dice.

    `reading` is the weight of claims; 0 means that only the dice count. `trust`, usually 0, makes lies less likely.
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
    """Return the probability that the current claim is true (K12), given these beliefs."""
    standing, ranking = view.state.standing, view.state.rules.ranking
    assert standing is not None
    least = ranking.place(standing.claim)
    return sum(likely for some, likely in dice if ranking.height(some) >= least)


def _last_look(state: State) -> int | None:
    """Return the index of the newest claim by a player who had thrown and looked, or None.

    Claims that were passed on blind since then are skipped.
    """
    at = len(state.claims) - 1
    while at > 0 and state.claims[at].blind:
        at -= 1
    return at if at >= 0 and state.claims[at].looked else None


def _says(dice: Hand, made: MadeClaim, before: MadeClaim | None, state: State, reading: float, trust: float) -> float:
    """Return roughly how likely a player with these dice would have made this claim."""
    ranking = state.rules.ranking
    least = ranking.place(before.claim) + 1 if before else 0
    claimed, there = ranking.place(made.claim), ranking.height(dice)
    if there >= claimed:
        return float(2.718281828 ** (-reading * (there - claimed) / TRUTHFUL)) + 0.03
    return float(FIBS * 2.718281828 ** (-reading * (claimed - least) / LIES) * (1 - trust)) + 0.01
