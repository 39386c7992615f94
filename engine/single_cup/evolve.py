"""The only place where a game of the cup changes: one event folded into it."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.core import events as e
from engine.core import folds
from engine.core.dice import NOBODY
from engine.core.folds import acted
from engine.core.state import BETWEEN, OVER, PASSING
from engine.core.turn import Folds
from engine.single_cup import events as c
from engine.single_cup.cup import Cup, with_dice, without
from engine.single_cup.state import CupGame, Showdown, StandingClaim, State, Step


def evolve(game: CupGame, event: e.Event) -> CupGame:
    """The game after `event`. Total: the events of `play` can always be folded."""
    kind = type(event)
    cup = CUP_FOLDS[kind](game.cup, event) if kind in CUP_FOLDS else game.cup
    return CupGame(FOLDS[kind](game.state, event), cup)


def _round_began(state: State, event: e.RoundBegan) -> State:
    return replace(
        state,
        phase=PASSING, step=Step.SHAKEN, round=event.number, turn=state.opener, under=0, table=(), thrown=(),
        standing=None, challenger=NOBODY, debtors=(), creditor=NOBODY, gift_open=False, protested=False, showdown=None,
    )  # fmt: skip


def _rolled_under(state: State, event: c.RolledUnder) -> State:
    return replace(state, under=len(event.dice), throws=state.throws + 1)


def _peeked(state: State, event: c.Peeked) -> State:
    return acted(replace(state, step=Step.ARRANGING), event.seat)


def _shown(state: State, event: c.Shown) -> State:
    table = with_dice(state.table, event.dice)
    return acted(replace(state, table=table, under=state.under - len(event.dice)), event.seat)


def _covered(state: State, event: c.Covered) -> State:
    table = without(state.table, event.dice)
    return acted(replace(state, table=table, under=state.under + len(event.dice)), event.seat)


def _threw(state: State, event: c.Threw) -> State:
    return acted(replace(state, step=Step.THROWING), event.seat)


def _rolled_on_table(state: State, event: c.RolledOnTable) -> State:
    table, thrown = without(state.table, (event.was,)), with_dice(state.thrown, (event.now,))
    return replace(state, table=table, thrown=thrown, throws=state.throws + 1)


def _shook(state: State, event: c.Shook) -> State:
    return acted(replace(state, step=Step.SHAKEN), event.seat)


def _looked(state: State, event: c.Looked) -> State:
    return acted(replace(state, step=Step.LOOKED), event.seat)


def _claimed(state: State, event: c.Claimed) -> State:
    """Where a pass may slip (K14) it takes an address of its own, whether it slips or not."""
    looked = state.step is Step.LOOKED
    state = replace(
        _received(state, state.next_in(event.seat)),
        standing=StandingClaim(event.claim, event.seat, event.blind, looked),
        throws=state.throws + (state.rules.slippery > 0),
    )
    return acted(state, event.seat)


def _received(state: State, seat: int) -> State:
    """The cup comes to `seat`; dice rolled on the table in the turn before are like all others again (K6)."""
    table = with_dice(state.table, state.thrown)
    return replace(state, turn=seat, step=Step.RECEIVED, table=table, thrown=())


def _slipped(state: State, _: c.Slipped) -> State:
    return state  # what is public stays as it was


def _challenged(state: State, event: e.Challenged) -> State:
    return acted(replace(state, challenger=event.seat, turn=NOBODY), event.seat)


def _lifted(state: State, event: c.CupLifted) -> State:
    claim, challenger = state.standing, state.challenger
    assert claim is not None
    showdown = Showdown(
        claim.claim, claim.passer, challenger, event.under, event.table, event.hand, event.holds
    )  # fmt: skip
    return replace(
        state, phase=BETWEEN, opener=NOBODY, under=0, table=(), thrown=(), showdown=showdown,
        creditor=claim.passer if event.holds else challenger, gift_open=state.rules.gift,
    )  # fmt: skip


def _over(state: State, event: e.GameOver) -> State:
    return replace(folds.over(state, event), phase=OVER, standing=None, under=0, table=(), thrown=())


def _protested(state: State, event: c.Protested) -> State:
    return acted(replace(state, protested=True), event.seat)


def _left(state: State, event: e.Left) -> State:
    """The next player receives the cup as it lies; where the leaver had thrown, they open anew (L1)."""
    had_the_cup, anew = state.turn == event.seat, state.has_thrown()
    state = folds.gone(state, event.seat)
    if not had_the_cup:
        return state
    heir = state.next_in(event.seat)
    if anew:
        return replace(state, turn=heir, opener=heir, step=Step.SHAKEN, standing=None, table=(), thrown=())
    return _received(state, heir)


FOLDS: Folds = {
    **folds.SHARED, e.RoundBegan: _round_began, c.RolledUnder: _rolled_under, c.Peeked: _peeked, c.Shown: _shown,
    c.Covered: _covered, c.Threw: _threw, c.RolledOnTable: _rolled_on_table, c.Shook: _shook, c.Looked: _looked,
    c.Claimed: _claimed, c.Slipped: _slipped, e.Challenged: _challenged, c.CupLifted: _lifted, c.Protested: _protested,
    e.GameOver: _over, e.Left: _left,
}  # fmt: skip
"""What each event changes of what is public."""

CUP_FOLDS: dict[type[e.Event], Callable[[Cup, Any], Cup]] = {
    e.RoundBegan: lambda _cup, _event: Cup(),
    c.RolledUnder: lambda _cup, event: Cup(tuple(sorted(event.dice))),
    c.Peeked: lambda cup, event: cup.seen_by(event.seat),
    c.Looked: lambda cup, event: cup.seen_by(event.seat),
    c.Shown: lambda cup, event: cup.giving(event.dice),
    c.Covered: lambda cup, event: cup.taking(event.dice),
    c.Slipped: lambda cup, event: cup.slipped(event.was, event.now),
    c.CupLifted: lambda _cup, _event: Cup(),
    e.GameOver: lambda _cup, _event: Cup(),
}
"""What events change under the cup."""
