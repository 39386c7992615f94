"""The price of a showdown: who pays and what, as events in joining order."""

from typing import assert_never

from engine.common_hand.rules import Price
from engine.common_hand.state import State
from engine.core import events as e

Paid = tuple[e.Event, ...]


def price(state: State, bidder: int, challenger: int, holds: bool) -> Paid:
    """What a challenge costs and brings, `holds` saying whether the bid did."""
    loser, winner = (challenger, bidder) if holds else (bidder, challenger)
    match state.round_rules.price:
        case Price.DIE:
            return _a_die(state, loser)
        case Price.FORFEIT:
            return (e.ForfeitOwed(loser, winner),)
        case Price.BADS:
            return _bads(state, bidder, challenger, holds)
        case Price.SHED:
            return _shed(state, bidder, challenger, holds)
        case kind:
            assert_never(kind)


def exact_price(state: State, bidder: int, caller: int, exact: bool) -> Paid:
    """Right, the caller gets a die back (or the bidder pays 1); wrong, the caller pays 1 (C5)."""
    payer, winner = (bidder, caller) if exact else (caller, bidder)
    match state.round_rules.price:
        case Price.DIE:
            return _a_die_back(state, caller) if exact else _a_die(state, caller)
        case Price.FORFEIT:
            return (e.ForfeitOwed(payer, winner),)
        case Price.BADS:
            return _scored(state, {payer: -1})
        case Price.SHED:
            raise AssertionError("exact calls do not go with shedding")
        case kind:
            assert_never(kind)


def _a_die(state: State, loser: int) -> Paid:
    """P2: the one who is wrong loses one die; with none left, is out."""
    return _one_die_less(state, loser, e.Out(loser))


def _one_die_less(state: State, seat: int, last: e.Out | e.Done) -> Paid:
    dice = state.players[seat].dice - 1
    return (e.DiceLeft(seat, dice),) if dice else (e.DiceLeft(seat, 0), last)


def _a_die_back(state: State, caller: int) -> Paid:
    """One lost die (C5); nothing at the full number."""
    dice = state.players[caller].dice + 1
    return (e.DiceLeft(caller, dice),) if dice <= state.rules.dice_for(len(state.players)) else ()


def _bads(state: State, bidder: int, challenger: int, holds: bool) -> Paid:
    """P3: in turn the loser has 1 bad; out of turn the challenger has 2 bads, or 2 goods and the bidder 1 bad."""
    if state.challenge_in_turn:
        return _scored(state, {challenger if holds else bidder: -1})
    return _scored(state, {challenger: -2} if holds else {challenger: 2, bidder: -1})


def _scored(state: State, changes: dict[int, int]) -> Paid:
    return tuple(e.Scored(seat, state.players[seat].score + changes[seat]) for seat in sorted(changes))


def _shed(state: State, bidder: int, challenger: int, holds: bool) -> Paid:
    """P4: the correct lose one die: believers if the bid holds, else doubters; without dice they have finished."""
    beliefs = {**dict(state.votes), bidder: True, challenger: False}
    correct = sorted(seat for seat in beliefs if beliefs[seat] is holds)
    return tuple(event for seat in correct for event in _one_die_less(state, seat, e.Done(seat)))
