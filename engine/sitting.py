"""The seats and the opener of a table's next game (S4, S5)."""

from collections.abc import Container

import msgspec

from engine.core.policies import Direction, Seating
from engine.core.seating import in_direction
from engine.games import AnyGame


class Sitting(msgspec.Struct, frozen=True):
    """The seats and the opener for the next game at a table.

    `circle` lists the seats of the last game in clockwise order. If `in_play` is True, it lists them in order of play
    instead, beginning with the next opener. `opener` is the seat that opens the next game, or None if a roll-off
    decides.
    """

    circle: tuple[int, ...]
    opener: int | None = None
    in_play: bool = False

    def seats(self, there: Container[int]) -> tuple[int, ...]:
        """Return the seats that are in `there`, beginning with the opener.

        The caller adds newcomers at the end.
        """
        at = 0 if self.opener is None else self.circle.index(self.opener)
        return tuple(seat for seat in self.circle[at:] + self.circle[:at] if seat in there)


def first_sitting(players: int) -> Sitting:
    """Return the seating of a table's first game: in joining order, with a roll-off for the opener."""
    return Sitting(tuple(range(players)))


def sitting_after(game: AnyGame, seating: Seating) -> Sitting:
    """Return the seating of the game after `game`.

    `seating` is the table's option. It is passed separately because the game may have had no roll-off. S4: if every
    seat was rolled for, the order of play moves up by one, so that the second player is now first. S5: otherwise the
    only winner opens. If there is no result or no single winner, a roll-off decides.
    """
    state = game.state
    if seating is not Seating.ORDER or state.result is None:
        return Sitting(tuple(range(len(state.players))), _only_winner(game))
    return Sitting((*state.order[1:], state.order[0]), state.order[1], in_play=True)


def joining_order(in_play: tuple[int, ...], direction: Direction) -> tuple[int, ...]:
    """Return the joining order of the seats that gives the order of play `in_play` (S3, S4)."""
    return in_direction(in_play, direction)


def _only_winner(game: AnyGame) -> int | None:
    winners = game.state.result.winners if game.state.result else ()
    return winners[0] if len(winners) == 1 else None
