"""The only place where a game of the cup changes: one event folded into it."""

from collections.abc import Callable
from typing import Any, cast

from msgspec.structs import replace

from engine import events as e
from engine.dice import NOBODY
from engine.single_cup import events as c
from engine.single_cup.cup import Cup, with_dice, without
from engine.single_cup.state import CupGame, Phase, Showdown, StandingClaim, State, Step
from engine.standings import Result

Fold = Callable[[State, Any], State]
FoldCup = Callable[[Cup, Any], Cup]


def evolve(game: CupGame, event: e.Event) -> CupGame:
    """The game after `event`. Total: the events of `play` can always be folded."""
    kind = type(event)
    if kind is e.Left:
        return _left(game, cast("e.Left", event))
    fold, fold_cup = _FOLDS.get(kind), _CUP_FOLDS.get(kind)
    cup = fold_cup(game.cup, event) if fold_cup else game.cup
    state = fold(game.state, event) if fold else game.state
    if len(cup.dice) != state.under:
        state = replace(state, under=len(cup.dice))
    return CupGame(state, cup)


def _roll_off(state: State, _: e.RollOff) -> State:
    return replace(state, throws=state.throws + 1)


def _ordered(state: State, event: e.Ordered) -> State:
    return replace(state, order=event.order, opener=event.order[0])


def _round_began(state: State, event: e.RoundBegan) -> State:
    return replace(
        state,
        phase=Phase.PASSING, step=Step.SHAKEN, round=event.number, turn=state.opener, table=(), thrown=(),
        standing=None, challenger=NOBODY, debtors=(), creditor=NOBODY, gift_open=False, protested=False, showdown=None,
    )  # fmt: skip


def _rolled_under(state: State, _: c.RolledUnder) -> State:
    return replace(state, throws=state.throws + 1)


def _peeked(state: State, event: c.Peeked) -> State:
    return _acted(replace(state, step=Step.ARRANGING), event.seat)


def _shown(state: State, event: c.Shown) -> State:
    return _acted(replace(state, table=with_dice(state.table, event.dice)), event.seat)


def _covered(state: State, event: c.Covered) -> State:
    return _acted(replace(state, table=without(state.table, event.dice)), event.seat)


def _threw(state: State, event: c.Threw) -> State:
    return _acted(replace(state, step=Step.THROWING), event.seat)


def _rolled_on_table(state: State, event: c.RolledOnTable) -> State:
    table, thrown = without(state.table, (event.was,)), with_dice(state.thrown, (event.now,))
    return replace(state, table=table, thrown=thrown, throws=state.throws + 1)


def _shook(state: State, event: c.Shook) -> State:
    return _acted(replace(state, step=Step.SHAKEN), event.seat)


def _looked(state: State, event: c.Looked) -> State:
    return _acted(replace(state, step=Step.LOOKED), event.seat)


def _claimed(state: State, event: c.Claimed) -> State:
    """K9; where a pass may slip (K14) it takes an address of its own, whether it slips or not."""
    looked = state.step is Step.LOOKED
    state = replace(
        _received(state, state.next_in(event.seat)),
        standing=StandingClaim(event.claim, event.seat, event.blind, looked),
        throws=state.throws + (state.rules.slippery > 0),
    )
    return _acted(state, event.seat)


def _received(state: State, seat: int) -> State:
    """The cup comes to `seat`; dice rolled on the table in the turn before are like all others again (K6)."""
    table = with_dice(state.table, state.thrown)
    return replace(state, turn=seat, step=Step.RECEIVED, table=table, thrown=())


def _challenged(state: State, event: e.Challenged) -> State:
    return _acted(replace(state, challenger=event.seat, turn=NOBODY), event.seat)


def _lifted(state: State, event: c.CupLifted) -> State:
    standing = state.standing
    assert standing is not None
    showdown = Showdown(standing.claim, standing.passer, state.challenger, event.under, event.table)
    return replace(state, phase=Phase.BETWEEN, opener=NOBODY, table=(), thrown=(), showdown=showdown)


def _hand_named(state: State, event: c.HandNamed) -> State:
    assert state.showdown is not None
    return replace(state, showdown=replace(state.showdown, hand=event.hand))


