"""The first game of somebody who learns, with two computers, played by the engine with dice that are fixed.

It is stored nowhere: a path of words says all that the learner has done, and the game is played again from there. Each
family says what its dice, its words and its computers do (`FirstGame`).
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec

from bot.screens.cast import Cast
from bot.tables.model import Seat
from bot.words.language import _
from engine import games
from engine.core.actions import Action, Deal, How, Settle
from engine.core.characters import CHARACTERS
from engine.core.dice import Chance, Hand
from engine.core.events import Event
from engine.core.refusals import Refused
from engine.core.state import BETWEEN, OVER
from engine.games import AnyGame, AnyRules

LEARNER, FIRST, SECOND = range(3)
"""The seats: the learner, and the two computers after them."""
SEATS = 3
DEAL, LIAR, END = "deal", "liar", "end"
"""What a learner does in any game, as it stands in a path: begin a round, doubt, and hear how the games differ."""


class PathError(Exception):
    """A path has a step that was never offered."""


def fixed_dice(rolled: Callable[[int, int, int], Hand], highest: int = LEARNER) -> Chance:
    """Dice that fall as `rolled` says, by address, seat and number; `highest` is the seat that wins the roll-off."""
    return _FixedDice(rolled, highest)


class _FixedDice:
    def __init__(self, rolled: Callable[[int, int, int], Hand], highest: int) -> None:
        self._rolled, self._highest = rolled, highest

    def roll_off(self, _at: int, seats: tuple[int, ...]) -> Hand:
        return tuple(6 if seat == self._highest else 5 - seat for seat in seats)

    def red(self, _at: int) -> int:
        return 6

    def crooked(self, _at: int, _seat: int, _chance: float) -> bool:
        return False

    def roll(self, at: int, seat: int, count: int) -> Hand:
        return self._rolled(at, seat, count)

    def slip(self, _at: int, _chance: float, _under: Hand) -> None:
        return None


class FirstGame(msgspec.Struct, frozen=True):
    """How one family is learnt.

    - `rules` of two rounds or so; `throws` gives the dice of a round by its number, from 1 on, and by whether they are
      thrown to begin it.
    - `meant` says which acts a learner's word stands for, after a path that led there; what is illegal the engine
      refuses, and what the family does not teach raises `Astray`.
    - `computers` says what the computer player does whose turn it is.
    """

    rules: AnyRules
    throws: Callable[[int, bool], Chance]
    meant: Callable[["Played", tuple[str, ...], str], tuple[Action, ...]]
    computers: Callable[[AnyGame, int], Action]


class Played(msgspec.Struct, frozen=True):
    """The game after a learner's step: what they saw before it and see now, and what happened since.

    The views are the family's own.
    """

    before: Any
    seen: Any
    happened: tuple[Event, ...]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.seen.state.phase is OVER)

    @property
    def may_deal(self) -> bool:
        """Whether a round is to begin."""
        return bool(self.seen.state.phase is BETWEEN)


class _Game(msgspec.Struct, frozen=True):
    """The game with its hidden dice, and what the learner saw of it."""

    game: AnyGame
    played: Played


def after(first: FirstGame, path: tuple[str, ...]) -> Played:
    """The game after these steps. Raises `Astray` for one that was not offered when it was taken."""
    return _after(first, path).played


def seen_by(game: AnyGame, seat: int = LEARNER) -> Any:
    """What a seat sees, as the family's own view."""
    return games.view(game, seat)


def cast() -> Cast:
    """Who plays: the learner, who is "You" where names stand side by side, and two computers."""
    # Translators: a learner’s name where names stand side by side: “You 2 · Domino 1”; sentences have their own “you”.
    names = (_("You"), *islice(CHARACTERS, SEATS - 1))
    return Cast(tuple(Seat(None if seat else 1, name) for seat, name in enumerate(names)), you=LEARNER)


@lru_cache(maxsize=2048)
def _after(first: FirstGame, path: tuple[str, ...]) -> _Game:
    if not path:
        _events, game = games.start(first.rules, SEATS, first.throws(1, True))
        return _Game(game, Played(seen_by(game), seen_by(game), ()))
    last = _after(first, path[:-1])
    events, game = _step(first, last, path)
    while (move := _answer(first, game)) is not None:
        more, game = _play(first, game, *move)
        events += more
    return _Game(game, Played(last.played.seen, seen_by(game), events))


def _step(first: FirstGame, last: _Game, path: tuple[str, ...]) -> tuple[tuple[Event, ...], AnyGame]:
    """The last step of a path: what happens by it, and the game after it. Raises `PathError`."""
    word = path[-1]
    if last.played.is_over or last.played.may_deal is not (word == DEAL):
        raise PathError
    if word == DEAL:
        return _play(first, last.game, None, Deal())
    events: tuple[Event, ...] = ()
    game = last.game
    try:
        for action in first.meant(last.played, path[:-1], word):
            more, game = _play(first, game, LEARNER, action)
            events += more
    except Refused as refusal:
        raise PathError from refusal
    return events, game


def _play(first: FirstGame, game: AnyGame, seat: int | None, action: Action) -> tuple[tuple[Event, ...], AnyGame]:
    begins = isinstance(action, Deal)
    number = seen_by(game).state.round + (1 if begins else 0)
    return games.play(game, seat, action, first.throws(number, begins))


def _answer(first: FirstGame, game: AnyGame) -> tuple[int, Action] | None:
    """The next move that is not the learner's: a computer's turn, or a forfeit to settle; None where there is none."""
    seen = seen_by(game)
    state = seen.state
    if state.phase is BETWEEN and state.debtors:
        return _settled(state.debtors[0], state.creditor)
    if state.phase in (BETWEEN, OVER) or LEARNER in seen.awaited:
        return None
    return seen.awaited[0], first.computers(game, seen.awaited[0])


def _settled(debtor: int, creditor: int) -> tuple[int, Action]:
    """P1: a computer pays what it owes, and lets the learner off."""
    if debtor == LEARNER:
        return creditor, Settle(debtor, How.WAIVED)
    return debtor, Settle(debtor, How.PAID)
