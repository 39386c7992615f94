"""Apply events to a cup game. No other code changes such a game."""

from msgspec.structs import replace

from engine.core import events as e
from engine.core import folds
from engine.core.dice import NOBODY, without
from engine.core.folds import acted
from engine.core.move import Folds
from engine.core.state import BETWEEN, OVER, PASSING
from engine.poker_cup import events as c
from engine.poker_cup.cup import Cup, with_dice
from engine.poker_cup.state import MadeClaim, State, Step


def _round_began(state: State, event: e.RoundBegan) -> State:
    return replace(
        state,
        phase=PASSING,
        step=Step.SHAKEN,
        round=event.number,
        turn=event.opener,
        debtors=(),
        creditor=NOBODY,
        gift_open=False,
        protested=False,
        showdown=None,
    )


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
    """Apply a claim: record it, and pass the cup on.

    On a table where dice may slip (K14), each pass counts as a throw, whether or not a die slips.
    """
    claim = MadeClaim(event.claim, event.seat, event.blind, event.looked)
    state = _received(state, state.next_in(event.seat))
    throws = state.throws + (state.rules.slippery > 0)
    return acted(replace(state, claims=(*state.claims, claim), throws=throws), event.seat)


def _received(state: State, seat: int) -> State:
    """Give the cup to `seat`. Dice that were rolled on the table in the previous turn may be moved again (K6)."""
    table = with_dice(state.table, state.thrown)
    return replace(state, turn=seat, step=Step.RECEIVED, table=table, thrown=())


def _slipped(state: State, _: c.Slipped) -> State:
    return state  # the public state does not change


def _challenged(state: State, event: e.Challenged) -> State:
    return acted(replace(state, challenger=event.seat, turn=NOBODY), event.seat)


def _lifted(state: State, event: c.CupLifted) -> State:
    return replace(
        _without_the_round(state),
        phase=BETWEEN,
        opener=NOBODY,
        showdown=event,
        creditor=event.passer if event.holds else event.challenger,
        gift_open=state.rules.gift,
    )


def _gave_up(state: State, event: c.GaveUp) -> State:
    """Apply giving up: the round is over without a showdown, and nobody may give a forfeit to another player (P5)."""
    state = replace(_without_the_round(state), phase=BETWEEN, turn=NOBODY, opener=NOBODY, creditor=event.to)
    return acted(state, event.seat)


def _without_the_round(state: State) -> State:
    """Return the state without the claims, the dice and the challenger of the round."""
    return replace(state, claims=(), dropped=(), under=0, table=(), thrown=(), challenger=NOBODY)


def _over(state: State, event: e.GameOver) -> State:
    return replace(_without_the_round(folds.over(state, event)), phase=OVER)


def _protested(state: State, event: c.Protested) -> State:
    return acted(replace(state, protested=True), event.seat)


def _left(state: State, event: e.Left) -> State:
    """Apply a departure. If the player had the cup, the next player receives it as it is.

    If the player had thrown in this turn, the next player opens the round again (L1).
    """
    had_the_cup, had_thrown = state.turn == event.seat, state.has_thrown()
    state = folds.gone(state, event.seat)
    if not had_the_cup:
        return state
    heir = state.next_in(event.seat)
    if had_thrown:
        dropped = state.dropped + state.claims if state.rules.equal else ()
        return replace(state, turn=heir, opener=heir, step=Step.SHAKEN, claims=(), dropped=dropped, table=(), thrown=())
    return _received(state, heir)


FOLDS: Folds = {
    **folds.SHARED,
    e.RoundBegan: _round_began,
    c.RolledUnder: _rolled_under,
    c.Peeked: _peeked,
    c.Shown: _shown,
    c.Covered: _covered,
    c.Threw: _threw,
    c.RolledOnTable: _rolled_on_table,
    c.Shook: _shook,
    c.Looked: _looked,
    c.Claimed: _claimed,
    c.Slipped: _slipped,
    e.Challenged: _challenged,
    c.CupLifted: _lifted,
    c.GaveUp: _gave_up,
    c.Protested: _protested,
    e.GameOver: _over,
    e.Left: _left,
}
"""The functions that apply events to the public state, by the type of the event."""

CUP_FOLDS: Folds = {
    e.RoundBegan: lambda _cup, _event: Cup(),
    c.RolledUnder: lambda _cup, event: Cup(tuple(sorted(event.dice))),
    c.Peeked: lambda cup, event: cup.seen_by(event.seat),
    c.Looked: lambda cup, event: cup.seen_by(event.seat),
    c.Shown: lambda cup, event: cup.giving(event.dice),
    c.Covered: lambda cup, event: cup.taking(event.dice),
    c.Slipped: lambda cup, event: cup.slipped(event.was, event.now),
    c.CupLifted: lambda _cup, _event: Cup(),
    c.GaveUp: lambda _cup, _event: Cup(),
    e.GameOver: lambda _cup, _event: Cup(),
}
"""The functions that apply events to the cup, by the type of the event."""
