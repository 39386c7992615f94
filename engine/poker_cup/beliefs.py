"""Estimate the dice under the cup from the rolls, the open dice and the claims.

The estimate makes two assumptions about players who have looked. If their hand is good enough, they claim nearly all
of it. Otherwise they lie as little as possible. A claim without a look says nothing about the dice.
"""

from collections.abc import Callable, Mapping

from engine.core.dice import Hand
from engine.poker_cup.cup import with_dice
from engine.poker_cup.odds import fallen
from engine.poker_cup.rules import Accepts
from engine.poker_cup.state import MadeClaim, State
from engine.poker_cup.thrown_again import turn
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
    says = SAYS[view.state.rules.accepts]
    weighed = [(some, likely * says(some, made, before, view.state, reading, trust)) for some, likely in prior]
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


def knows(state: State, seat: int) -> bool:
    """Return whether a player has looked at the dice that are under the cup now (K8)."""
    at = _last_look(state)
    return at is not None and state.claims[at].passer == seat


def _says(dice: Hand, made: MadeClaim, before: MadeClaim | None, state: State, reading: float, trust: float) -> float:
    """Return roughly the likelihood that a player who holds `dice` makes the claim `made`.

    `before` is the claim that the player had to beat.
    """
    ranking = state.rules.ranking
    least = ranking.place(before.claim) + (not state.rules.equal) if before else 0
    claimed, there = ranking.place(made.claim), ranking.height(dice)
    if there >= claimed:
        return float(2.718281828 ** (-reading * (there - claimed) / TRUTHFUL)) + 0.03
    return float(FIBS * 2.718281828 ** (-reading * (claimed - least) / LIES) * (1 - trust)) + 0.01


MODEST, UNLIKELY, READ = 0.06, 0.02, 0.8
"""The likelihoods of a claim below the player's throw, and of any claim that the equilibrium would not make.

`READ` is the usual weight of a claim. It was fitted to games: other players lie more often than the equilibrium.
"""


def _says_after_a_throw(
    dice: Hand, made: MadeClaim, before: MadeClaim | None, state: State, reading: float, trust: float
) -> float:
    """Return roughly the likelihood that a player who threw `dice` makes the claim `made`.

    The player claims the throw if it is good enough. Otherwise the player lies as in the equilibrium, or as little as
    possible.
    """
    ranking = state.rules.ranking
    least = ranking.place(before.claim) + (not state.rules.equal) if before else 0
    claimed, there, now = ranking.place(made.claim), ranking.height(dice), turn(state.rules, least)
    if there >= claimed:
        likely = 1.0 if there == claimed else MODEST
    elif there < least:
        likely = (now.lies[claimed] + 2.718281828 ** (least - claimed) / 2) / 2 * (1 - trust)
    else:
        likely = now.lies[claimed] / 4 * (1 - trust)
    return float((likely + UNLIKELY) ** (reading * READ))


Says = Callable[[Hand, MadeClaim, MadeClaim | None, State, float, float], float]

SAYS: Mapping[Accepts, Says] = {Accepts.PEEK: _says, Accepts.SHAKE: _says_after_a_throw}
"""The functions that return the likelihood of a claim, by the way in which players accept claims."""
