"""What is done alike in all families of games: the next round, time, voices, leaving, absence, the end."""

from collections.abc import Callable
from typing import Any

from engine.core import events as e
from engine.core.move import Move
from engine.core.policies import Absence
from engine.core.refusals import ForfeitWaits, NotWaitedFor, Refused, RoundRunning, SaidAlready
from engine.core.state import BETWEEN, OVER, State

AnyMove = Move[Any, Any]


def check_may_deal(state: State) -> None:
    """Raise `Refused` unless the next round may begin: the last is over, and its forfeits wait no more (P1)."""
    if state.phase is not BETWEEN:
        raise Refused(RoundRunning())
    if state.debtors:
        raise Refused(ForfeitWaits(state.debtors))


def finish(move: AnyMove, over: e.GameOver) -> None:
    """The game ends, and brings what it brings."""
    before = move.state
    move.add(over)
    move.extend(move.ENDING.brings(before, over))


def time_up(move: AnyMove, _: None, __: object) -> None:
    """Between rounds the game ends at once; a round that is running is played to its end (E1)."""
    if move.state.time_up:
        raise Refused(SaidAlready())
    move.add(e.TimeRanOut())
    if move.state.phase is BETWEEN:
        finish(move, move.ENDING.as_it_stands(move.state, e.End.TIME))


def stop(move: AnyMove, _: None, __: object) -> None:
    """L5: the table is ended without a result: antes go back, forfeits stand."""
    move.add(e.Stopped())
    finish(move, e.GameOver(e.End.STOPPED))


def call_quits(move: AnyMove, seat: int, _: object) -> None:
    """A voice for calling it quits; the one that makes the majority ends the game (E2)."""
    if move.state.players[seat].quits:
        raise Refused(SaidAlready())
    move.add(e.QuitVoiced(seat))
    if over := move.ENDING.called_quits(move.state):
        finish(move, over)


def leave(move: AnyMove, seat: int, go_on: Callable[[], bool]) -> None:
    """L1: a player is gone; too few are left (L3), a majority for quitting is (E2), or the game goes on.

    `go_on` does what is due in a running round, and says whether anything was; between rounds the next in turn order
    opens for an opener who left (O3).
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
    """L2: the turn is played for `seat`, whose time ran out.

    Where the table has it so, the second such turn in a row is played, and the player has left; a settlement is no
    turn. Raises `Refused` where `seat` is none of those `awaited`. `play` does one act, knowing whether the player
    leaves afterwards, and says whether the turn is over with it; `go` lets the player leave.
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
