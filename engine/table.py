"""A table by itself: games begun by their names, moves in the words of RECORD.md, rounds dealt as they come due.

These five functions are the face of the engine: `from engine import choose, dice, play, start, view`.
"""

from collections.abc import Mapping

from engine import games
from engine.core.actions import Action, Deal
from engine.core.dice import Chance
from engine.core.events import Event
from engine.core.refusals import NoSuchMove, Refused
from engine.core.state import OVER
from engine.core.words import Malformed
from engine.fairness import FairDice, Seed
from engine.games import AnyGame, AnyView
from engine.options import rules_for

Played = tuple[tuple[Event, ...], AnyGame]
"""What happened, and the game after it."""


def dice(words: str) -> Chance:
    """Return fair dice that fall the same for the same words, of which there is one at least."""
    return FairDice(Seed(words.encode()), {})


def start(name: str, players: int, dice: Chance, options: Mapping[str, str] = {}) -> Played:
    """Begin game `name` of `players` (2 to 20), with options as words of RECORD.md, up to the first player's turn.

    Raises `Refused` for a game, a number of players or options that there are not.
    """
    return _dealt(*games.start(rules_for(name, options), players, dice), dice)


def play(game: AnyGame, seat: int, move: str | Action, dice: Chance) -> Played:
    """Do what `seat` does, "bid 2x6" or "liar", and deal the next round where nobody else has to move before it.

    Raises `Refused` for what may not be done, and for words that are no move; the game is as it was.
    """
    by, action = _read(game, seat, move) if isinstance(move, str) else (seat, move)
    return _dealt(*games.play(game, by, action, dice), dice)


def view(game: AnyGame, seat: int | None = None) -> AnyView:
    """Return what `seat` may know: `mine`, `legal`, `awaited`, `state`; what everybody sees where it is None."""
    return games.view(game, seat)


def choose(view: AnyView, mood: float = 0.5) -> Action:
    """Return what a computer player does in `view.seat`, which is awaited, by its mood from 0 up to but not 1."""
    return games.choose(view, mood)


def _read(game: AnyGame, seat: int, words: str) -> tuple[int, Action]:
    names = tuple(map(str, range(len(game.state.players))))
    try:
        by, action = games.family(game).notation.read_move(game, seat, tuple(words.split()), names)
    except Malformed:
        raise Refused(NoSuchMove()) from None
    return by, action


def _dealt(happened: tuple[Event, ...], game: AnyGame, dice: Chance) -> Played:
    if game.state.phase is OVER or games.awaited(game):
        return happened, game
    more, game = games.play(game, None, Deal(), dice)
    return (*happened, *more), game
