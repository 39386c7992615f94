"""Endings (E1-E6, L3): when a game is over, who has won, and what the end brings."""

from collections.abc import Iterator
from typing import assert_never

from engine.bids.rules import Price
from engine.bids.state import State
from engine.core import events as e
from engine.core.events import Cause, End
from engine.core.results import is_majority, least, pot_shares

BADS = Price.BADS


def after_showdown(state: State) -> e.GameOver | None:
    """The result, where the showdown just settled ends the game.

    In this order: it has come to its own end (E3, E4), the last round is played or the time is up (E1), a majority has
    called it quits (E2). Only where dice decide can a showdown leave fewer than two.
    """
    if state.rules.price is BADS and not state.playing_off and (washed_up := _washed_up(state)):
        return washed_up
    if state.is_deserted():
        return _last_one(state, End.PLAYOFF if state.playing_off else End.DICE)
    if state.is_last_round(state.rules.rounds):
        return as_it_stands(state, End.TIME if state.time_up else End.ROUNDS)
    return called_quits(state)


def after_departure(state: State, leaver: int) -> e.GameOver | None:
    """The result, where too few players are left (L3) or a majority has called it quits (E2).

    Where bads decide, a playoff too, the `leaver` who leaves too few washes up.
    """
    if not state.is_deserted():
        return called_quits(state)
    if state.rules.counts_bads():
        return e.GameOver(End.DESERTED, losers=(leaver,))
    return _last_one(state, End.DESERTED)


def called_quits(state: State) -> e.GameOver | None:
    """The result, where a majority has said so (E2); games decided by dice have none, unless somebody has shed all."""
    if not is_majority(state.voices(state.circle), len(state.circle)):
        return None
    return e.GameOver(End.QUITS, first_to_shed(state)) if state.rules.counts_dice() else as_it_stands(state, End.QUITS)


def as_it_stands(state: State, why: End) -> e.GameOver:
    """The result at an end by limit (E1): as dice, forfeits or scores stand among those still there.

    A playoff that is not played to its end washes both up (E4); who has shed all dice first has won already (E1).
    """
    if state.playing_off:
        return e.GameOver(why, losers=state.playing_off)
    stay = [seat for seat, player in enumerate(state.players) if not player.left]
    match state.rules.price:
        case Price.FORFEIT:
            return e.GameOver(why, winners=least(stay, [player.forfeits for player in state.players]))
        case Price.DIE:
            return e.GameOver(why, winners=least(stay, [-player.dice for player in state.players]))
        case Price.SHED:
            fewest = least(stay, [player.dice for player in state.players])
            return e.GameOver(why, winners=first_to_shed(state) or fewest)
        case Price.BADS:
            worst = least(stay, [player.score for player in state.players])
            return e.GameOver(why, losers=() if len(worst) == len(stay) else worst)
        case kind:
            assert_never(kind)


def brings(state: State, over: e.GameOver) -> Iterator[e.Event]:
    """What the end brings, `state` being the one before: chips in joining order (E6), then forfeits (E3, E4, E6)."""
    yield from pot_shares(_pot_winners(state, over), len(state.players), state.rules.ante)
    to = over.winners[0] if len(over.winners) == 1 else None
    is_last = state.rules.price is Price.SHED and over.why is End.DICE
    why = Cause.WASHED_UP if over.losers else Cause.LAST if is_last else Cause.STAKE
    for seat in _owing(state, over):
        yield e.ForfeitOwed(seat, to, why)


def _last_one(state: State, why: End) -> e.GameOver:
    """E3: the last one wins; `joker`: the first to have shed, or the last one there where nobody has (L3).

    Who loses a playoff washes up (E4).
    """
    if state.playing_off:
        return e.GameOver(why, losers=tuple(seat for seat in state.playing_off if not state.is_in(seat)))
    match state.rules.price:
        case Price.DIE:
            return e.GameOver(why, winners=state.seats_in())
        case Price.SHED:
            return e.GameOver(why, winners=first_to_shed(state) or state.seats_in())
        case Price.FORFEIT | Price.BADS:
            return as_it_stands(state, why)
        case kind:
            assert_never(kind)


def first_to_shed(state: State) -> tuple[int, ...]:
    """Who shed the last die in the earliest round (E3), gone by now or not (L1); empty where nobody has."""
    shed = [seat for seat, player in enumerate(state.players) if player.shed_in]
    return least(shed, [player.shed_in for player in state.players]) if shed else ()


def _washed_up(state: State) -> e.GameOver | None:
    """E4: whoever is at five bads, tested first; or two or more together at three, unless they play it off."""
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
    """Whether the option lets two players at three bads, both still there, play it out (E4): a round must be left."""
    if not state.rules.playoff or state.is_last_round(state.rules.rounds):
        return False
    pair = at_bads(state, state.rules.pair_bads)
    return len(pair) == 2 and not any(state.players[seat].left for seat in pair)


def _pot_winners(state: State, over: e.GameOver) -> tuple[int, ...]:
    """The winners; where bads decide, everybody still in, or looking on at a playoff, who does not wash up (E6)."""
    if over.losers:
        there = (seat for seat, player in enumerate(state.players) if not player.left or state.looks_on(seat))
        return tuple(seat for seat in there if seat not in over.losers)
    return over.winners


def _owing(state: State, over: e.GameOver) -> tuple[int, ...]:
    """Who owes a forfeit for the game: who washes up, the last in `joker`, losers where the stake is words.

    In `joker` only the one left with dice at a showdown is the last (E3): nobody is where others left (L3), or where
    the game ended otherwise after somebody had shed (E1, E2).
    """
    if over.losers or not over.winners:
        return over.losers
    if state.rules.price is Price.SHED and (state.is_deserted() or first_to_shed(state)):
        return state.circle if state.is_deserted() and state.at_showdown() else ()
    if state.rules.stake:
        return tuple(seat for seat in range(len(state.players)) if seat not in over.winners)
    return ()
