"""Apply the events that all families share to the public state. Each family's `evolve.py` applies its own events."""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.core import events as e
from engine.core.dice import NOBODY
from engine.core.results import Result
from engine.core.state import BETWEEN, State

S = TypeVar("S", bound=State)


def acted(state: S, seat: int) -> S:
    """Reset the player's count of absences (L2) to 0, unless the act was played for the player."""
    if state.played_for == seat:
        return replace(state, played_for=NOBODY)
    player = state.players[seat]
    return state.with_player(seat, replace(player, absences=0)) if player.absences else state


def gone(state: S, seat: int) -> S:
    """Remove a player who left (L1) from the circle. The game no longer waits for the player's open forfeit."""
    state = state.with_player(seat, replace(state.players[seat], left=True, left_in=state.round))
    return replace(_without_debt(state, seat), circle=state.without(seat), played_for=NOBODY)


def over(state: S, event: e.GameOver) -> S:
    """Apply the end of the game. Afterwards nobody has the turn, and nobody has an open forfeit."""
    return replace(
        state, turn=NOBODY, opener=NOBODY, debtors=(), gift_open=False, result=Result(event.winners, event.losers)
    )


def _without_debt(state: S, seat: int) -> S:
    """Remove a player's settled forfeit.

    After the last open forfeit is settled, the winner can no longer give one (P5).
    """
    debtors = tuple([debtor for debtor in state.debtors if debtor != seat])
    return replace(state, debtors=debtors, gift_open=state.gift_open and bool(debtors))


def threw(state: S, _: e.Event) -> S:
    """Count a public throw, so that the next throw has a new address."""
    return replace(state, throws=state.throws + 1)


def _ordered(state: S, event: e.Ordered) -> S:
    return replace(state, order=event.order, circle=event.order, opener=event.order[0])


def _forfeit(state: S, event: e.ForfeitOwed) -> S:
    """Count a forfeit for its player.

    If no round is running, the next round waits until the forfeit is settled (P1), unless the player has left (L1).
    """
    player = state.players[event.seat]
    state = state.with_player(event.seat, replace(player, forfeits=player.forfeits + 1))
    waits = state.phase is BETWEEN and not player.left and event.seat not in state.debtors
    return replace(state, debtors=(*state.debtors, event.seat)) if waits else state


def _lives_left(state: S, event: e.LivesLeft) -> S:
    return state.with_player(event.seat, replace(state.players[event.seat], lives=event.lives))


def _out(state: S, event: e.Out) -> S:
    return replace(state, circle=state.without(event.seat))


def _chips(state: S, event: e.ChipsMoved) -> S:
    player = state.players[event.seat]
    return state.with_player(event.seat, replace(player, chips=player.chips + event.amount))


def _opens(state: S, event: e.Opens) -> S:
    return replace(state, opener=event.seat)


def _settled(state: S, event: e.Settled) -> S:
    return acted(_without_debt(state, event.debtor), event.by)


def _gifted(state: S, event: e.Gifted) -> S:
    return acted(replace(state, gift_open=False), event.seat)


def _quit(state: S, event: e.QuitVoiced) -> S:
    return acted(state.with_player(event.seat, replace(state.players[event.seat], quits=True)), event.seat)


def _absent(state: S, event: e.WasAbsent) -> S:
    """Count an absence.

    Between rounds nothing is counted, because the clock then only settles a forfeit, which is not a turn (L2).
    """
    if state.phase is BETWEEN:
        return state
    player = state.players[event.seat]
    return state.with_player(event.seat, replace(player, absences=player.absences + 1))


def _played_for(state: S, event: e.PlayedFor) -> S:
    return replace(state, played_for=event.seat)  # the event of the act itself follows


def _time_up(state: S, _: e.TimeRanOut) -> S:
    return replace(state, time_up=True)


def _stopped(state: S, _: e.Stopped) -> S:
    return state  # the event of the end itself follows


SHARED: dict[type[e.Event], Callable[[Any, Any], Any]] = {
    e.RollOff: threw,
    e.Ordered: _ordered,
    e.ForfeitOwed: _forfeit,
    e.LivesLeft: _lives_left,
    e.Out: _out,
    e.ChipsMoved: _chips,
    e.Opens: _opens,
    e.Settled: _settled,
    e.Gifted: _gifted,
    e.QuitVoiced: _quit,
    e.WasAbsent: _absent,
    e.PlayedFor: _played_for,
    e.TimeRanOut: _time_up,
    e.Stopped: _stopped,
}
"""The functions that apply the events that all families share.

Each takes the state and the event, and returns the state after it.
"""
