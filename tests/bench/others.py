"""Play random legal games in other programs, such as OpenSpiel, to compare their speed with ours.

A function that plays a game returns the number of moves that the players made.
"""

import importlib
from collections.abc import Callable
from random import Random
from typing import Any

Slice = Callable[[int], int]
"""A function that plays a game from a seed and returns the number of the players' moves."""


def spiel(by_outcomes: bool, seen: bool = False) -> Slice:
    """Return a function that plays OpenSpiel's game of one round, with two players and five dice.

    With `by_outcomes`, dice are drawn from OpenSpiel's list of outcomes, as in its own examples. Otherwise they are
    set directly, which is faster. With `seen`, each player reads their observation before each move. Raises
    `ImportError` if OpenSpiel is not installed.
    """
    game = importlib.import_module("pyspiel").load_game("liars_dice(players=2,numdice=5)")

    def throw(state: Any, random: Random) -> int:
        if not by_outcomes:
            return int(random.random() * 6)
        outcomes = state.chance_outcomes()
        chosen: int = random.choices([face for face, _ in outcomes], [chance for _, chance in outcomes])[0]
        return chosen

    def play(seed: int) -> int:
        random, state, moves = Random(seed), game.new_initial_state(), 0
        draw = random.random
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(throw(state, random))
            else:
                if seen:
                    state.information_state_string()
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                moves += 1
        return moves

    return play


def textarena(players: int, as_made: bool) -> Slice:
    """Return a function that plays TextArena's game until one player is left.

    With `as_made`, the game is the environment that TextArena's `make` returns, which is wrapped for players who read
    text. Otherwise the environment is not wrapped. Raises `ImportError` if TextArena is not installed.
    """
    make = importlib.import_module("textarena").make
    bare = importlib.import_module("textarena.envs.LiarsDice.env").LiarsDiceEnv

    def play(seed: int) -> int:
        draw, moves = Random(seed).random, 0
        env = make("LiarsDice-v0") if as_made else bare(5)
        env.reset(num_players=players, seed=seed)
        over = False
        while not over:
            env.get_observation()
            over, _ = env.step(action=_in_text(env.state.game_state, draw))
            moves += 1
        return moves

    return play


def _in_text(game: dict[str, Any], draw: Callable[[], float]) -> str:
    """Return a random legal move as text. It is a higher bid or the call."""
    standing, pool = game["current_bid"], sum(game["remaining_dice"].values())
    quantity, face = max(standing["quantity"], 1), max(standing["face_value"], 1)
    more = pool - quantity + 1
    pick = int(draw() * more * (7 - face))
    if standing["quantity"] and (pick == 0 or more < 1):
        return "[Call]"
    return f"[Bid: {quantity + pick % more}, {face + pick // more}]"
