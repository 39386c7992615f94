"""Beliefs about the dice under the cup: a posterior from the rolls, the open dice and the claims.

A player who looked and holds their claim says some of it, mostly close to all; a player who looked and holds less lies
as little as possible. A claim without a look is no evidence about the dice.
"""

from engine.core.dice import Hand
from engine.poker_cup.cup import with_dice
from engine.poker_cup.odds import fallen
from engine.poker_cup.state import MadeClaim, State
from engine.poker_cup.view import CupView

TRUTHFUL = 12.0
"""The scale on which a true claim becomes rarer the further it is below the hand: by a factor e for this many rungs."""

LIES = 12.0
"""The scale on which a lie becomes rarer the further it is above the least claim: by a factor e for this many rungs."""

FIBS = 0.5
"""How much likelier a player without the hand makes the very least claim than one with it."""

Posterior = tuple[tuple[Hand, float], ...]
"""All possible dice, each with its likelihood."""


def known(view: CupView) -> Hand:
    """Return the dice on the table, and those under the cup as last seen."""
    return with_dice(view.state.on_table(), view.mine)


def posterior(view: CupView, reading: float, trust: float) -> Posterior:
    """Return the beliefs of `view.seat` about the present dice.

    `reading` is the weight of claims (0: dice alone), `trust` (mostly 0) how much more they are believed.
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
    """Return how likely the current claim is true (K12), given such a posterior."""
    standing, ranking = view.state.standing, view.state.rules.ranking
    assert standing is not None
    least = ranking.place(standing.claim)
    return sum(likely for some, likely in dice if ranking.height(some) >= least)


def _last_look(state: State) -> int | None:
    """Return the index of the last claim by a player who had thrown and looked; None if there is none."""
    at = len(state.claims) - 1
    while at > 0 and state.claims[at].blind:
        at -= 1
    return at if at >= 0 and state.claims[at].looked else None


def _says(dice: Hand, made: MadeClaim, before: MadeClaim | None, state: State, reading: float, trust: float) -> float:
    """Return about how likely a player with these dice would have made this claim."""
    ranking = state.rules.ranking
    least = ranking.place(before.claim) + 1 if before else 0
    claimed, there = ranking.place(made.claim), ranking.height(dice)
    if there >= claimed:
        return float(2.718281828 ** (-reading * (there - claimed) / TRUTHFUL)) + 0.03
    return float(FIBS * 2.718281828 ** (-reading * (claimed - least) / LIES) * (1 - trust)) + 0.01
