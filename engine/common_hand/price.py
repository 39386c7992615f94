"""The price of a showdown: who pays and what, as events in joining order."""

from typing import assert_never

from engine.common_hand.rules import ExactPays, Loss, Price
from engine.common_hand.state import State
from engine.core import events as e

Paid = tuple[e.Event, ...]


def price(state: State, bidder: int, challenger: int, holds: bool) -> Paid:
    """What a challenge costs and brings, `holds` saying whether the bid did."""
    loser, winner = (challenger, bidder) if holds else (bidder, challenger)
    match state.round_rules.price:
        case Price.DIE:
            return _dice(state, loser, _loss(state))
        case Price.FORFEIT:
            return _forfeits((loser,), winner)
        case Price.BADS:
            return _bads(state, bidder, challenger, holds)
        case Price.SHED:
            return _shed(state, bidder, challenger, holds)
        case kind:
            assert_never(kind)


def exact_price(state: State, bidder: int, caller: int, exact: bool) -> Paid:
    """Wrong, the caller pays 1; right, they get a die back or somebody else pays 1, as the table has it (C5)."""
    if not exact:
        return _each_pays_one(state, (caller,), bidder)
    match state.round_rules.exact_pays:
        case ExactPays.BACK if state.round_rules.price is Price.DIE:
            return _a_die_back(state, caller)
        case ExactPays.BACK | ExactPays.BIDDER:
            return _each_pays_one(state, (bidder,), caller)
        case ExactPays.OTHERS:
            return _each_pays_one(state, tuple(seat for seat in state.seats_in() if seat != caller), caller)
        case kind:
            assert_never(kind)


def _each_pays_one(state: State, payers: tuple[int, ...], winner: int) -> Paid:
    """One die, one forfeit to the `winner`, or one bad from each of `payers`, who are in joining order."""
    match state.round_rules.price:
        case Price.DIE:
            return tuple(event for seat in payers for event in _dice(state, seat, 1))
        case Price.FORFEIT:
            return _forfeits(payers, winner)
        case Price.BADS:
            return _scored(state, dict.fromkeys(payers, -1))
        case Price.SHED:
            raise AssertionError("exact calls do not go with shedding")
        case kind:
            assert_never(kind)


def _loss(state: State) -> int:
    """By how many dice count and bid differ, at least one; one where the table does not look (P2)."""
    match state.round_rules.loss:
        case Loss.ONE:
            return 1
        case Loss.DIFFERENCE:
            assert state.showdown is not None
            return max(1, abs(state.showdown.count - state.showdown.bid.quantity))
        case kind:
            assert_never(kind)


def _dice(state: State, loser: int, many: int) -> Paid:
    """P2: the one who is wrong loses one die, or `many`; with none left, is out."""
    return _fewer_dice(state, loser, many, e.Out(loser))


def _fewer_dice(state: State, seat: int, many: int, last: e.Out | e.Done) -> Paid:
    dice = state.players[seat].dice - many
    return (e.DiceLeft(seat, dice),) if dice > 0 else (e.DiceLeft(seat, 0), last)


def _forfeits(payers: tuple[int, ...], winner: int) -> Paid:
    """Each of `payers` owes one forfeit, to the `winner` (P1)."""
    return tuple(e.ForfeitOwed(seat, winner) for seat in payers)


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
    return tuple(event for seat in correct for event in _fewer_dice(state, seat, 1, e.Done(seat)))
