"""Endings (E1-E6, L3): when a game is over, who has won, and what the end brings."""

from collections.abc import Iterator
from typing import assert_never

from engine.common_hand.rules import Price
from engine.common_hand.state import State
from engine.core import events as e
from engine.core.events import Cause, End
from engine.core.results import is_majority, least
from engine.core.stakes import pot_shares


def after_showdown(state: State) -> e.GameOver | None:
    """The result, where the showdown just settled ends the game.

    In this order: it has come to its own end (E3, E4), the last round is played or the time is up (E1), a majority has
    called it quits (E2). Only where dice decide can a showdown leave fewer than two.
    """
    if state.rules.price is Price.BADS and not state.playing_off and (washed_up := _washed_up(state)):
        return washed_up
    if state.is_deserted():
        return _deserted(state)
    if state.is_last_round(state.rules.rounds):
        return standings(state, End.TIME if state.time_up else End.ROUNDS)
    return called_quits(state)


def after_departure(state: State) -> e.GameOver | None:
    """The result, where too few players are left (L3) or a majority has called it quits (E2)."""
    return _deserted(state) if state.is_deserted() else called_quits(state)


def called_quits(state: State) -> e.GameOver | None:
    """The result, where a majority has said so (E2); games decided by dice have none."""
    voices = [state.players[seat].quits for seat in state.circle]
    if not is_majority(voices):
        return None
    return e.GameOver(End.QUITS) if state.rules.counts_dice() else standings(state, End.QUITS)


def standings(state: State, why: End) -> e.GameOver:
    """The result as dice, forfeits or scores stand among those still there: at an end by limit (E1), and others."""
    stay = [seat for seat, player in enumerate(state.players) if not player.left]
    match state.rules.price:
        case Price.FORFEIT:
            return e.GameOver(why, winners=least(stay, [player.forfeits for player in state.players]))
        case Price.DIE:
            return e.GameOver(why, winners=least(stay, [-player.dice for player in state.players]))
        case Price.SHED:
            return e.GameOver(why, winners=least(stay, [player.dice for player in state.players]))
        case Price.BADS:
            worst = least(stay, [player.score for player in state.players])
            return e.GameOver(why, losers=() if len(worst) == len(stay) else worst)
        case kind:
            assert_never(kind)


def brings(state: State, over: e.GameOver) -> Iterator[e.Event]:
    """What the end brings, `state` being the one before: chips in joining order (E6), then forfeits (E3, E4, E6)."""
    yield from pot_shares(_pot_winners(state, over), len(state.players), state.rules.ante)
    to = over.winners[0] if len(over.winners) == 1 else None
    why = _owing_why(state, over)
    for seat in _owing(state, over):
        yield e.ForfeitOwed(seat, to, why)


def _deserted(state: State) -> e.GameOver:
    """E3: the last one wins; `joker`: the first to have shed. The same where everybody else has left (L3)."""
    why = End.DICE if state.at_showdown() else End.DESERTED
    if state.playing_off:
        why = End.PLAYOFF if state.at_showdown() else End.DESERTED
        return e.GameOver(why, losers=tuple(seat for seat in state.playing_off if not state.is_in(seat)))
    match state.rules.price:
        case Price.DIE:
            return e.GameOver(why, winners=state.seats_in())
        case Price.SHED:
            return e.GameOver(why, winners=first_to_shed(state))
        case Price.FORFEIT | Price.BADS:
            return standings(state, End.DESERTED)
        case kind:
            assert_never(kind)


def first_to_shed(state: State) -> tuple[int, ...]:
    """Of those still there, who shed the last die in the earliest round (E3); empty where nobody has."""
    shed = [seat for seat, player in enumerate(state.players) if player.shed_in and not player.left]
    return least(shed, [player.shed_in for player in state.players]) if shed else ()


def _washed_up(state: State) -> e.GameOver | None:
    """E4: one player at five bads, tested first; or two at three, unless they play it off."""
    alone, pair = at_bads(state, state.rules.bads), at_bads(state, state.rules.pair_bads)
    if alone:
        return e.GameOver(End.BADS, losers=alone)
    if len(pair) < 2 or may_play_off(state):
        return None
    return e.GameOver(End.BADS, losers=pair)


def at_bads(state: State, bads: int) -> tuple[int, ...]:
    """Who is at `bads` or worse; players who left count only in the round in which they left (E4)."""
    return tuple(
        seat
        for seat, player in enumerate(state.players)
        if player.score <= -bads and (not player.left or player.left_in == state.round)
    )


def may_play_off(state: State) -> bool:
    """Whether the option lets two players at three bads, both still there, play it out (E4)."""
    if not state.rules.playoff:
        return False
    pair = at_bads(state, state.rules.pair_bads)
    return len(pair) == 2 and not any(state.players[seat].left for seat in pair)


def _pot_winners(state: State, over: e.GameOver) -> tuple[int, ...]:
    """`joker`: the first to shed; where bads decide: everybody still in who does not wash up; else the winners (E6)."""
    if over.losers:
        return tuple(s for s, p in enumerate(state.players) if not p.left and s not in over.losers)
    if over.winners and state.rules.price is Price.SHED:
        return first_to_shed(state) or over.winners
    return over.winners


def _owing(state: State, over: e.GameOver) -> tuple[int, ...]:
    """Who owes a forfeit for the game: who washes up, the last in `joker`, losers where the stake is words."""
    if over.losers or not over.winners:
        return over.losers
    if state.rules.price is Price.SHED and state.is_deserted():
        return state.circle if state.at_showdown() else ()  # nobody owes where the others left (L3)
    if state.rules.stake:
        return tuple(seat for seat in range(len(state.players)) if seat not in over.winners)
    return ()


def _owing_why(state: State, over: e.GameOver) -> Cause:
    if over.losers:
        return Cause.WASHED_UP
    return Cause.LAST if state.rules.price is Price.SHED and state.is_deserted() else Cause.STAKE
