"""What lies under the cup: a posterior over all that the dice may be, by what was rolled, lies open, and was said.

Whoever looked and holds what they claim says some of it, mostly close to all; whoever looked and holds less lies as
little as they can. A claim without a look says nothing of the dice.
"""

from engine.core.dice import Hand
from engine.poker_cup.cup import with_dice
from engine.poker_cup.odds import fallen, height, place
from engine.poker_cup.rules import DICE
from engine.poker_cup.state import MadeClaim, State
from engine.poker_cup.view import CupView

TRUTHFUL = 12.0
"""A true claim is rarer the further it lies below the hand: by e for each so many rungs of the ladder."""

LIES = 12.0
"""A lie is rarer the further it lies above the least that would do: by e for each so many rungs."""

FIBS = 0.5
"""How much likelier than one with the hand it needs somebody without it is to make the very least claim."""

Posterior = tuple[tuple[Hand, float], ...]
"""All five dice as they may be, each with its likelihood."""


def known(view: CupView) -> Hand:
    """The dice on the table, and those under the cup as last seen."""
    return with_dice(view.state.on_table(), view.mine)


def posterior(view: CupView, reading: float, trust: float) -> Posterior:
    """What `view.seat` thinks of the five dice as they lie.

    `reading` says how much is made of claims (0: dice alone), `trust` (mostly 0) how much more they are believed.
    """
    mine = known(view)
    prior = fallen(mine)
    at = _last_look(view.state)
    if len(mine) == DICE or at is None or not reading:
        return prior
    made, before = view.state.claims[at], view.state.claims[at - 1] if at else None
    weighed = [(dice, likely * _says(dice, made, before, view.state, reading, trust)) for dice, likely in prior]
    whole = sum(likely for _, likely in weighed)
    return tuple((dice, likely / whole) for dice, likely in weighed)


def holds(view: CupView, dice: Posterior) -> float:
    """How likely the standing claim is true (K12), by such a posterior."""
    standing, straights = view.state.standing, view.state.rules.straights
    assert standing is not None
    least = place(standing.claim, straights)
    return sum(likely for some, likely in dice if height(some, straights) >= least)


def _last_look(state: State) -> int | None:
    """Which of the claims was the last by somebody who had thrown and looked; None where that was nobody."""
    at = len(state.claims) - 1
    while at > 0 and state.claims[at].blind:
        at -= 1
    return at if at >= 0 and state.claims[at].looked else None


def _says(dice: Hand, made: MadeClaim, before: MadeClaim | None, state: State, reading: float, trust: float) -> float:
    """How likely somebody with these dice would have made this claim, about."""
    straights = state.rules.straights
    least = place(before.claim, straights) + 1 if before else 0
    claimed, there = place(made.claim, straights), height(dice, straights)
    if there >= claimed:
        return float(2.718281828 ** (-reading * (there - claimed) / TRUTHFUL)) + 0.03
    return float(FIBS * 2.718281828 ** (-reading * (claimed - least) / LIES) * (1 - trust)) + 0.01
