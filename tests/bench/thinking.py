"""Time how long computer players think.

The table has six different players with six dice each, or twenty players with ten dice each.
"""

import time
from random import Random

from engine import games
from engine.core.actions import Deal
from engine.core.characters import CHARACTERS
from engine.core.state import OVER
from engine.options import rules_for
from tests.arena.match import Fall

PRESETS = ("common", "dudo", "firehouse", "bar", "joker", "perudo")
ROUNDS = 8


def thinking(seats: int, dice: int) -> tuple[float, float, int]:
    """Return the mean and the 99th percentile of a move's time in milliseconds, and the number of moves.

    The time includes finding the reason that a player gives for the move.
    """
    times = sorted(each for preset in PRESETS for each in _of_a_game(preset, seats, dice))
    return sum(times) / len(times), times[len(times) * 99 // 100], len(times)


def _of_a_game(preset: str, seats: int, dice: int) -> list[float]:
    minds, random, times = list(CHARACTERS.values()), Random(preset), list[float]()
    fall = Fall(random)
    _, game = games.start(rules_for(preset, {"dice": str(dice)}), seats, fall)
    while game.state.phase is not OVER and game.state.round <= ROUNDS:
        awaited = games.awaited(game)
        if not awaited:
            _, game = games.play(game, None, Deal(), fall)
            continue
        view, mind = games.view(game, awaited[0]), minds[awaited[0] % len(minds)]
        began = time.perf_counter()
        move = games.choose(view, random.random(), mind)
        games.reason(view, move, mind)
        times.append(1000 * (time.perf_counter() - began))
        _, game = games.play(game, awaited[0], move, fall)
    return times
