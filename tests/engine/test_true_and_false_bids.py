"""Test the talk of a game: the list of each player's bids, claims and calls, and whether they were true."""

from engine import games
from engine.core.talk import Called, Said
from tests.engine.rules.scenes import scene, thrown

ANN, BOB, CID = range(3)
DICE = {"ann": "1 1 1 1 1", "bob": "2 2 2 2 2", "cid": "3 3 3 3 3"}


def test_the_talk_says_which_bids_were_true_and_which_one_was_challenged() -> None:
    at = scene("common", "ann bob cid", thrown(1, **DICE) + "ann bid 5x1\nbob bid 6x6\ncid liar")
    told = games.talk(at.game.state.rules, at.events)
    assert told.said == (Said(1, ANN, True, False, 1), Said(1, BOB, False, True, 6))
    assert told.called == (Called(1, CID, BOB, True),)


def test_a_round_without_a_showdown_has_no_talk() -> None:
    at = scene("common", "ann bob cid", thrown(1, **DICE) + "ann bid 6x6\nbob bid 7x6\nann quit\nbob quit")
    told = games.talk(at.game.state.rules, at.events)
    assert (told.said, told.called) == ((), ())


def test_moves_by_the_clock_are_not_part_of_the_talk() -> None:
    """L2: the clock made these moves, and not the player."""
    at = scene("common", "ann bob cid", thrown(1, **DICE) + "ann bid 6x6\nbob absent\n")
    told = games.talk(at.game.state.rules, at.events)
    assert not any(call.seat == BOB for call in told.called)
    assert told.said == () or told.said[0].seat == ANN


def test_an_exact_call_does_not_count_as_a_challenge() -> None:
    at = scene("common", "ann bob cid", thrown(1, **DICE) + "ann bid 5x1\nbob exact", exact="on")
    told = games.talk(at.game.state.rules, at.events)
    assert told.called == (Called(1, BOB, ANN, True, exact=True),)


CUP = "round 1\nroll ann 2 2 3 4 6\nann claim quints 5\nbob peek\nbob leave\n"


def test_a_claim_counts_once_if_the_player_who_believed_it_leaves() -> None:
    """L1: the player who got the cup leaves, and the next player gets it with the same claim.

    That player's move decides whether the claim was believed.
    """
    for move, challenged in (("cid peek", False), ("cid liar", True)):
        at = scene("cup", "ann bob cid dan", CUP + move)
        told = games.talk(at.game.state.rules, at.events)
        assert told.said == (Said(1, ANN, False, challenged),)


def test_a_lie_that_the_next_player_gives_up_on_was_not_challenged() -> None:
    """K18: nobody called the lie, so its player got away with it. Giving up is no call."""
    at = scene("mia", "ann bob cid", "round 1\nroll ann 4 1\nann look\nann claim 21\nbob fold")
    told = games.talk(at.game.state.rules, at.events)
    assert told.said == (Said(1, ANN, False, challenged=False),)
    assert told.called == ()
