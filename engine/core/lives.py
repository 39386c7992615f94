"""Lives as the price of a showdown (P7): the events of losing lives and of winning one back."""

from collections.abc import Sequence

from engine.core.events import Cause, Event, LivesLeft, Out
from engine.core.refusals import Holding, Refused
from engine.core.state import Player, State


def starting_lives(full: int, players: int, lives: Sequence[int]) -> tuple[int, ...]:
    """Return the lives with which the players begin, by seat: `lives` if given, otherwise the usual number `full`.

    It is 0 if lives are not the price. Raises `Refused` for an impossible number.
    """
    given = tuple(lives) or (full,) * players
    if len(given) != players or not all(min(1, full) <= each <= full for each in given):
        raise Refused(Holding(full))
    return given


def lost(state: State, seat: int, many: int, why: Cause) -> tuple[Event, ...]:
    """Return the events by which `seat` loses lives.

    P7: the player loses `many` lives, or all if there are fewer. A player without lives is out.
    """
    had = state.players[seat].lives
    left = max(0, had - many)
    less = LivesLeft(seat, left, left - had, why)
    return (less,) if left else (less, Out(seat))


def won_back(state: State, seat: int, most: int, why: Cause) -> tuple[Event, ...]:
    """Return the event that gives a life back to `seat` (C5). Return () if the player has `most` lives already."""
    lives = state.players[seat].lives + 1
    return (LivesLeft(seat, lives, 1, why),) if lives <= most else ()


def stands(player: Player) -> tuple[int, ...]:
    """Return a player's position in a game that lives decide. A greater tuple is better."""
    return (player.lives,)
