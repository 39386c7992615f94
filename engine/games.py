"""One door to both families: a game is played, seen and read the same way whichever machine runs it."""

from collections.abc import Sequence

from engine.common_hand import actions
from engine.common_hand import play as common_play
from engine.common_hand.absence import awaited as common_awaited
from engine.common_hand.evolve import evolve as common_evolve
from engine.common_hand.rules import Rules
from engine.common_hand.state import Game
from engine.common_hand.view import View
from engine.common_hand.view import view as common_view
from engine.dice import Chance
from engine.events import Event, Shared

AnyRules = Rules
AnyGame = Game
AnyEvent = Shared
AnyAction = actions.AnyAction
AnyView = View


def start(
    rules: Rules, players: int, chance: Chance, holds: Sequence[int] = (), scores: Sequence[int] = ()
) -> tuple[tuple[Event, ...], AnyGame]:
    """A new game: its first events and the game after them. See `common_hand.play.start`."""
    return common_play.start(rules, players, chance, holds, scores)


def initial(rules: Rules, players: int, holds: Sequence[int] = (), scores: Sequence[int] = ()) -> AnyGame:
    """The game before its first event. See `common_hand.play.initial`."""
    return common_play.initial(rules, players, holds, scores)


def play(game: AnyGame, seat: int | None, action: actions.Action, chance: Chance) -> tuple[tuple[Event, ...], AnyGame]:
    """Do `action` for `seat` (None: the table itself). Raises `Refused`. See `common_hand.play.play`."""
    return common_play.play(game, seat, action, chance)


def evolve(game: AnyGame, event: Event) -> AnyGame:
    """The game after `event`."""
    return common_evolve(game, event)


def view(game: AnyGame, seat: int | None = None) -> AnyView:
    """What `seat` may know; an onlooker where it is None."""
    return common_view(game, seat)


def awaited(game: AnyGame) -> tuple[int, ...]:
    """The seats that the game waits for; empty when it is over or the next round may begin."""
    return common_awaited(game)
