"""Test that computer players bid low enough for every seat to get a turn.

Each bid makes the next one less likely to be true. In every preset of bids, a round should go on until even the best
raise is more likely false than true. From then on, the tests call the pool spent.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from engine.bids import raising
from engine.bids.actions import Bid
from engine.bids.counting import Stash, counting
from engine.bids.events import BidMade, Revealed
from engine.bids.rules import Rules
from engine.core.events import RoundBegan
from engine.core.state import Phase
from engine.fairness import Seed
from engine.simulated_game import Simulated, simulate
from tests.engine import bids as games
from tests.engine.bids import rules_for
from tests.engine.playing import PRESETS

pytestmark = pytest.mark.xdist_group("asked")  # all tests here run in one process and share its games

AIM = 0.07
"""The largest allowed share of rounds that end before a seat gets the turn that it should get."""


@cache
def seats_before_spent(rules: Rules, pool: int, wild: int, palifico: bool) -> int:
    """Return how many seats after the opener get a turn before the pool is spent.

    The function assumes that each player bids low. The first bid is the likeliest opening, and each later bid is the
    likeliest raise for a player who sees no dice. The seat at distance d from the opener has to answer the d-th of
    these bids. Its turn comes before the pool is spent if that bid is more likely true than false.
    """

    def looks(bid: Bid) -> float:
        return counting(bid, wild).likely((Stash((), pool),))

    least = raising.ANY if palifico else raising.openings(rules.raising, pool)
    for seats in range(20):
        if not least or looks(best := max(least, key=lambda bid: (looks(bid), -bid.quantity, -bid.face))) <= 0.5:
            return seats
        rule = rules.raising
        least = raising.palifico_raises(best, False, pool) if palifico else raising.raises(rule, best, pool)
    return 20


@cache
def played(preset: str, players: int, seed: int) -> Simulated:
    """Simulate a game of computer players. The same arguments always give the same game."""
    return simulate(preset, players, {}, Seed(bytes([seed, players])))


def rounds(preset: str, players: int, seed: int) -> Iterator[tuple[tuple[int, ...], int, set[int]]]:
    """Yield three things for each round of a simulated game that ends in a showdown.

    They are the players in turn order from the opener on, the number of seats after the opener that should get a turn,
    and the set of seats that got a turn.
    """
    told = played(preset, players, seed)
    game = games.initial(rules_for(preset, told.options), players, (), (), ())
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
"""The number of games with each number of players. They have at least fifty rounds, and mostly more than a hundred."""


@pytest.mark.in_some_games
@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("preset", PRESETS)
def test_every_seat_gets_a_turn_before_bids_become_unlikely(preset: str, players: int) -> None:
    """Each distance from the opener is counted separately, so the last seat matters as much as the first."""
    came, missed = Counter[int](), Counter[int]()
    for seed in range(GAMES):
        for circle, before_spent, asked in rounds(preset, players, seed):
            for distance, seat in enumerate(circle[1 : before_spent + 1], 1):
                came[distance] += 1
                missed[distance] += seat not in asked
    assert came[1] > 40
    assert {distance: share for distance in came if (share := missed[distance] / came[distance]) > AIM} == {}


def showdowns(preset: str, players: int) -> tuple[list[Revealed], float]:
    """Return the showdowns of the simulated games, and the average number of bids in a round."""
    events = [e for seed in range(GAMES) for e in played(preset, players, seed).events]
    shown = [event for event in events if isinstance(event, Revealed)]
    return shown, sum(isinstance(event, BidMade) for event in events) / len(shown)


@pytest.mark.in_some_games
@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("preset", PRESETS)
def test_rounds_are_short_and_about_half_of_the_calls_are_right(preset: str, players: int) -> None:
    shown, bids = showdowns(preset, players)
    assert 2 < bids < 1.5 * players + 4
    assert 0.3 < sum(event.exact == event.holds for event in shown) / len(shown) < 0.8


@pytest.mark.parametrize("players", range(3, 9))
def test_computer_players_rarely_challenge_out_of_turn(players: int) -> None:
    shown, _ = showdowns("firehouse", players)
    assert sum(not event.in_turn for event in shown) < 0.06 * len(shown)
