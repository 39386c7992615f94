"""The price of a showdown: who pays and what, as events in joining order; `state` is the one at the showdown."""

from typing import assert_never

from engine.common_hand import events as b
from engine.common_hand.rules import Price
from engine.common_hand.state import State
from engine.core.events import Cause, Event, ForfeitOwed

CHALLENGE, EXACT = Cause.CHALLENGE, Cause.EXACT

Paid = tuple[Event, ...]


def price(state: State, bidder: int, challenger: int, holds: bool) -> Paid:
    """What a challenge costs and brings, `holds` saying whether the bid did."""
    loser, winner = (challenger, bidder) if holds else (bidder, challenger)
    match state.round_rules.price:
        case Price.DIE:
            return _a_die(state, loser, CHALLENGE)
        case Price.FORFEIT:
            return (ForfeitOwed(loser, winner, CHALLENGE),)
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
            return _a_die_back(state, caller) if exact else _a_die(state, caller, EXACT)
        case Price.FORFEIT:
            return (ForfeitOwed(payer, winner, EXACT),)
        case Price.BADS:
            return _scored(state, {payer: -1}, EXACT)
        case Price.SHED:
            raise AssertionError("exact calls do not go with shedding")
        case kind:
            assert_never(kind)


def _a_die(state: State, loser: int, why: Cause) -> Paid:
    """P2: the one who is wrong loses one die; with none left, is out."""
    return _one_die_less(state, loser, why, b.Out(loser))


def _one_die_less(state: State, seat: int, why: Cause, last: b.Out | b.Done) -> Paid:
    dice = state.players[seat].dice - 1
    less = b.DiceLeft(seat, dice, -1, why)
    return (less,) if dice else (less, last)


def _a_die_back(state: State, caller: int) -> Paid:
    """One lost die (C5); nothing at the full number."""
    dice = state.players[caller].dice + 1
    return (b.DiceLeft(caller, dice, 1, EXACT),) if dice <= state.rules.dice_for(len(state.players)) else ()


def _bads(state: State, bidder: int, challenger: int, holds: bool) -> Paid:
    """P3: in turn the loser has 1 bad; out of turn the challenger has 2 bads, or 2 goods and the bidder 1 bad."""
    if state.challenge_in_turn:
        return _scored(state, {challenger if holds else bidder: -1}, CHALLENGE)
    return _scored(state, {challenger: -2} if holds else {challenger: 2, bidder: -1}, CHALLENGE)


def _scored(state: State, changes: dict[int, int], why: Cause) -> Paid:
    players = state.players
    return tuple(b.Scored(seat, players[seat].score + changes[seat], changes[seat], why) for seat in sorted(changes))


def _shed(state: State, bidder: int, challenger: int, holds: bool) -> Paid:
    """P4: the correct lose one die: believers if the bid holds, else doubters; without dice they have finished."""
    beliefs = {**dict(state.votes), bidder: True, challenger: False}
    correct = sorted(seat for seat in beliefs if beliefs[seat] is holds)
    place = 1 + sum(player.shed_in > 0 for player in state.players)
    return tuple(paid for seat in correct for paid in _one_die_less(state, seat, CHALLENGE, b.Done(seat, place)))
