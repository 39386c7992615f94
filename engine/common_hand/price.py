"""The price of a showdown (P1-P4, C5): who pays and what, as events in joining order."""

from collections.abc import Iterator
from typing import assert_never

from engine import events as e
from engine.common_hand.rules import Price
from engine.common_hand.state import State


def price(state: State, bidder: int, challenger: int, holds: bool) -> Iterator[e.Event]:
    """What a challenge costs and brings, `holds` saying whether the bid did."""
    loser, winner = (challenger, bidder) if holds else (bidder, challenger)
    match state.round_rules.price:
        case Price.FORFEIT:
            yield e.ForfeitOwed(loser, winner)
        case Price.DIE:
            yield from _one_die_less(state, loser, e.Out(loser))
        case Price.BADS:
            yield from _bads(state, bidder, challenger, holds)
        case Price.SHED:
            yield from _shed(state, bidder, challenger, holds)
        case kind:
            assert_never(kind)


def exact_price(state: State, bidder: int, caller: int, exact: bool) -> Iterator[e.Event]:
    """C5: right, the caller gets a die back (or the bidder pays 1); wrong, the caller pays 1."""
    match state.round_rules.price:
        case Price.FORFEIT:
            yield e.ForfeitOwed(bidder, caller) if exact else e.ForfeitOwed(caller, bidder)
        case Price.BADS:
            payer = bidder if exact else caller
            yield e.Scored(payer, state.players[payer].score - 1)
        case Price.DIE if exact:
            held = state.players[caller].dice
            if held < state.rules.dice_for(len(state.players)):
                yield e.DiceLeft(caller, held + 1)
        case Price.DIE:
            yield from _one_die_less(state, caller, e.Out(caller))
        case Price.SHED:
            raise AssertionError("C5: exact calls do not go with shedding")
        case kind:
            assert_never(kind)


def _one_die_less(state: State, seat: int, last: e.Out | e.Done) -> Iterator[e.Event]:
    dice = state.players[seat].dice - 1
    yield e.DiceLeft(seat, dice)
    if dice == 0:
        yield last


def _bads(state: State, bidder: int, challenger: int, holds: bool) -> Iterator[e.Event]:
    """P3: in turn the loser has 1 bad; out of turn the challenger has 2 bads, or 2 goods and the bidder 1 bad."""
    if state.challenge_in_turn:
        changes = {challenger: -1} if holds else {bidder: -1}
    else:
        changes = {challenger: -2} if holds else {challenger: 2, bidder: -1}
    for seat in sorted(changes):
        yield e.Scored(seat, state.players[seat].score + changes[seat])


def _shed(state: State, bidder: int, challenger: int, holds: bool) -> Iterator[e.Event]:
    """P4: the correct lose one die: believers if the bid holds, else doubters."""
    beliefs = {**dict(state.votes), bidder: True, challenger: False}
    for seat in sorted(beliefs):
        if beliefs[seat] == holds:
            yield from _one_die_less(state, seat, e.Done(seat))
