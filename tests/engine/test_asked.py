"""Computer players leave room for a bid by every seat: in every preset of bids, rounds last until the pool is spent."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from engine.bids import raising
from engine.bids.actions import Bid
from engine.bids.counting import counting
from engine.bids.events import BidMade, Revealed
from engine.bids.rules import Rules
from engine.core.events import RoundBegan
from engine.core.state import Phase
from engine.fairness import Seed
from engine.simulate import Simulated, simulate
from tests.engine import bids as games
from tests.engine.bids import rules_for
from tests.engine.playing import PRESETS

pytestmark = pytest.mark.xdist_group("asked")  # one process plays each game once, and all tests here share it

AIM = 0.07
"""The largest share of rounds that may end before a seat was asked that comes before the pool is spent."""


@cache
def seats_before_spent(rules: Rules, pool: int, wild: int, palifico: bool) -> int:
    """Return how many seats after the opener get a turn before the pool is spent.

    Assume that the opening is the lowest bid, and that each further bid is the lowest raise that is most likely to a
    player without dice. The seat at distance d from the opener faces the d-th of these bids. It comes before the pool
    is spent if that bid is more likely to hold than not. Of the later seats, some find that somebody has already
    challenged.
    """

    def looks(bid: Bid) -> float:
        return counting(bid, wild).likely((), pool)

    least = raising.ANY if palifico else raising.openings(rules.raising, pool)
    for seats in range(20):
        if not least or looks(best := max(least, key=lambda bid: (looks(bid), -bid.quantity, -bid.face))) <= 0.5:
            return seats
        rule = rules.raising
        least = raising.palifico_raises(best, False, pool) if palifico else raising.raises(rule, best, pool)
    return 20


@cache
def played(preset: str, players: int, seed: int) -> Simulated:
    """Return a simulated game."""
    return simulate(preset, players, {}, Seed(bytes([seed, players])))


def rounds(preset: str, players: int, seed: int) -> Iterator[tuple[tuple[int, ...], int, set[int]]]:
    """Yield each round's players from the opener on, its bids before the pool is spent, and the seats with a turn."""
    told = played(preset, players, seed)
    game = games.initial(rules_for(preset, told.options), players, (), ())
    circle: tuple[int, ...] = ()
    asked: set[int] = set()
    for event in told.events:
        before, game = game, games.evolve(game, event)
        if isinstance(event, RoundBegan):
            circle, asked = game.state.circle_from(event.opener), set()
        if game.state.phase is Phase.BIDDING:
            asked.add(game.state.turn)
        if isinstance(event, Revealed):
            was = before.state
            yield circle, seats_before_spent(was.round_rules, was.pool, was.wild(), was.palifico), asked


GAMES = 16
"""The games of each size, enough for at least fifty rounds, mostly more than a hundred."""


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("preset", PRESETS)
def test_every_seat_is_asked_before_the_pool_is_spent(preset: str, players: int) -> None:
    """Each distance from the opener is counted separately, so that the last seat matters as much as the next one."""
    came, missed = Counter[int](), Counter[int]()
    for seed in range(GAMES):
        for circle, before_spent, asked in rounds(preset, players, seed):
            for distance, seat in enumerate(circle[1 : before_spent + 1], 1):
                came[distance] += 1
                missed[distance] += seat not in asked
    assert came[1] > 40
    assert {distance: share for distance in came if (share := missed[distance] / came[distance]) > AIM} == {}


def showdowns(preset: str, players: int) -> tuple[list[Revealed], float]:
    """Yield the showdowns of simulated games, each with its number of bids."""
    events = [e for seed in range(GAMES) for e in played(preset, players, seed).events]
    shown = [event for event in events if isinstance(event, Revealed)]
    return shown, sum(isinstance(event, BidMade) for event in events) / len(shown)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("preset", PRESETS)
def test_a_round_does_not_drag_on_and_who_calls_is_right_about_as_often_as_not(preset: str, players: int) -> None:
    shown, bids = showdowns(preset, players)
    assert 2 < bids < 1.5 * players + 4
    assert 0.3 < sum(event.exact == event.holds for event in shown) / len(shown) < 0.8


@pytest.mark.parametrize("players", range(3, 9))
def test_bangs_out_of_turn_are_seldom(players: int) -> None:
    shown, _ = showdowns("firehouse", players)
    assert sum(not event.in_turn for event in shown) < 0.06 * len(shown)
