"""What lies under the cup: a posterior over all that the dice may be, by what was rolled, lies open, and was said.

Whoever looked and holds what they claim says some of it, mostly close to all; whoever looked and holds less lies as
little as they can. A claim without a look says nothing of the dice.
"""

from engine.core.dice import Hand
from engine.poker_cup.cup import with_dice
from engine.poker_cup.odds import fallen
from engine.poker_cup.state import MadeClaim, State
from engine.poker_cup.view import CupView

TRUTHFUL = 12.0
"""A true claim is rarer the further it lies below the hand: by e for each so many rungs of the ladder."""

LIES = 12.0
"""A lie is rarer the further it lies above the least that would do: by e for each so many rungs."""

FIBS = 0.5
"""How much likelier than one with the hand it needs somebody without it is to make the very least claim."""

Posterior = tuple[tuple[Hand, float], ...]
"""All the dice as they may be, each way with its likelihood."""


def known(view: CupView) -> Hand:
    """The dice on the table, and those under the cup as last seen."""
    return with_dice(view.state.on_table(), view.mine)


def posterior(view: CupView, reading: float, trust: float) -> Posterior:
    """What `view.seat` thinks of the dice as they lie.

    `reading` says how much is made of claims (0: dice alone), `trust` (mostly 0) how much more they are believed.
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
    """How likely the standing claim is true (K12), by such a posterior."""
    standing, ranking = view.state.standing, view.state.rules.ranking
    assert standing is not None
    least = ranking.place(standing.claim)
    return sum(likely for some, likely in dice if ranking.height(some) >= least)


def _last_look(state: State) -> int | None:
    """Which of the claims was the last by somebody who had thrown and looked; None where that was nobody."""
    at = len(state.claims) - 1
    while at > 0 and state.claims[at].blind:
        at -= 1
    return at if at >= 0 and state.claims[at].looked else None


def _says(dice: Hand, made: MadeClaim, before: MadeClaim | None, state: State, reading: float, trust: float) -> float:
    """How likely somebody with these dice would have made this claim, about."""
    ranking = state.rules.ranking
    least = ranking.place(before.claim) + 1 if before else 0
    claimed, there = ranking.place(made.claim), ranking.height(dice)
    if there >= claimed:
        return float(2.718281828 ** (-reading * (there - claimed) / TRUTHFUL)) + 0.03
    return float(FIBS * 2.718281828 ** (-reading * (claimed - least) / LIES) * (1 - trust)) + 0.01