def _judged(state: State, event: e.Judged) -> State:
    assert state.showdown is not None
    showdown = replace(state.showdown, holds=event.holds)
    winner = showdown.passer if event.holds else showdown.challenger
    return replace(state, showdown=showdown, creditor=winner, gift_open=state.rules.gift)


def _forfeit(state: State, event: e.ForfeitOwed) -> State:
    player = state.players[event.seat]
    state = state.with_player(event.seat, replace(player, forfeits=player.forfeits + 1))
    waits = state.phase is Phase.BETWEEN and not player.left and event.seat not in state.debtors
    return replace(state, debtors=(*state.debtors, event.seat)) if waits else state


def _chips(state: State, event: e.ChipsMoved) -> State:
    player = state.players[event.seat]
    return state.with_player(event.seat, replace(player, chips=player.chips + event.amount))


def _opens(state: State, event: e.Opens) -> State:
    return replace(state, opener=event.seat)


def _over(state: State, event: e.GameOver) -> State:
    return replace(
        state, phase=Phase.OVER, turn=NOBODY, opener=NOBODY, debtors=(), gift_open=False, standing=None,
        table=(), thrown=(), result=Result(event.winners, event.losers),
    )  # fmt: skip


def _settled(state: State, event: e.Settled) -> State:
    return _acted(_no_debt(state, event.debtor), event.by)


def _no_debt(state: State, seat: int) -> State:
    debtors = tuple(debtor for debtor in state.debtors if debtor != seat)
    return replace(state, debtors=debtors, gift_open=state.gift_open and bool(debtors))


def _gifted(state: State, event: e.Gifted) -> State:
    return _acted(replace(state, gift_open=False), event.seat)


def _protested(state: State, event: c.Protested) -> State:
    return _acted(replace(state, protested=True), event.seat)


def _left(game: CupGame, event: e.Left) -> CupGame:
    """L1: the next player receives the cup as it lies; before the opening claim everything is thrown anew."""
    seat, state = event.seat, game.state
    state = state.with_player(seat, replace(state.players[seat], left=True, left_in=state.round))
    state = replace(_no_debt(state, seat), played_for=NOBODY)
    if state.turn != seat:
        return CupGame(state, game.cup)
    heir = state.next_in(seat)
    if state.standing is not None:
        return CupGame(_received(state, heir), game.cup)
    return CupGame(replace(state, turn=heir, opener=heir, step=Step.SHAKEN, table=(), thrown=(), under=0))


def _quit(state: State, event: e.QuitVoiced) -> State:
    state = state.with_player(event.seat, replace(state.players[event.seat], quits=True))
    return _acted(state, event.seat)


def _absent(state: State, event: e.WasAbsent) -> State:
    player = state.players[event.seat]
    return state.with_player(event.seat, replace(player, absences=player.absences + 1))


def _played_for(state: State, event: e.PlayedFor) -> State:
    return replace(state, played_for=event.seat)  # the act itself follows


def _time_up(state: State, _: e.TimeRanOut) -> State:
    return replace(state, time_up=True)


def _acted(state: State, seat: int) -> State:
    """L2: an own act starts the count of absences again; one that was played for the player does not."""
    if state.played_for == seat:
        return replace(state, played_for=NOBODY)
    player = state.players[seat]
    return state.with_player(seat, replace(player, absences=0)) if player.absences else state


_FOLDS: dict[type[e.Event], Fold] = {
    e.RollOff: _roll_off, e.Ordered: _ordered, e.RoundBegan: _round_began, c.RolledUnder: _rolled_under,
    c.Peeked: _peeked, c.Shown: _shown, c.Covered: _covered, c.Threw: _threw, c.RolledOnTable: _rolled_on_table,
    c.Shook: _shook, c.Looked: _looked,
    c.Claimed: _claimed, e.Challenged: _challenged, c.CupLifted: _lifted, c.HandNamed: _hand_named, e.Judged: _judged,
    e.ForfeitOwed: _forfeit, e.ChipsMoved: _chips, e.Opens: _opens, e.GameOver: _over, e.Settled: _settled,
    e.Gifted: _gifted, c.Protested: _protested, e.QuitVoiced: _quit, e.WasAbsent: _absent, e.PlayedFor: _played_for,
    e.TimeRanOut: _time_up,
}  # fmt: skip

_CUP_FOLDS: dict[type[e.Event], FoldCup] = {
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
