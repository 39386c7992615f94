"""The exact worth of claims in games in which accepting a claim means to throw all dice again (K17).

A new throw does not depend on the dice before it, so two players' round can be solved from the highest claim down. Each
worth is in units of the price: 1 if the other player pays 1, and -1 if the player pays 1.
"""

from functools import cache

import msgspec

from engine.poker_cup.odds import fallen
from engine.poker_cup.price import TOP_COSTS_TWO
from engine.poker_cup.ranking import Ranking
from engine.poker_cup.rules import CupRules, TopCosts


class Stakes(msgspec.Struct, frozen=True):
    """The worth of a claim to the player who makes it: if it is `true` or `false` and challenged, and if `believed`."""

    true: float
    false: float
    believed: float


TOO_LOW = Stakes(-1.0, -1.0, -1.0)
"""The stakes of a claim that is too low to be made."""


class Turn(msgspec.Struct, frozen=True):
    """The equilibrium of a turn in which a player throws and has to make a claim from the place `least` on.

    Everything is by place on the ladder of claims. `stakes` has the worth of each claim. `calls` has the probability
    that the next player challenges it. `lies` has the probability that a player without a good throw makes it. `worth`
    is the worth of the turn before the throw.
    """

    least: int
    stakes: tuple[Stakes, ...]
    calls: tuple[float, ...]
    lies: tuple[float, ...]
    worth: float


def turn(rules: CupRules, least: int) -> Turn:
    """Return the equilibrium of a turn in which the lowest possible claim is at the place `least` on the ladder."""
    return _turn(rules.ranking, rules.mia, rules.give_up, least)


@cache
def _turn(ranking: Ranking, mia: TopCosts, gives_up: bool, least: int) -> Turn:
    places = range(len(ranking.claims))
    stakes = tuple(_stakes(ranking, mia, gives_up, place) if place >= least else TOO_LOW for place in places)
    chances = _chances(ranking)
    marginal, level = _marginal(stakes, chances, least)
    calls = tuple(
        0.0 if at < least else min(1.0, max(0.0, (each.believed - level) / (each.believed - each.false)))
        for at, each in enumerate(stakes)
    )
    lies = _lies(stakes, chances, least, marginal)
    honest = (stake.believed + call * (stake.true - stake.believed) for stake, call in zip(stakes, calls, strict=True))
    worths = (level if at < least else max(level, each) for at, each in enumerate(honest))
    worth = sum(chance * each for chance, each in zip(chances, worths, strict=True))
    return Turn(least, stakes, calls, lies, worth)


def _stakes(ranking: Ranking, mia: TopCosts, gives_up: bool, place: int) -> Stakes:
    """Return the stakes of the claim at this place.

    A player who believes it has to beat it. After the highest claim, the player gives up or has to challenge.
    """
    if place < len(ranking.claims) - 1:
        return Stakes(1.0, -1.0, -_turn(ranking, mia, gives_up, place + 1).worth)
    true, false = (2.0 if TOP_COSTS_TWO[mia](holds) else 1.0 for holds in (True, False))
    return Stakes(true, -false, 1.0 if gives_up else true)


@cache
def _chances(ranking: Ranking) -> tuple[float, ...]:
    """Return the probability that a throw of all dice has each place on the ladder as its height."""
    chances = [0.0] * len(ranking.claims)
    for dice, likely in fallen((), ranking.dice):
        chances[ranking.height(dice)] += likely
    return tuple(chances)


def _room(stake: Stakes, chance: float) -> float:
    """Return how often a claim may be a lie so that a challenge is worth no more than believing it.

    `chance` is the probability of the throw that it claims.
    """
    return chance * max(0.0, stake.true - stake.believed) / max(1e-9, stake.believed - stake.false)


def _marginal(stakes: tuple[Stakes, ...], chances: tuple[float, ...], least: int) -> tuple[int, float]:
    """Return the place of the lowest lie, and the worth of a lie.

    Players with lower throws lie about the highest claims, as long as there is room for lies. If there is not enough
    room, every claim is challenged.
    """
    room = 0.0
    for place in range(len(stakes) - 1, least - 1, -1):
        room += _room(stakes[place], chances[place])
        if room >= sum(chances[:place]):
            return place, stakes[place].believed
    return least, max(stakes[place].false for place in range(least, len(stakes)))


def _lies(stakes: tuple[Stakes, ...], chances: tuple[float, ...], least: int, marginal: int) -> tuple[float, ...]:
    """Return how a player who lies chooses among the claims, beginning with the one at the place `marginal`."""
    both = enumerate(zip(stakes, chances, strict=True))
    rooms = [_room(*each) if at >= max(least, marginal) else 0.0 for at, each in both]
    whole = sum(rooms)
    if not whole:
        return tuple(float(at == len(stakes) - 1) for at in range(len(stakes)))
    return tuple(each / whole for each in rooms)
