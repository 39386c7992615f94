"""The same kind of play by other people's programs: random legal games, and how many moves players made."""

import importlib
from collections.abc import Callable
from random import Random
from typing import Any

Slice = Callable[[int], int]
"""Plays something from a seed and says how many moves players made."""


def spiel(by_outcomes: bool, seen: bool = False) -> Slice:
    """OpenSpiel's game of one round: two players, five dice. Raises `ImportError` where it is not installed.

    Dice are drawn from its list of outcomes, as its own examples do, or (faster, as we know the die) straight.
    `seen`: whoever moves asks for what it knows first.
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
    """TextArena's game to the last player. Raises `ImportError` where it is not installed.

    `as_made`: as its `make` gives it, wrapped for the text its players read; else its bare environment.
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
    """A random legal bid of that game (neither quantity nor face falls), or the call in place of the same bid again."""
    standing, pool = game["current_bid"], sum(game["remaining_dice"].values())
    quantity, face = max(standing["quantity"], 1), max(standing["face_value"], 1)
    more = pool - quantity + 1
    pick = int(draw() * more * (7 - face))
    if standing["quantity"] and (pick == 0 or more < 1):
        return "[Call]"
    return f"[Bid: {quantity + pick % more}, {face + pick // more}]"
