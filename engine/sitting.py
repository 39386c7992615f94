"""One table's run of games: who sits where in a further game, and who opens it (S4, S5)."""

from collections.abc import Container

import msgspec

from engine.common_hand.ending import first_to_shed
from engine.common_hand.rules import Price
from engine.common_hand.state import Game
from engine.core.policies import Seating
from engine.core.seating import in_direction
from engine.games import AnyGame


class Sitting(msgspec.Struct, frozen=True):
    """A table between two games.

    `circle` has the seats of the game just over, clockwise; `opener` is the one of them who opens the further
    game, None where a new roll-off finds somebody.
    """

    circle: tuple[int, ...]
    opener: int | None = None

    def seats(self, there: Container[int]) -> tuple[int, ...]:
        """The seats of those who are still `there`, clockwise from the opener on: the next game's joining order."""
        at = 0 if self.opener is None else self.circle.index(self.opener)
        return tuple(seat for seat in self.circle[at:] + self.circle[:at] if seat in there)


def first_sitting(players: int) -> Sitting:
    """A table of `players` in joining order, before any game: a roll-off decides."""
    return Sitting(tuple(range(players)))


def sitting_after(game: AnyGame, seating: Seating) -> Sitting:
    """The table after `game`; `seating` is the table's option, which a game without a roll-off does not show.

    S4: where the whole seating was rolled for, it moves up one, and the second is now first. S5: elsewhere the only
    winner opens. A game without a result leaves it to a roll-off.
    """
    state = game.state
    if seating is not Seating.ORDER:
        return Sitting(tuple(range(len(state.players))), _only_winner(game))
    circle = in_direction(state.order, state.rules.direction)
    return Sitting(circle, circle[1] if state.result else None)


def _only_winner(game: AnyGame) -> int | None:
    """`joker`: the first to shed, also where more players share the win at a limit (E1)."""
    winners = game.state.result.winners if game.state.result else ()
    if winners and isinstance(game, Game) and game.state.rules.price is Price.SHED:
        winners = first_to_shed(game.state) or winners
    return winners[0] if len(winners) == 1 else None
