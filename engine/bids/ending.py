"""Determine when a bidding game ends, who wins, and which events follow (E1-E6, L3)."""

from collections.abc import Iterator

from engine.bids.price import stands
from engine.bids.state import State
from engine.core import ending
from engine.core import events as e
from engine.core.events import Cause, End
from engine.core.results import least, pot_shares


def after_showdown(state: State) -> e.GameOver | None:
    """Return the result if the showdown that was just settled ends the game, otherwise None.

    Rule E4 is checked first, then E3, E1 and E2.
    """
    if state.rules.counts_bads() and not state.playing_off and (washed_up := _washed_up(state)):
        return washed_up
    return _decided(state, ending.at_showdown(state, state.rules, stands(state)))


def after_departure(state: State, leaver: int) -> e.GameOver | None:
    """Return the result if too few players are left (L3) or a majority wants to quit (E2), otherwise None.

    If bads decide and too few players are left, the `leaver` washes up, even in a playoff.
    """
    if state.is_deserted() and state.rules.counts_bads():
        return e.GameOver(End.DESERTED, losers=(leaver,))
    return _decided(state, ending.at_departure(state, state.rules, stands(state)))


def called_quits(state: State) -> e.GameOver | None:
    """Return the result if a majority wants to quit (E2), otherwise None.

    If dice decide, the result has no winners unless a player has shed all dice.
    """
    return _decided(state, ending.at_voices(state, state.rules, stands(state)))


def as_it_stands(state: State, why: End) -> e.GameOver:
    """Return the result of ending the game now because of a limit (E1).

    It depends on the dice, scores or forfeits of the players still in.
    """
    return _by_price(state, ending.best(state, why, stands(state)))


def _decided(state: State, over: e.GameOver | None) -> e.GameOver | None:
    return None if over is None else _by_price(state, over)


def _by_price(state: State, over: e.GameOver) -> e.GameOver:
    """Return the result, adapted to the price of the game.

    If bads decide, the players with the lowest score wash up, unless everybody has that score. If dice are shed, the
    first players to shed all of them win (E3). In a playoff the loser washes up. If the playoff was not finished, both
    of its players wash up (E4).
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
    """Yield the events that follow the end of a game: chips in joining order (E6), then forfeits (E3, E4, E6).

    `state` is the state before the end.
    """
    yield from pot_shares(_pot_winners(state, over), len(state.players), state.rules.ante)
    to = over.winners[0] if len(over.winners) == 1 else None
    is_last = state.rules.costs.sheds and over.why is End.DICE
    why = Cause.WASHED_UP if over.losers else Cause.LAST if is_last else Cause.STAKE
    for seat in _owing(state, over):
        yield e.ForfeitOwed(seat, to, why)


def first_to_shed(state: State) -> tuple[int, ...]:
    """Return the players who shed their last die in the earliest round (E3), even if they have left since (L1)."""
    shed = [seat for seat, player in enumerate(state.players) if player.shed_in]
    return least(shed, [player.shed_in for player in state.players]) if shed else ()


def _washed_up(state: State) -> e.GameOver | None:
    """Return the result if players wash up now, or None if the game continues.

    E4: a player at five bads washes up alone. Two or more players at three bads wash up together, unless two of them
    play off.
    """
    alone, pair = at_bads(state, state.rules.bads), at_bads(state, state.rules.pair_bads)
    if alone:
        return e.GameOver(End.BADS, losers=alone)
    if len(pair) < 2 or may_play_off(state):
        return None
    return e.GameOver(End.BADS, losers=pair)


def at_bads(state: State, bads: int) -> tuple[int, ...]:
    """Return the players with at least `bads` bads.

    Players who left count only in the round in which they left (E4).
    """
    return tuple(
        seat
        for seat, player in enumerate(state.players)
        if player.score <= -bads and (not player.left or player.left_in == state.round)
    )


def may_play_off(state: State) -> bool:
    """Return whether two players at three bads, both still in, play off (E4).

    The table's option must be on, and there must be a further round.
    """
    if not state.rules.playoff or state.is_last_round(state.rules.rounds):
        return False
    pair = at_bads(state, state.rules.pair_bads)
    return len(pair) == 2 and not any(state.players[seat].left for seat in pair)


def _pot_winners(state: State, over: e.GameOver) -> tuple[int, ...]:
    """Return the players who share the pot (E6).

    If bads decide, they are the players who do not wash up, including those who look on at a playoff. Otherwise they
    are the winners.
    """
    if over.losers:
        there = (seat for seat, player in enumerate(state.players) if not player.left or state.looks_on(seat))
        return tuple(seat for seat in there if seat not in over.losers)
    return over.winners


def _owing(state: State, over: e.GameOver) -> tuple[int, ...]:
    """Return the players who owe a forfeit for the game.

    If bads decide, they are the players who wash up. If dice are shed, it is the last player, who still has dice after
    the final showdown (E3). There is no last player if the others left (L3), or if the game ended in another way after
    a player had shed all dice (E1, E2). In other games all losers owe a forfeit if the stake is in words.
    """
    if over.losers or not over.winners:
        return over.losers
    if state.rules.costs.sheds and (state.is_deserted() or first_to_shed(state)):
        return state.circle if state.is_deserted() and state.at_showdown() else ()
    if state.rules.stake:
        return tuple(seat for seat in range(len(state.players)) if seat not in over.winners)
    return ()
