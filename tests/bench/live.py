"""Measure a live game: its size, the speed of storing and reading it, and the cost of one press."""

import json
import sys
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

import msgspec

from engine import games
from engine.options import rules_for
from tests.bench.ours import Rattle, next_move

DECODER: msgspec.json.Decoder[games.AnyGame] = msgspec.json.Decoder(games.AnyGame)


def snapshots(name: str, players: int) -> list[games.AnyGame]:
    """Return the states of one random game in order. There are at most 400."""
    draw = Random(1).random
    chance = Rattle(draw)
    game = games.start(rules_for(name), players, chance)[1]
    found = [game]
    while game.state.result is None and len(found) < 400:
        game = games.play(game, *next_move(game, draw), chance)[1]
        found.append(game)
    return found


def size(name: str, players: int) -> tuple[int, int]:
    """Return the largest size in bytes of a game, first as a snapshot and then as objects in memory.

    Objects that several games may share are counted for each game. Numbers are not counted.
    """
    found = snapshots(name, players)
    return max(len(msgspec.json.encode(game)) for game in found), max(_held(game, set()) for game in found)


def _held(value: Any, seen: set[int]) -> int:
    if id(value) in seen or isinstance(value, (int, float, type(None))):
        return 0
    seen.add(id(value))
    parts: Any = ()
    if isinstance(value, msgspec.Struct):
        parts = [getattr(value, field) for field in value.__struct_fields__]
    elif isinstance(value, tuple):
        parts = value
    return sys.getsizeof(value) + sum(_held(part, seen) for part in parts)


def codec_against_json(name: str, players: int) -> tuple[float, float]:
    """Return how many times as fast as `json` our codec writes and reads a snapshot.

    The first figure compares the same work, which turns a game into bytes and back. For the second figure, `json` does
    not have to convert between a game and plain values.
    """
    found = snapshots(name, players)
    plain = [msgspec.to_builtins(game) for game in found]
    equal, spared = [], []
    for _ in range(15):
        took = _seconds(lambda game: DECODER.decode(msgspec.json.encode(game)), found)
        equal.append(_seconds(_by_json, found) / took)
        spared.append(_seconds(lambda value: json.loads(json.dumps(value)), plain) / took)
    return median(equal), median(spared)


def _by_json(game: games.AnyGame) -> games.AnyGame:
    text = json.dumps(msgspec.to_builtins(game))
    return msgspec.convert(json.loads(text), type(game))


def _seconds(work: Callable[[Any], object], values: Sequence[object]) -> float:
    began = process_time()
    for value in values:
        work(value)
    return process_time() - began


def p99_of_a_press(name: str, players: int) -> float:
    """Return the 99th percentile of the time for a move in milliseconds.

    The time of a move includes finding the legal moves and making the player's view.
    """
    times: list[float] = []
    for seed in range(12):
        draw = Random(seed).random
        chance = Rattle(draw)
        game = games.start(rules_for(name), players, chance)[1]
        while game.state.result is None and len(times) < (seed + 1) * 400:
            seat, action = next_move(game, draw)
            began = perf_counter()
            games.legal(game, seat or 0)
            game = games.play(game, seat, action, chance)[1]
            games.view(game, seat or 0)
            times.append(perf_counter() - began)
    return sorted(times)[len(times) * 99 // 100] * 1000
