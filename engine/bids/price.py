"""The price of a showdown: who pays and what, as events in joining order."""

from collections.abc import Callable, Mapping
from typing import assert_never

from engine.bids.events import DiceLeft, Done, Out, Revealed, Scored
from engine.bids.rules import ExactPays, Loss, Price
from engine.bids.state import State
from engine.core.events import Cause, Event, ForfeitOwed

CHALLENGE, EXACT = Cause.CHALLENGE, Cause.EXACT

Paid = tuple[Event, ...]


def price(state: State, showdown: Revealed) -> Paid:
    """What a showdown costs and brings in the round of `state`."""
    return _exact_price(state, showdown) if showdown.exact else PRICES[state.round_rules.price](state, showdown)


def _exact_price(state: State, showdown: Revealed) -> Paid:
    """Wrong, the caller pays 1; right, they get a die back or somebody else pays 1, as the table has it (C5)."""
    rules, caller, bidder = state.round_rules, showdown.challenger, showdown.bidder
    if not showdown.holds:
        return _each_pays_one(state, (caller,), bidder)
    match rules.exact_pays:
        case ExactPays.BACK if rules.price is Price.DIE:
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
            return tuple(event for seat in payers for event in _dice(state, seat, 1, EXACT))
        case Price.FORFEIT:
            return tuple(ForfeitOwed(seat, winner, EXACT) for seat in payers)
        case Price.BADS:
            return _scored(state, dict.fromkeys(payers, -1), EXACT)
        case Price.SHED:
            raise AssertionError("exact calls do not go with shedding")
        case kind:
            assert_never(kind)


def _a_die(state: State, showdown: Revealed) -> Paid:
    return _dice(state, showdown.loser(), LOSSES[state.round_rules.loss](showdown), CHALLENGE)


def _a_forfeit(_: State, showdown: Revealed) -> Paid:
    return (ForfeitOwed(showdown.loser(), showdown.winner(), CHALLENGE),)


def _dice(state: State, loser: int, many: int, why: Cause) -> Paid:
    """P2: the one who is wrong loses one die, or `many`; with none left, is out."""
    held = state.players[loser].dice
    if held > many:
        return (DiceLeft(loser, held - many, -many, why),)
    return DiceLeft(loser, 0, -held, why), Out(loser)


def _a_die_back(state: State, caller: int) -> Paid:
    """One lost die (C5); nothing at the full number."""
    dice = state.players[caller].dice + 1
    return (DiceLeft(caller, dice, 1, EXACT),) if dice <= state.rules.dice_for(len(state.players)) else ()


def _bads(state: State, showdown: Revealed) -> Paid:
    """P3: in turn the loser has 1 bad; out of turn the challenger has 2 bads, or 2 goods and the bidder 1 bad."""
    challenger, bidder = showdown.challenger, showdown.bidder
    if showdown.in_turn:
        return _scored(state, {showdown.loser(): -1}, CHALLENGE)
    return _scored(state, {challenger: -2} if showdown.holds else {challenger: 2, bidder: -1}, CHALLENGE)


def _scored(state: State, changes: dict[int, int], why: Cause) -> Paid:
    players = state.players
    return tuple(Scored(seat, players[seat].score + changes[seat], changes[seat], why) for seat in sorted(changes))


def _shed(state: State, showdown: Revealed) -> Paid:
    """P4: the correct lose one die: believers if the bid holds, else doubters; without dice they have finished."""
    beliefs = {**dict(showdown.votes), showdown.bidder: True, showdown.challenger: False}
    correct = sorted(seat for seat in beliefs if beliefs[seat] is showdown.holds)
    place = 1 + sum(player.shed_in > 0 for player in state.players)
    return tuple(event for seat in correct for event in _one_shed(state, seat, place))


def _one_shed(state: State, seat: int, place: int) -> Paid:
    player = state.players[seat]
    less = DiceLeft(seat, player.dice - 1, -1, CHALLENGE)
    return (less,) if player.dice > 1 else (less, Done(seat, 0 if player.left else place))


PRICES: Mapping[Price, Callable[[State, Revealed], Paid]] = {
    Price.FORFEIT: _a_forfeit,
    Price.DIE: _a_die,
    Price.BADS: _bads,
    Price.SHED: _shed,
}
"""What a challenge costs and brings, whoever was wrong."""

LOSSES: Mapping[Loss, Callable[[Revealed], int]] = {
    Loss.ONE: lambda _: 1,
    Loss.DIFFERENCE: lambda showdown: max(1, abs(showdown.count - showdown.quantity)),
}
"""How many dice the one who is wrong loses: one, or by how many count and bid differ, at least one (P2)."""
