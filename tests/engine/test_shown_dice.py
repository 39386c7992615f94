"""Test bids along with which dice are shown and the others thrown again (B6)."""

from io import BytesIO

from engine import games
from engine.bids.events import BidMade, ThrownAgain
from engine.bids.odds import holds
from engine.bids.view import View
from engine.record.replay import Replay, replay

ROUND = b"""@record 1
@rules 4
@variant bar
@option show on
@players ann bob
seat ann 6 bob 3
round 1
  roll ann 2 2 1 1 1
  roll bob 3 3 3 3 3
ann bid 4x2 show 2
  roll ann 2 2 2 2
"""


def played(more: bytes = b"") -> Replay:
    return replay(BytesIO(ROUND + more))


def test_a_bid_is_a_lie_by_the_dice_of_its_moment() -> None:
    """Ann holds two twos when she bids four, and five after her throw."""
    done = played(b"bob bid 5x3\nann liar\n")
    first, second = games.talk(done.header.rules(), done.events).said
    assert (first.true, second.true) == (False, True)
    lie = games.highlights(done.header.rules(), done.events).boldest_lie
    assert lie is not None
    assert (lie.seat, lie.round) == (0, 1)


def test_only_the_dice_that_others_cannot_see_are_unknown() -> None:
    game = played().game
    bob, onlooker = games.view(game, 1), games.view(game)
    assert isinstance(bob, View)
    assert isinstance(onlooker, View)
    assert onlooker.state.open == ((2,), ())
    assert holds(bob, BidMade(0, 1, 2)) == holds(onlooker, BidMade(0, 1, 2)) == 1.0
    assert holds(bob, BidMade(0, 6, 2)) == 0.0  # of bob's dice none counts
    assert holds(onlooker, BidMade(0, 6, 2)) > 0


def test_dice_thrown_again_are_in_no_repr() -> None:
    again = next(event for event in played().events if isinstance(event, ThrownAgain))
    assert "2, 2" not in repr(again)
