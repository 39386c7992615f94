"""The engine's public interface: start a game by name, make moves, view it, and choose moves for a computer player.

Moves are written in the words of RECORD.md, and rounds are dealt automatically. Import the five functions with `from
engine import choose, dice, play, start, view`.
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
"""The events of a move, and the game after it."""


def dice(words: str) -> Chance:
    """Return fair dice. The same `words` (at least one character) always give the same dice."""
    return FairDice(Seed(words.encode()), {})


def start(name: str, players: int, dice: Chance, options: Mapping[str, str] = {}) -> Played:
    """Begin the game `name` with `players` (2 to 20), and deal the first round.

    `options` has names and values in the words of RECORD.md. Raises `Refused` for an unknown game or option, or an
    impossible number of players.
    """
    return _dealt(*games.start(rules_for(name, options), players, dice), dice)


def play(game: AnyGame, seat: int, move: str | Action, dice: Chance) -> Played:
    """Make a `move` for `seat`, such as "bid 2x6" or "liar". Deal the next round if nobody has to move before it.

    Raises `Refused` for an illegal move, and for words that are not a move. The game is then unchanged.
    """
    by, action = _read(game, seat, move) if isinstance(move, str) else (seat, move)
    return _dealt(*games.play(game, by, action, dice), dice)


def view(game: AnyGame, seat: int | None = None) -> AnyView:
    """Return the game as `seat` may see it, or as an onlooker may if `seat` is None.

    The view has the fields `mine`, `legal`, `awaited` and `state`.
    """
    return games.view(game, seat)


def choose(view: AnyView, mood: float = 0.5) -> Action:
    """Return the move of a computer player in `view.seat`. The game must be waiting for this seat.

    `mood`, a number in [0, 1), varies the choice.
    """
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
