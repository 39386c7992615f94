"""Forfeits that are not settled yet (P1), and the winner's gift (P5)."""

from typing import Any

from engine.core import events as e
from engine.core.actions import Gift, Settle
from engine.core.move import Move
from engine.core.refusals import GiftToWhom, NoGift, NothingOwed, NotYoursToSettle, Refused
from engine.core.state import State


def settlements(state: State, seat: int) -> tuple[tuple[int, str], ...]:
    """Return the ways in which `seat` may settle each open forfeit, as (debtor, way) pairs.

    P1: the debtor may choose "paid" or "tab", and the winner "waived" or "tab".
    """
    ways = []
    for debtor in state.debtors:
        if seat == debtor:
            ways.append((debtor, "paid"))
        if seat == state.creditor:
            ways.append((debtor, "waived"))
        if seat in (debtor, state.creditor):
            ways.append((debtor, "tab"))
    return tuple(ways)


def gifts(state: State, seat: int) -> tuple[int, ...]:
    """Return the players to whom `seat` may give a forfeit.

    P5: only the winner may give one, and only while forfeits of the round are open. The forfeit must go to another
    player who is still in and owes none.
    """
    if not state.gift_open or seat != state.creditor or not state.debtors:
        return ()
    return tuple(other for other in state.seats_in() if other != seat and other not in state.debtors)


def settle(move: Move[Any, Any], seat: int, action: Settle) -> None:
    """Settle a forfeit on behalf of `seat` (P1). Raises `Refused` if `seat` may not settle it in this way."""
    state, debtor, how = move.state, action.debtor, action.how.value
    if debtor not in state.debtors:
        raise Refused(NothingOwed(debtor))
    if (debtor, how) not in settlements(state, seat):
        raise Refused(NotYoursToSettle(debtor, state.creditor))
    move.add(e.Settled(debtor, how, seat))


def give(move: Move[Any, Any], seat: int, action: Gift) -> None:
    """Let `seat`, the winner, give a forfeit to another player (P5). Raises `Refused` if that is not allowed."""
    allowed = gifts(move.state, seat)
    if not allowed:
        raise Refused(NoGift())
    if action.to not in allowed:
        raise Refused(GiftToWhom())
    move.add(e.Gifted(seat, action.to))
    move.add(e.ForfeitOwed(action.to, seat, e.Cause.GIFT))
