"""Endings of the game of the cup (E1, E2, E5, E6, L3): when it is over, who has won, and what the end brings."""

from collections.abc import Iterator

from engine.core import events as e
from engine.core.events import Cause, End
from engine.core.results import is_majority, least, pot_shares
from engine.poker_cup.state import State


def after_showdown(state: State) -> e.GameOver | None:
    """The result, where the showdown just settled ends the game: rounds or time (E1), or voices (E2)."""
    if state.is_last_round(state.rules.rounds):
        return as_it_stands(state, End.TIME if state.time_up else End.ROUNDS)
    return called_quits(state)


def after_departure(state: State, leaver: int) -> e.GameOver | None:  # noqa: ARG001 - forfeits decide, whoever left
    """The result, where too few players are left (L3) or a majority has called it quits (E2)."""
    return as_it_stands(state, End.DESERTED) if state.is_deserted() else called_quits(state)


def called_quits(state: State) -> e.GameOver | None:
    """The result, where a majority has said so (E2); forfeits stand as they are."""
    most = is_majority(state.voices(state.circle), len(state.circle))
    return as_it_stands(state, End.QUITS) if most else None


def as_it_stands(state: State, why: End) -> e.GameOver:
    """Fewest forfeits wins among those still there (E5); leavers never do (L1)."""
    return e.GameOver(why, winners=least(state.seats_in(), [player.forfeits for player in state.players]))


def brings(state: State, over: e.GameOver) -> Iterator[e.Event]:
    """What the end brings (E6): chips in joining order, then a stake in words, which each loser owes."""
    yield from pot_shares(over.winners, len(state.players), state.rules.ante)
    if state.rules.stake and over.winners:
        to = over.winners[0] if len(over.winners) == 1 else None
        yield from (
            e.ForfeitOwed(seat, to, Cause.STAKE) for seat in range(len(state.players)) if seat not in over.winners
        )
