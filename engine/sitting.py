"""A table's series of games: the seats in the next game, and its opener (S4, S5)."""

from collections.abc import Container

import msgspec

from engine.core.policies import Direction, Seating
from engine.core.seating import in_direction
from engine.games import AnyGame


class Sitting(msgspec.Struct, frozen=True):
    """The seats of a table between two games.

    `circle` has the seats of the last game, clockwise. With `in_play` it has them in order of play, the next opener
    first. `opener` is the seat that opens the next game, or None if a new roll-off decides.
    """

    circle: tuple[int, ...]
    opener: int | None = None
    in_play: bool = False

    def seats(self, there: Container[int]) -> tuple[int, ...]:
        """Return the seats of the players who are still `there`, from the opener on.

        The caller adds newcomers after them.
        """
        at = 0 if self.opener is None else self.circle.index(self.opener)
        return tuple(seat for seat in self.circle[at:] + self.circle[:at] if seat in there)


def first_sitting(players: int) -> Sitting:
    """Return the seats of a table before its first game, in joining order. A roll-off decides who opens."""
    return Sitting(tuple(range(players)))


def sitting_after(game: AnyGame, seating: Seating) -> Sitting:
    """Return the seats of a table after `game`.

    `seating` is the table's option, since the game may have had no roll-off. S4: if all seats were rolled for, the
    order of play moves up by one, and the second in play is now first. S5: otherwise a single winner opens. After a
    game without a result, a roll-off decides.
    """
    state = game.state
    if seating is not Seating.ORDER or state.result is None:
        return Sitting(tuple(range(len(state.players))), _only_winner(game))
    return Sitting((*state.order[1:], state.order[0]), state.order[1], in_play=True)


def joining_order(in_play: tuple[int, ...], direction: Direction) -> tuple[int, ...]:
    """Return the seats of the next game in joining order, so that it is played in the order `in_play` (S3, S4)."""
    return in_direction(in_play, direction)


def _only_winner(game: AnyGame) -> int | None:
    winners = game.state.result.winners if game.state.result else ()
    return winners[0] if len(winners) == 1 else None
