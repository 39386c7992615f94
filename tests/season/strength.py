"""Compute ratings by the Plackett-Luce model of Weng and Lin (2011), algorithm 4, for players without teams."""

from collections.abc import Mapping, Sequence
from math import exp, sqrt

MU, SIGMA = 25.0, 25.0 / 3
BETA, TAU, KAPPA = 25.0 / 6, 25.0 / 300, 1e-4

Belief = tuple[float, float]
"""A player's strength and its uncertainty."""


def after(beliefs: Sequence[Belief], places: Mapping[int, int]) -> list[Belief]:
    """Return the players' new strengths by seat, after a game in which they finished in these places.

    Before each game, the uncertainty of a strength grows a little (tau). Gamma is sigma / c.
    """
    seats = range(len(beliefs))
    mu = [each for each, _ in beliefs]
    variance = [sigma**2 + TAU**2 for _, sigma in beliefs]
    c = sqrt(sum(each + BETA**2 for each in variance))
    behind = [sum(exp(mu[s] / c) for s in seats if places[s] >= places[q]) for q in seats]
    level = [sum(places[s] == places[q] for s in seats) for q in seats]
    new: list[Belief] = []
    for i in seats:
        chance = {q: exp(mu[i] / c) / behind[q] for q in seats if places[q] <= places[i]}
        omega = sum(((q == i) - p) / level[q] for q, p in chance.items()) * variance[i] / c
        gamma = sqrt(variance[i]) / c
        delta = sum(p * (1 - p) / level[q] for q, p in chance.items()) * variance[i] / c**2 * gamma
        new.append((mu[i] + omega, sqrt(variance[i] * max(1 - delta, KAPPA))))
    return new
