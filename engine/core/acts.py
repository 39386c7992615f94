"""The acts that all families share: dealing, the time limit, votes to quit, leaving, absence and the end."""

from collections.abc import Callable
from typing import Any

from engine.core import events as e
from engine.core.move import Move
from engine.core.policies import Absence
from engine.core.refusals import ForfeitWaits, NotWaitedFor, Refused, RoundRunning, SaidAlready
from engine.core.state import BETWEEN, OVER, State

AnyMove = Move[Any, Any]


def check_may_deal(state: State) -> None:
    """Raise `Refused` unless the next round may begin: the last one is over, and its forfeits are settled (P1)."""
    if state.phase is not BETWEEN:
        raise Refused(RoundRunning())
    if state.debtors:
        raise Refused(ForfeitWaits(state.debtors))


def finish(move: AnyMove, over: e.GameOver) -> None:
    """End the game, and add the events that the end causes."""
    before = move.state
    move.add(over)
    move.extend(move.ENDING.brings(before, over))


def time_up(move: AnyMove, _: None, __: object) -> None:
    """End the game at once between rounds; a running round is played to its end first (E1)."""
    if move.state.time_up:
        raise Refused(SaidAlready())
    move.add(e.TimeRanOut())
    if move.state.phase is BETWEEN:
        finish(move, move.ENDING.as_it_stands(move.state, e.End.TIME))


def stop(move: AnyMove, _: None, __: object) -> None:
    """L5: end the table without a result: antes go back, and forfeits stay owed."""
    move.add(e.Stopped())
    finish(move, e.GameOver(e.End.STOPPED))


def call_quits(move: AnyMove, seat: int, _: object) -> None:
    """Count a vote to call it quits; the vote that makes a majority ends the game (E2)."""
    if move.state.players[seat].quits:
        raise Refused(SaidAlready())
    move.add(e.QuitVoiced(seat))
    if over := move.ENDING.called_quits(move.state):
        finish(move, over)


def leave(move: AnyMove, seat: int, go_on: Callable[[], bool]) -> None:
    """L1: remove a player; the game ends if too few are left (L3) or a majority now wants to quit (E2).

    Otherwise it goes on. `go_on` does the next thing in a running round and returns whether there was any. Between
    rounds, if the opener left, the next in turn order opens (O3).
    """
    move.add(e.Left(seat))
    state = move.state
    if over := move.ENDING.after_departure(state, seat):
        finish(move, over)
    elif not go_on() and state.phase is BETWEEN and state.opener == seat:
        move.add(e.Opens(state.or_next(seat)))


def be_absent(
    move: AnyMove, seat: int, awaited: tuple[int, ...], play: Callable[[bool], bool], go: Callable[[], None]
) -> None:
    """L2: play the turn for `seat`, whose time ran out.

    If the table says so, a player whose turn runs out twice in a row leaves after it; a settlement is not a turn.
    `play` does one act, is given whether the player leaves afterwards, and returns whether the turn is over; `go` makes
    the player leave. Raises `Refused` if `seat` is not among those `awaited`.
    """
    if seat not in awaited:
        raise Refused(NotWaitedFor())
    again = move.state.phase is not BETWEEN and move.state.players[seat].absences > 0
    leaves = again and move.state.rules.absence is Absence.LEAVE
    move.add(e.WasAbsent(seat))
    while not play(leaves):
        pass
    if leaves and move.state.phase is not OVER:
        move.add(e.PlayedFor(seat, "leave"))
        go()
