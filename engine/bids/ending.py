"""Endings (E1-E6, L3): when a game is over, who has won, and what the end brings."""

from collections.abc import Iterator

from engine.bids.price import PRICES
from engine.bids.state import State
from engine.core import ending
from engine.core import events as e
from engine.core.events import Cause, End
from engine.core.results import least, pot_shares


def after_showdown(state: State) -> e.GameOver | None:
    """The result, where the showdown just settled ends the game: who washes up (E4) first, then E3, E1 and E2."""
    if state.rules.counts_bads() and not state.playing_off and (washed_up := _washed_up(state)):
        return washed_up
    return _decided(state, ending.at_showdown(state, state.rules, _stands(state)))


def after_departure(state: State, leaver: int) -> e.GameOver | None:
    """The result, where too few players are left (L3) or a majority has called it quits (E2).

    Where bads decide, a playoff too, the `leaver` who leaves too few washes up.
    """
    if state.is_deserted() and state.rules.counts_bads():
        return e.GameOver(End.DESERTED, losers=(leaver,))
    return _decided(state, ending.at_departure(state, state.rules, _stands(state)))


def called_quits(state: State) -> e.GameOver | None:
    """The result, where a majority has said so (E2); games decided by dice have none, unless somebody has shed all."""
    return _decided(state, ending.at_voices(state, state.rules, _stands(state)))


def as_it_stands(state: State, why: End) -> e.GameOver:
    """The result at an end by limit (E1): as dice, forfeits or scores stand among those still there."""
    return _by_price(state, ending.best(state, why, _stands(state)))


def _stands(state: State) -> ending.Stands:
    return PRICES[state.rules.price].stands


def _decided(state: State, over: e.GameOver | None) -> e.GameOver | None:
    return None if over is None else _by_price(state, over)


def _by_price(state: State, over: e.GameOver) -> e.GameOver:
    """What bads and shedding make of a result: the worst wash up (E4), and who has shed first has won already (E3).

    Who loses a playoff washes up, and both where it is not played to its end (E4).
    """
    if state.playing_off:
        alone = state.circle if state.is_deserted() else ()
        losers = tuple(seat for seat in state.playing_off if seat not in alone)
        return e.GameOver(End.PLAYOFF if over.why is End.DICE else over.why, losers=losers)
    if state.rules.counts_bads():
        worst = least(state.seats_in(), [player.score for player in state.players])
        return e.GameOver(over.why, losers=() if len(worst) == len(state.circle) else worst)
    if shed := first_to_shed(state):
        return e.GameOver(over.why, winners=shed)
    return over


def brings(state: State, over: e.GameOver) -> Iterator[e.Event]:
    """What the end brings, `state` being the one before: chips in joining order (E6), then forfeits (E3, E4, E6)."""
    yield from pot_shares(_pot_winners(state, over), len(state.players), state.rules.ante)
    to = over.winners[0] if len(over.winners) == 1 else None
    is_last = state.rules.costs.sheds and over.why is End.DICE
    why = Cause.WASHED_UP if over.losers else Cause.LAST if is_last else Cause.STAKE
    for seat in _owing(state, over):
        yield e.ForfeitOwed(seat, to, why)


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
    if state.rules.costs.sheds and (state.is_deserted() or first_to_shed(state)):
        return state.circle if state.is_deserted() and state.at_showdown() else ()
    if state.rules.stake:
        return tuple(seat for seat in range(len(state.players)) if seat not in over.winners)
    return ()
