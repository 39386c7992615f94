"""Test the raises of computer players that look mad by the dice alone: which ones they make, and why."""

from random import Random

import pytest

from engine import games
from engine.bids import actions as a
from engine.bids.choices import weigh
from engine.bids.odds import holds
from engine.bids.view import View
from engine.core.actions import Deal
from engine.core.characters import CHARACTERS, PLAIN, STRONG
from engine.core.dice import PURE, Hand
from engine.options import rules_for
from tests.arena.match import Fall, play
from tests.arena.opponents import Opponent, ours

MAD = 0.02
"""A bid that is less likely than this looks mad."""


class Scripted(Fall):
    """Dice of one round, by seat. The first seat wins the roll-off."""

    def __init__(self, *hands: Hand) -> None:
        super().__init__(Random(1))
        self.hands = hands

    def roll_off(self, at: int, seats: tuple[int, ...]) -> Hand:
        return tuple(6 - seat for seat in seats)

    def roll(self, at: int, seat: int, count: int) -> Hand:
        return self.hands[seat]


def dahua(mine: Hand, *bids: a.Bid) -> View:
    """Return the view of the first of two players, who has this hand, after bids that the two have made in turn."""
    dice = Scripted(mine, (2, 2, 3, 4, 5))
    _, game = games.start(rules_for("dahua", {}), 2, dice)
    _, game = games.play(game, None, Deal(), dice)
    for bid in bids:
        _, game = games.play(game, games.awaited(game)[0], bid, dice)
    view = games.view(game, 0)
    assert isinstance(view, View)
    return view


def test_a_strong_player_believes_one_raise_of_a_face_but_not_another_that_the_dice_make_unlikely() -> None:
    """By the dice alone, 4 sixes are 60 % likely, and 6 sixes 4 %. In simulated games few of such raises were true."""
    strong, mine, said = PLAIN[STRONG], (4, 6, 5, 6, 6), (a.Bid(3, 6, PURE), a.Bid(4, 6), a.Bid(5, 6), a.Bid(6, 6))
    view = dahua(mine, *said[:2])
    raised = games.choose(view, 0.5, strong)
    assert isinstance(raised, a.Bid)
    assert (raised.quantity, raised.face) == (5, 6)
    assert _believed(view) > 0.85
    view = dahua(mine, *said)
    assert games.choose(view, 0.5, strong) == a.Challenge()
    assert 0.1 < _believed(view) < 0.3


def _believed(view: View) -> float:
    """Return the probability of the current bid, as a strong player estimates it."""
    return 1 - next(choice.likely for choice in weigh(view, PLAIN[STRONG]) if isinstance(choice.action, a.Challenge))


def test_taste_picks_no_bid_that_its_bidder_knows_to_be_a_lie_if_another_move_is_better() -> None:
    """Trixie likes bold bids and lies. Once she flew to 10 fives, of which she held none."""
    view = dahua((3, 3, 6, 3, 3), a.Bid(2, 2, PURE), a.Bid(3, 3), a.Bid(4, 3), a.Bid(5, 3))
    for draw in range(200):
        chosen = games.choose(view, draw / 200, CHARACTERS["Trixie"])
        assert not isinstance(chosen, a.Bid) or holds(view, chosen) > 0


@pytest.mark.parametrize("game", ["dahua", "bluff"])
def test_no_character_makes_a_mad_bid_unless_it_is_the_best_move(game: str) -> None:
    seen = 0

    def watched(name: str) -> Opponent:
        who = ours(CHARACTERS[name])

        def choose(view: View, draw: float) -> object:
            nonlocal seen
            action = who.choose(view, draw)
            if isinstance(action, a.Bid):
                seen += 1
                choices = weigh(view, CHARACTERS[name])
                made = next(choice for choice in choices if choice.action == action)
                assert made.likely >= MAD or made.worth == max(choice.worth for choice in choices)
            return action

        return Opponent(name, choose, who.cries)  # type: ignore[arg-type]

    rules = rules_for(game, {"rounds": "10"} if game == "dahua" else {})
    pairs = [("Trixie", "Ghost"), ("Trixie", "Duchess"), ("Ghost", "Trixie"), ("Rosie", "Fidget")]
    for seed, names in enumerate(pairs):
        play(rules, [watched(name) for name in names], Random(seed))
    assert seen > 40
