"""Random legal games by other programs, which return how many moves players made."""

import importlib
from collections.abc import Callable
from random import Random
from typing import Any

Slice = Callable[[int], int]
"""A function that plays from a seed and returns how many moves players made."""


def spiel(by_outcomes: bool, seen: bool = False) -> Slice:
    """Return OpenSpiel's game of one round: two players, five dice. Raises `ImportError` if it is not installed.

    Dice are drawn from its list of outcomes, as in its own examples, or directly, which is faster because we know the
    die. `seen`: each player reads its observation before its move.
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
    """Return TextArena's game to the last player. Raises `ImportError` if it is not installed.

    `as_made`: the environment that its `make` returns, wrapped for players who read text; otherwise the bare one.
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
    """Return a random legal bid in its text (neither quantity nor face falls), or the call instead of an equal bid."""
    standing, pool = game["current_bid"], sum(game["remaining_dice"].values())
    quantity, face = max(standing["quantity"], 1), max(standing["face_value"], 1)
    more = pool - quantity + 1
    pick = int(draw() * more * (7 - face))
    if standing["quantity"] and (pick == 0 or more < 1):
        return "[Call]"
    return f"[Bid: {quantity + pick % more}, {face + pick // more}]"
