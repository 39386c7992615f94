"""One door to both families: a game is played, seen and read the same way whichever machine runs it."""

from collections.abc import Sequence

from engine.common_hand import actions as common_actions
from engine.common_hand import play as common_play
from engine.common_hand.absence import awaited as common_awaited
from engine.common_hand.evolve import evolve as common_evolve
from engine.common_hand.legal import Legal
from engine.common_hand.legal import legal as common_legal
from engine.common_hand.rules import Rules
from engine.common_hand.state import Game
from engine.common_hand.view import View
from engine.common_hand.view import view as common_view
from engine.core.actions import Action
from engine.core.dice import Chance
from engine.core.events import Event, Shared
from engine.single_cup import actions as cup_actions
from engine.single_cup import play as cup_play
from engine.single_cup.absence import awaited as cup_awaited
from engine.single_cup.events import CupOnly
from engine.single_cup.evolve import evolve as cup_evolve
from engine.single_cup.legal import CupLegal
from engine.single_cup.legal import legal as cup_legal
from engine.single_cup.rules import CupRules
from engine.single_cup.state import CupGame
from engine.single_cup.view import CupView
from engine.single_cup.view import view as cup_view

AnyRules = Rules | CupRules
AnyGame = Game | CupGame
AnyEvent = Shared | CupOnly
AnyAction = common_actions.AnyAction | cup_actions.AnyAction
AnyView = View | CupView
AnyLegal = Legal | CupLegal


def start(
    rules: AnyRules, players: int, chance: Chance, holds: Sequence[int] = (), scores: Sequence[int] = ()
) -> tuple[tuple[Event, ...], AnyGame]:
    """A new game: its first events and the game after them. See `play.start` of the family."""
    if isinstance(rules, CupRules):
        return cup_play.start(rules, players, chance, holds, scores)
    return common_play.start(rules, players, chance, holds, scores)


def initial(rules: AnyRules, players: int, holds: Sequence[int] = (), scores: Sequence[int] = ()) -> AnyGame:
    """The game before its first event. See `play.initial` of the family."""
    if isinstance(rules, CupRules):
        return cup_play.initial(rules, players, holds, scores)
    return common_play.initial(rules, players, holds, scores)


def play(game: AnyGame, seat: int | None, action: Action, chance: Chance) -> tuple[tuple[Event, ...], AnyGame]:
    """Do `action` for `seat` (None: the table itself). Raises `Refused`. See `play.play` of the family."""
    if isinstance(game, CupGame):
        return cup_play.play(game, seat, action, chance)
    return common_play.play(game, seat, action, chance)


def evolve(game: AnyGame, event: Event) -> AnyGame:
    """The game after `event`."""
    return cup_evolve(game, event) if isinstance(game, CupGame) else common_evolve(game, event)


def view(game: AnyGame, seat: int | None = None) -> AnyView:
    """What `seat` may know; an onlooker where it is None."""
    return cup_view(game, seat) if isinstance(game, CupGame) else common_view(game, seat)


def legal(game: AnyGame, seat: int) -> AnyLegal:
    """What `seat` may do now."""
    return cup_legal(game, seat) if isinstance(game, CupGame) else common_legal(game.state, seat)


def awaited(game: AnyGame) -> tuple[int, ...]:
    """The seats that the game waits for; empty when it is over or the next round may begin."""
    return cup_awaited(game.state) if isinstance(game, CupGame) else common_awaited(game.state)
