"""Games with fixed dice, played by the engine: a learner's first game, and the sample round of How to play.

They are stored nowhere: a path of words has all acts of a learner, and the game is played again from there. Each family
defines its dice and its seats' moves (`Script`, `FirstGame`).
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from engine import games
from engine.core.actions import Action, Deal, How, Settle
from engine.core.dice import Hand
from engine.core.events import Event
from engine.core.refusals import Refused
from engine.core.state import BETWEEN, OVER
from engine.games import AnyGame, AnyRules

LEARNER, FIRST, SECOND = range(3)
"""The seats: the learner, and the two computers after them."""
SEATS = 3
DEAL, LIAR, END = "deal", "liar", "end"
"""A learner's acts in any game, as in a path: begin a round, doubt, and see how the games differ."""

Rolled = Callable[[int, int, int], Hand]
"""The dice, by the address of the throw, the seat, and their number."""
Views = tuple[Any, ...]
"""Each seat's view, as the family's own views."""
Moved = tuple[tuple[Event, ...], AnyGame]
"""The events, and the game after them."""


RED_DIE = 6
"""The face of the red die."""


class PathError(Exception):
    """A path has a step that was never offered."""


class _FixedDice(msgspec.Struct, frozen=True):
    """Dice that fall by `roll`, never crooked; `highest` is the seat that wins the roll-off."""

    roll: Rolled
    highest: int

    def roll_off(self, _at: int, seats: tuple[int, ...]) -> Hand:
        return tuple(6 if seat == self.highest else 5 - seat for seat in seats)

    def red(self, _at: int) -> int:
        return RED_DIE

    def crooked(self, _at: int, _seat: int, _chance: float) -> bool:
        return False

    def slip(self, _at: int, _chance: float, _under: Hand) -> None:
        return None


class Script(msgspec.Struct, frozen=True, kw_only=True):
    """How a family plays a lesson.

    - `throws` returns the dice of a round by its number, from 1 on, and by whether they are thrown to begin it.
    - `moves` returns, from the views of all seats, the moves of the seat to move: an action, or several in a row.
    - `highest` is the seat that wins the roll-off.
    """

    throws: Callable[[int, bool], Rolled]
    moves: Callable[[Views, int], tuple[Action, ...]]
    highest: int = LEARNER

    def move(self, game: AnyGame) -> Moved:
        """Play the turn of the seat that the game waits for."""
        seat = games.awaited(game)[0]
        return self.play(game, seat, *self.moves(tuple(games.view(game, each) for each in range(SEATS)), seat))

    def start(self, rules: AnyRules) -> Moved:
        """Begin a game by these rules."""
        return games.start(rules, SEATS, _FixedDice(self.throws(1, True), self.highest))

    def play(self, game: AnyGame, seat: int | None, *actions: Action) -> Moved:
        """Play these actions of a seat. Raises `Refused`."""
        happened: tuple[Event, ...] = ()
        for action in actions:
            begins = isinstance(action, Deal)
            throws = self.throws(games.view(game).state.round + begins, begins)
            events, game = games.play(game, seat, action, _FixedDice(throws, self.highest))
            happened += events
        return happened, game


class Sample(msgspec.Struct, frozen=True):
    """One round as the engine played it: its turns, all events, and the showdown."""

    seats: tuple[int, ...]
    events: tuple[Event, ...]
    shown: Any


@lru_cache(maxsize=64)
def sample(script: Script, rules: AnyRules) -> Sample:
    """Play one round by these rules, to its showdown."""
    happened, game = script.start(rules)
    events, game = script.play(game, None, Deal())
    happened, seats = happened + events, []
    while (shown := games.view(game).state.showdown) is None:
        seats.append(games.awaited(game)[0])
        events, game = script.move(game)
        happened += events
    return Sample(tuple(seats), happened, shown)


class Played(msgspec.Struct, frozen=True):
    """A first game after a learner's step: their view before it and now, and the events since.

    The views are the family's own.
    """

    before: Any
    seen: Any
    happened: tuple[Event, ...]

    @property
    def is_over(self) -> bool:
        """Return whether the game is over."""
        return bool(self.seen.state.phase is OVER)

    @property
    def may_deal(self) -> bool:
        """Return whether a round has to begin."""
        return bool(self.seen.state.phase is BETWEEN)


class FirstGame(Script, frozen=True, kw_only=True):
    """The lesson of one family, with rules of about two rounds.

    `meant` returns the acts of a learner's word, after the path to it. The engine refuses illegal ones; for acts that
    the family does not teach it raises `LookupError`.
    """

    rules: AnyRules
    meant: Callable[[Played, tuple[str, ...], str], tuple[Action, ...]]


def after(first: FirstGame, path: tuple[str, ...]) -> Played:
    """Return the game after these steps. Raises `PathError` for a step that was not offered."""
    return _after(first, path)[1]


@lru_cache(maxsize=2048)
def _after(first: FirstGame, path: tuple[str, ...]) -> tuple[AnyGame, Played]:
    """Return the game with its hidden dice, and the learner's view of it."""
    if not path:
        _events, game = first.start(first.rules)
        return game, Played(games.view(game, LEARNER), games.view(game, LEARNER), ())
    game, last = _after(first, path[:-1])
    happened, game = _step(first, game, last, path)
    while (answered := _answer(first, game)) is not None:
        events, game = answered
        happened += events
    return game, Played(last.seen, games.view(game, LEARNER), happened)


def _step(first: FirstGame, game: AnyGame, last: Played, path: tuple[str, ...]) -> Moved:
    """Play the last step of a path. Raises `PathError`."""
    word = path[-1]
    if last.is_over or last.may_deal is not (word == DEAL):
        raise PathError
    if word == DEAL:
        return first.play(game, None, Deal())
    try:
        return first.play(game, LEARNER, *first.meant(last, path[:-1], word))
    except (LookupError, Refused) as refusal:
        raise PathError from refusal


def _answer(first: FirstGame, game: AnyGame) -> Moved | None:
    """Play the next move of another than the learner: a computer's turn, or a settlement; return None without any."""
    state = games.view(game).state
    if state.phase is BETWEEN and state.debtors:  # P1: a computer pays what it owes, and lets the learner off
        debtor = state.debtors[0]
        if debtor == LEARNER:
            return first.play(game, state.creditor, Settle(debtor, How.WAIVED))
        return first.play(game, debtor, Settle(debtor, How.PAID))
    awaits_computer = state.phase not in (BETWEEN, OVER) and LEARNER not in games.awaited(game)
    return first.move(game) if awaits_computer else None
