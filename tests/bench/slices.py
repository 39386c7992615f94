"""Compare the speed of two programs in one process.

The programs take turns in short slices of processor time. The result is the median of the slices' ratios.
"""

import gc
from collections.abc import Callable
from statistics import median
from time import process_time

Slice = Callable[[int], int]

SLICES = 41
SECONDS = 0.03
"""The approximate length of a slice in seconds.

It is long enough to be measured exactly, and short enough that the machine's speed hardly changes within it.
"""


def rate(play: Slice, seed: int, games: int) -> float:
    """Play some games, and return the number of moves for each second of processor time."""
    gc.collect()
    began = process_time()
    moves = sum(play(seed + game) for game in range(games))
    return moves / (process_time() - began)


def fitting(play: Slice) -> int:
    """Return a number of games that takes at least as long as a slice."""
    games, took = 1, 0.0
    while took < SECONDS:
        began = process_time()
        for game in range(games):
            play(game)
        took = process_time() - began
        games = games if took >= SECONDS else games * 2
    return games


def alone(play: Slice, slices: int = 7) -> float:
    """Return the median rate of one program over some slices."""
    games = fitting(play)
    return median(rate(play, at * games, games) for at in range(slices))


def against(ours: Slice, theirs: Slice) -> tuple[float, float, float]:
    """Return three figures: the median ratio of our rate to the other program's, our median rate, and the other's."""
    own, other = fitting(ours), fitting(theirs)
    pairs = [(rate(ours, at * own, own), rate(theirs, at * other, other)) for at in range(SLICES)]
    return median(a / b for a, b in pairs), median(a for a, _ in pairs), median(b for _, b in pairs)
