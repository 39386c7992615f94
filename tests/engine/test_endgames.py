"""Test the endgames in which two players have one die each.

The computer players look up their moves in a table. An opponent who knows the table gains almost nothing from it.
"""

from collections import Counter
from random import Random

import pytest

from engine import games
from engine.bids import actions as a
from engine.bids.endgames import EVERY, GAINS, NAMES, Endgame, equilibrium, follows, ladder, moves, solved
from engine.bids.rules import Wild
from engine.bids.view import View
from engine.core.actions import Deal
from engine.core.characters import PLAIN, STRONG
from engine.core.dice import FACES
from engine.core.state import BIDDING
from engine.games import AnyGame
from engine.options import rules_for
from tests.arena.match import Fall

MOST = {"dudo": 0.002, "joker": 0.002, "bar": 0.002, "perudo": 0.02}
Reach = tuple[float, ...]


class Knowing:
    """A player who knows the other player's table, and always plays the best reply to it."""

    def __init__(self, endgame: Endgame, turn: int) -> None:
        self.endgame, self.turn, self.steps = endgame, turn, ladder(endgame.raising)

    def wins(self) -> float:
        """Return the average result of a game, from -1 to 1."""
        return sum(self.worth((), (1 / 6,) * 6)) / 6

    def worth(self, chain: tuple[int, ...], reach: Reach) -> Reach:
        """Return the result to expect from here on, as one number for each die that the knowing player may have.

        `reach` has a number for each die of the other player: the probability that they have this die and that the
        game has come to this point.
        """
        return self.best(chain, reach) if len(chain) % 2 == self.turn else self.others(chain, reach)

    def best(self, chain: tuple[int, ...], reach: Reach) -> Reach:
        each = [self.called(move, chain, reach) for move in moves(self.endgame, chain) if not isinstance(move, a.Bid)]
        each += [self.worth((*chain, at), reach) for at in follows(self.endgame.raising, chain[-1] if chain else -1)]
        return tuple(map(max, zip(*each, strict=True)))

    def called(self, call: a.Action, chain: tuple[int, ...], reach: Reach) -> Reach:
        """Return the result to expect if the knowing player makes this call, for each die that they may have."""
        return tuple(
            sum(often * self.brings(call, chain, own, other) for other, often in zip(FACES, reach, strict=True))
            for own in FACES
        )

    def others(self, chain: tuple[int, ...], reach: Reach) -> Reach:
        """Return the result to expect if it is the other player's turn.

        It is one number for each die that the knowing player may have.
        """
        won: Reach = (0.0,) * 6
        made = [dict(equilibrium(self.endgame, chain, die)) for die in FACES]
        for move in made[0]:
            then = tuple(often * each[move] / EVERY for often, each in zip(reach, made, strict=True))
            if not any(then):
                continue
            if isinstance(move, a.Bid):
                brought = self.worth((*chain, self.steps.index(move)), then)
            else:
                brought = tuple(
                    -sum(often * self.brings(move, chain, other, own) for other, often in zip(FACES, then, strict=True))
                    for own in FACES
                )
            won = tuple(map(sum, zip(won, brought, strict=True)))
        return won

    def brings(self, call: a.Action, chain: tuple[int, ...], caller: int, bidder: int) -> float:
        bid = self.steps[chain[-1]]
        wild = 1 if self.endgame.wild is Wild.ONES else 0
        count = sum(die in (bid.face, wild) for die in (caller, bidder))
        if isinstance(call, a.CallExact):
            return GAINS if count == bid.quantity else -1.0
        return 1.0 if count < bid.quantity else -1.0


@pytest.mark.parametrize(("endgame", "name"), NAMES.items(), ids=str)
def test_a_player_who_knows_the_table_gains_almost_nothing(endgame: Endgame, name: str) -> None:
    """The sum is the exact NashConv of the stored table."""
    assert -1e-9 < sum(Knowing(endgame, turn).wins() for turn in (0, 1)) <= MOST[name]


def seen(game: AnyGame) -> View:
    """Return the view of the seat whose turn it is."""
    view = games.view(game, game.state.turn)
    assert isinstance(view, View)
    return view


@pytest.mark.parametrize("preset", MOST)
def test_a_strong_player_makes_each_move_as_often_as_the_table_says(preset: str) -> None:
    """The test plays one round between two players with one die each."""
    fall = Fall(Random(preset))
    _, game = games.start(rules_for(preset, {}), 2, fall, holds=(1, 1))
    _, game = games.play(game, None, Deal(), fall)
    asked = 0
    while game.state.phase is BIDDING and (mixed := solved(view := seen(game))):
        drawn = Counter(games.choose(view, (number + 0.5) / EVERY, PLAIN[STRONG]) for number in range(EVERY))
        assert drawn == {move: times for move, times in mixed if times}
        _, game = games.play(game, game.state.turn, max(mixed, key=lambda each: each[1])[0], fall)
        asked += 1
    assert asked


def test_the_tables_have_no_rounds_with_more_dice_or_players() -> None:
    fall = Fall(Random(1))
    for holds in ((2, 1), (1, 1, 1)):
        _, game = games.start(rules_for("dudo", {}), len(holds), fall, holds=holds)
        _, game = games.play(game, None, Deal(), fall)
        assert solved(seen(game)) == ()
