"""Determine when a cup game ends, who wins, and which events follow (E1, E2, E3, E5, E6, L3)."""

from collections.abc import Iterator

from engine.core import ending
from engine.core import events as e
from engine.core.events import Cause, End
from engine.core.results import pot_shares
from engine.poker_cup.price import stands
from engine.poker_cup.state import State


def after_showdown(state: State) -> e.GameOver | None:
    """Return the result if the showdown that was just settled ends the game (E1, E2, E3), otherwise None."""
    return ending.at_showdown(state, state.rules, stands(state))


def after_departure(state: State, leaver: int) -> e.GameOver | None:  # noqa: ARG001 - no leaver loses here
    """Return the result if too few players are left (L3) or a majority wants to quit (E2), otherwise None."""
    return ending.at_departure(state, state.rules, stands(state))


def called_quits(state: State) -> e.GameOver | None:
    """Return the result if a majority wants to quit (E2), otherwise None."""
    return ending.at_voices(state, state.rules, stands(state))


def as_it_stands(state: State, why: End) -> e.GameOver:
    """Return the result of ending the game now, for the reason `why` (E1, E5)."""
    return ending.best(state, why, stands(state))


def brings(state: State, over: e.GameOver) -> Iterator[e.Event]:
    """Yield the events that follow the end of a game (E6): the chips in joining order, then the losers' forfeits.

    There are forfeits only if the stake is in words.
    """
    yield from pot_shares(over.winners, len(state.players), state.rules.ante)
    if state.rules.stake and over.winners:
        to = over.winners[0] if len(over.winners) == 1 else None
        yield from (
            e.ForfeitOwed(seat, to, Cause.STAKE) for seat in range(len(state.players)) if seat not in over.winners
        )
