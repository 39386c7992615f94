"""Test that bids are true about as often as strong computer players believe, in games that they play."""

from random import Random
from statistics import fmean

import pytest

from engine import games
from engine.bids.events import BidMade
from engine.bids.move_values import Weighing
from engine.bids.odds import holds
from engine.bids.state import Game
from engine.bids.view import View
from engine.core.characters import PLAIN, STRONG
from engine.core.events import Challenged, Event
from engine.games import AnyGame
from tests.arena.match import play, rules
from tests.arena.opponents import ours

Judged = tuple[float, float, bool, bool]
"""A bid as the next player judges it.

It has the belief, the probability by the dice alone, whether the bid is true, and whether it raises its face.
"""


def judged(preset: str, games_played: int) -> list[Judged]:
    """Return the bids that a raise or a call answers in games of three strong players."""
    found = list[Judged]()

    def heard(game: AnyGame, event: Event) -> None:
        if not isinstance(event, BidMade | Challenged):
            return
        assert isinstance(game, Game)
        state, view = game.state, games.view(game, event.seat)
        assert isinstance(view, View)
        if state.standing is None:
            return
        bid, before = state.standing, state.bids[-2] if len(state.bids) > 1 else None
        true = state.counting(bid).all([game.hidden[seat] for seat in state.threw()]) >= bid.quantity
        raises_its_face = before is not None and before.face == bid.face
        found.append((Weighing(view, PLAIN[STRONG]).holds(bid), holds(view, bid), true, raises_its_face))

    for seed in range(games_played):
        play(rules(preset), [ours(PLAIN[STRONG])] * 3, Random(seed), heard)
    return found


@pytest.mark.parametrize("preset", ["common", "dudo", "dahua", "bluff"])
def test_what_bids_say_tells_a_player_more_than_the_dice_alone(preset: str) -> None:
    """The score is the mean square of the difference between the probability and the truth."""
    bids = judged(preset, 15)
    assert len(bids) > 120
    by_bids = fmean((believed - true) ** 2 for believed, _plain, true, _ in bids)
    by_dice = fmean((plain - true) ** 2 for _believed, plain, true, _ in bids)
    assert by_bids < by_dice


@pytest.mark.parametrize("preset", ["common", "dahua"])
def test_raises_of_the_same_face_are_not_believed_far_more_often_than_they_are_true(preset: str) -> None:
    raised = [(believed, true) for believed, _plain, true, again in judged(preset, 15) if again]
    assert len(raised) > 40
    assert fmean(believed for believed, _ in raised) - fmean(true for _, true in raised) < 0.2
