"""The question that a table asks its players at the moment, and how long it waits for an answer.

The clock of a turn keeps running as long as the question stays the same.
"""

from datetime import timedelta

from engine import games
from engine.core.state import Phase

LOBBY_IDLES = timedelta(minutes=30)
"""A lobby in which nothing happens for this long closes."""

TABLE_IDLES = timedelta(days=7)
"""How long a game without a clock waits for a player (L5). A game in which all people doze waits equally long (L2)."""

FORFEIT_WAITS = timedelta(minutes=10)
"""How long a forfeit waits at a table without a clock (L2)."""


def forfeit_waits(clock: int | None) -> int:
    """Return the number of seconds in which people must settle a forfeit (L2).

    `clock` is the turn clock of the table in seconds, or None if the table has no clock.
    """
    return clock if clock is not None else int(FORFEIT_WAITS.total_seconds())


def turn_timeout(game: games.AnyGame | None, clock: int | None, is_asleep: bool) -> timedelta:
    """Return how long a table with this clock waits for the people it asks.

    `game` is None in the lobby. `is_asleep` is whether all people doze, which means that they sit out after missing
    two turns in a row. If they do, the table waits for one of them to come back.
    """
    if game is None:
        return LOBBY_IDLES
    if is_asleep:
        return TABLE_IDLES
    if clock is not None:
        return timedelta(seconds=clock)
    return FORFEIT_WAITS if game.state.debtors else TABLE_IDLES


def question(game: games.AnyGame | None) -> tuple[object, ...]:
    """Return a value that stays equal as long as the table asks the same people the same question."""
    if game is None:
        return ()
    state = game.state
    if state.phase is Phase.BETWEEN:  # the pause stays the same even if forfeits are settled in it (P1)
        return state.round, state.phase
    return state.round, state.phase, games.awaited(game), state.standing, getattr(state, "votes", ())


def step(game: games.AnyGame | None) -> object:
    """Return the step that the player with the cup has reached (K2-K9), or "" in other games.

    A turn has at most five steps, and the clock restarts at each. Otherwise a person who looks, thinks about the dice
    and shakes has no time left for the claim.
    """
    return getattr(game.state, "step", "") if game is not None else ""
