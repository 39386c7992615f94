"""What the presses of the cup mean."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.presses import poker_cup as p
from bot.presses.base import Move
from engine.core.actions import Action
from engine.poker_cup import actions as a
from engine.poker_cup.claims import claim_from_words


def _dice(words: str) -> tuple[int, ...]:
    return tuple(sorted(map(int, words)))


def _claim(press: p.MakeClaim) -> Action:
    claim = claim_from_words(press.said.split("-"))
    return a.PassBlind(claim) if press.blind else a.MakeClaim(claim)


def _shake(press: p.ShakeCup) -> tuple[Action, ...]:
    return (a.Shake(), a.Look()) if press.looks else (a.Shake(),)


ACTIONS: Mapping[type[Move], Callable[[Any], Action | tuple[Action, ...]]] = {
    p.PeekUnder: lambda _press: a.Peek(),
    p.PullOut: lambda press: a.Show(_dice(press.dice)),
    p.PutUnder: lambda press: a.Cover(_dice(press.dice)),
    p.RollDice: lambda press: tuple(a.Throw(face) for face in _dice(press.dice)),
    p.ShakeCup: _shake,
    p.LookUnder: lambda _press: a.Look(),
    p.MakeClaim: _claim,
    p.BlameThePass: lambda _press: a.Protest(),
}
"""What the presses of the cup alone mean."""
