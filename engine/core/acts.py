"""Carry out the acts that all families share: the time limit, votes to quit, leaving, absence and the end."""

from collections.abc import Callable
from typing import Any

from engine.core import events as e
from engine.core.move import Move
from engine.core.policies import Absence
from engine.core.refusals import ForfeitWaits, NotWaitedFor, Refused, RoundRunning, SaidAlready
from engine.core.state import BETWEEN, OVER, State

AnyMove = Move[Any, Any]


def check_may_deal(state: State) -> None:
    """Raise `Refused` unless the next round may begin.

    The last round must be over, and its forfeits must be settled (P1).
    """
    if state.phase is not BETWEEN:
        raise Refused(RoundRunning())
    if state.debtors:
        raise Refused(ForfeitWaits(state.debtors))


def finish(move: AnyMove, over: e.GameOver) -> None:
    """End the game with the event `over`, and add the events that follow from the end."""
    before = move.state
    move.add(over)
    move.extend(move.ENDING.brings(before, over))


def time_up(move: AnyMove, _: None, __: object) -> None:
    """Record that the time is up.

    Between rounds the game ends immediately. Otherwise the round is played to its end first (E1).
    """
    if move.state.time_up:
        raise Refused(SaidAlready())
    move.add(e.TimeRanOut())
    if move.state.phase is BETWEEN:
        finish(move, move.ENDING.as_it_stands(move.state, e.End.TIME))


def stop(move: AnyMove, _: None, __: object) -> None:
    """End the game without a result.

    L5: antes are returned, and forfeits are still owed.
    """
    move.add(e.Stopped())
    finish(move, e.GameOver(e.End.STOPPED))


def call_quits(move: AnyMove, seat: int, _: object) -> None:
    """Record a player's vote to call it quits. The vote that makes a majority ends the game (E2)."""
    if move.state.players[seat].quits:
        raise Refused(SaidAlready())
    move.add(e.QuitVoiced(seat))
    if over := move.ENDING.called_quits(move.state):
        finish(move, over)


def leave(move: AnyMove, seat: int, go_on: Callable[[], bool]) -> None:
    """Remove a player from the game.

    L1: the game ends if too few players are left (L3) or if a majority of the others wants to quit (E2). Otherwise it
    continues. `go_on` makes the move that follows in a running round, and returns whether there was one. If the opener
    of the next round leaves between rounds, the next player in turn order opens (O3).
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
    """Play the turn of `seat`, whose time ran out.

    L2: if the rules say so, a player leaves after the second such turn in a row. Settling a forfeit is not a turn.
    `play` makes one act, and returns whether the turn is over. Its argument says whether the player leaves afterwards.
    `go` removes the player. Raises `Refused` if `seat` is not among `awaited`.
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
