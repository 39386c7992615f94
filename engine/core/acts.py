"""What is done alike in both families of games: the next round, time, voices, leaving, absence, the end."""

from collections.abc import Callable
from typing import Any

from engine.core import events as e
from engine.core.policies import Absence
from engine.core.refusals import Refused, Why
from engine.core.state import BETWEEN, OVER, State
from engine.core.turn import Turn

AnyTurn = Turn[Any, Any]


def check_may_deal(state: State) -> None:
    """Raise `Refused` unless the next round may begin: the last is over, and its forfeits wait no more (P1)."""
    if state.phase is not BETWEEN:
        raise Refused(Why.ROUND_RUNNING)
    if state.debtors:
        raise Refused(Why.FORFEIT_WAITS, debtors=state.debtors)


def finish(turn: AnyTurn, over: e.GameOver) -> None:
    """The game ends, and brings what it brings."""
    before = turn.state
    turn.add(over)
    turn.extend(turn.ENDING.brings(before, over))


def time_up(turn: AnyTurn, _: None, __: object) -> None:
    """Between rounds the game ends at once; a round that is running is played to its end (E1)."""
    if turn.state.time_up:
        raise Refused(Why.SAID_ALREADY)
    turn.add(e.TimeRanOut())
    if turn.state.phase is BETWEEN:
        finish(turn, turn.ENDING.standings(turn.state))


def stop(turn: AnyTurn, _: None, __: object) -> None:
    """L5: the table is ended without a result: antes go back, forfeits stand."""
    turn.add(e.Stopped())
    finish(turn, e.GameOver())


def call_quits(turn: AnyTurn, seat: int, _: object) -> None:
    """A voice for calling it quits; the one that makes the majority ends the game (E2)."""
    if turn.state.players[seat].quits:
        raise Refused(Why.SAID_ALREADY)
    turn.add(e.QuitVoiced(seat))
    if over := turn.ENDING.called_quits(turn.state):
        finish(turn, over)


def leave(turn: AnyTurn, seat: int, go_on: Callable[[], bool]) -> None:
    """L1: a player is gone; too few are left (L3), a majority for quitting is (E2), or the game goes on.

    `go_on` does what is due in a running round, and says whether anything was; between rounds the next in turn order
    opens for an opener who left (O3).
    """
    turn.add(e.Left(seat))
    state = turn.state
    if over := turn.ENDING.after_departure(state, seat):
        finish(turn, over)
    elif not go_on() and state.phase is BETWEEN and state.opener == seat:
        turn.add(e.Opens(state.or_next(seat)))


def be_absent(
    turn: AnyTurn, seat: int, awaited: tuple[int, ...], play: Callable[[], bool], go: Callable[[], None]
) -> None:
    """L2: the turn is played for `seat`, whose time ran out.

    Where the table has it so, the second such turn in a row is played, and the player has left; a settlement is no
    turn. Raises `Refused` where `seat` is none of those `awaited`. `play` does one act, and says whether the turn is
    over with it; `go` lets the player leave.
    """
    if seat not in awaited:
        raise Refused(Why.NOT_WAITED_FOR)
    again = turn.state.phase is not BETWEEN and turn.state.players[seat].absences > 0
    leaves = again and turn.state.rules.absence is Absence.LEAVE
    turn.add(e.WasAbsent(seat))
    while not play():
        pass
    if leaves and turn.state.phase is not OVER:
        turn.add(e.PlayedFor(seat, "leave"))
        go()
