"""C1, C4, C5: which players may challenge or call exact, and when they may do so."""

import pytest

from engine import games
from engine.bids.legal import Legal
from engine.bids.refusals import CalledAlready, NoExact
from engine.core.events import Challenged, Event
from engine.core.refusals import NoRound, NothingToChallenge, NotPlaying, NotYourTurn, OutOfTurn, OwnBid
from engine.games import family
from engine.record.script import MadeUp
from tests.engine.rules.scenes import Scene, scene, thrown

ROUND = thrown(1, ann="1 2 3 4 5", bob="1 2 3 4 5", cid="1 2 3 4 5")
NAMES = "ann bob cid"
ANN, BOB, CID = range(3)


def at(text: str, variant: str = "common", **options: str) -> Scene:
    return scene(variant, NAMES, text, **({"dice": "5", "wild": "none"} | options))


def may(place: Scene) -> list[tuple[bool, bool]]:
    """Return two flags for each player: whether they may challenge, and whether they may call exact."""
    legal = [games.legal(place.game, seat) for seat in range(len(place.names))]
    assert all(isinstance(each, Legal) for each in legal)
    return [(each.challenge, each.exact) for each in legal if isinstance(each, Legal)]


NO, LIAR, EXACT, BOTH = (False, False), (True, False), (False, True), (True, True)


def test_c1_before_the_first_bid_nobody_can_challenge() -> None:
    place = at(ROUND, challenge="anyone", exact="on")
    assert may(place) == [NO, NO, NO]
    for who in NAMES.split():
        refused = place.refusal(who, "liar")
        assert refused == NothingToChallenge(ANN)


def test_c1_only_the_next_player_may_challenge() -> None:
    place = at(f"{ROUND}ann bid 1x2", exact="on")
    assert may(place) == [NO, BOTH, NO]
    assert place.accepts("bob", "liar")
    assert place.why("ann", "liar") is OwnBid
    refused = place.refusal("cid", "liar")
    assert refused == OutOfTurn(BOB)


def test_c1_with_the_option_anyone_but_the_bidder_may_challenge() -> None:
    place = at(f"{ROUND}ann bid 1x2", challenge="anyone", exact="on")
    assert may(place) == [NO, BOTH, LIAR]
    assert place.accepts("bob", "liar")
    assert place.accepts("cid", "liar")
    assert place.why("ann", "liar") is OwnBid


def test_c1_between_rounds_nobody_may_challenge() -> None:
    place = at(f"{ROUND}ann bid 1x2\nbob liar\nbob settle paid", challenge="anyone", exact="on")
    assert may(place) == [NO, NO, NO]
    assert {place.why(who, move) for who in NAMES.split() for move in ("liar", "exact")} == {NoRound}


def made(place: Scene, who: int) -> Event:
    """Let the player `who` challenge. Return the event of the challenge."""
    move = f"{place.names[who]} liar".split()
    actor, action = family(place.game).notation.read_move(place.game, who, tuple(move[1:]), place.names)
    return games.play(place.game, actor, action, MadeUp())[0][0]


def test_c1_a_challenge_is_in_turn_only_if_made_by_the_next_player() -> None:
    place = at(f"{ROUND}ann bid 1x2", challenge="anyone")
    assert made(place, BOB) == Challenged(BOB, ANN, in_turn=True)
    assert made(place, CID) == Challenged(CID, ANN, in_turn=False)


def test_c1_with_two_players_left_every_challenge_is_in_turn() -> None:
    """Ann has left after her bid. Bob and cid remain, and it is bob's turn."""
    place = at(f"{ROUND}ann bid 1x2\nann leave", challenge="anyone")
    assert made(place, CID) == Challenged(CID, ANN, in_turn=True)


def test_c4_during_a_poll_nobody_may_challenge_again() -> None:
    place = at(f"{ROUND}ann bid 1x2\nbob liar", "joker")
    assert place.news == []
    assert may(place) == [NO, NO, NO]
    for who in NAMES.split():
        refused = place.refusal(who, "liar")
        assert refused == CalledAlready(CID)


def asked(text: str, direction: str = "clockwise") -> str:
    """Return the name of the player who votes next in the poll, or "nobody" if no poll is going on."""
    order = ["ann", "bob", "cid", "dan", "eve"] if direction == "clockwise" else ["ann", "eve", "dan", "cid", "bob"]
    hands = thrown(1, **dict.fromkeys(order, "1 2 3 4 5"))
    place = scene("joker", "ann bob cid dan eve", f"{hands}{text}", direction=direction)
    voters = [name for name in place.names if place.accepts(name, "doubt")]
    assert len(voters) <= 1
    return voters[0] if voters else "nobody"


def test_c4_players_vote_in_order_from_the_challenger_on() -> None:
    """The bidder and the challenger do not vote. Each of the others votes once."""
    poll = "ann bid 1x2\nbob liar\n"
    assert asked("ann bid 1x2\n") == "nobody"
    assert asked(poll) == "cid"
    assert asked(f"{poll}cid doubt\n") == "dan"
    assert asked(f"{poll}cid doubt\ndan believe\n") == "eve"
    assert asked(f"{poll}cid doubt\ndan believe\neve doubt\n") == "nobody"


def test_c4_players_vote_in_the_direction_of_the_table() -> None:
    poll = "ann bid 1x2\neve bid 2x2\ndan liar\n"
    assert asked(poll, "counterclockwise") == "cid"
    assert asked(f"{poll}cid doubt\nbob doubt\n", "counterclockwise") == "ann"
    assert asked(f"{poll}cid doubt\nbob doubt\nann doubt\n", "counterclockwise") == "nobody"


def test_c4_the_poll_skips_the_bidder() -> None:
    poll = "ann bid 1x2\nbob bid 2x2\ncid bid 3x2\ndan liar\n"
    assert asked(poll) == "eve"
    assert asked(f"{poll}eve doubt\nann doubt\nbob doubt\n") == "nobody"


def test_l1_the_poll_skips_a_player_who_leaves() -> None:
    poll = "ann bid 1x2\nbob liar\n"
    assert asked(f"{poll}cid leave\n") == "dan"
    assert asked(f"{poll}dan leave\ncid doubt\n") == "eve"
    assert asked(f"{poll}cid doubt\ndan doubt\neve leave\n") == "nobody"


def test_l1_the_poll_goes_on_if_the_bidder_and_the_challenger_leave() -> None:
    poll = "ann bid 1x2\nbob liar\nbob leave\nann leave\n"
    assert asked(poll) == "cid"
    assert asked(f"{poll}cid doubt\ndan doubt\n") == "eve"


def test_c4_without_a_poll_the_showdown_follows_at_once() -> None:
    assert at(f"{ROUND}ann bid 1x2\nbob liar").news != []


def test_c5_only_the_player_in_turn_may_call_exact() -> None:
    place = at(f"{ROUND}ann bid 1x2", challenge="anyone", exact="on")
    assert place.accepts("bob", "exact")
    refused = place.refusal("cid", "exact")
    assert refused == NotYourTurn(BOB)
    assert place.why("ann", "exact") is OwnBid


def test_c5_with_the_option_anyone_but_the_bidder_may_call_exact() -> None:
    place = at(f"{ROUND}ann bid 1x2\n", exact="on", exact_by="anyone")
    assert may(place) == [NO, BOTH, EXACT]
    assert place.accepts("cid", "exact")
    assert place.why("ann", "exact") is OwnBid
    assert place.why("cid", "liar") is OutOfTurn
    gone = at(f"{ROUND}ann bid 1x2\ncid leave", exact="on", exact_by="anyone")
    assert may(gone) == [NO, BOTH, NO]
    assert gone.why("cid", "exact") is NotPlaying


def test_c5_only_the_first_exact_call_or_challenge_counts() -> None:
    place = at(f"{ROUND}ann bid 3x2\ncid exact", exact="on", exact_by="anyone")
    assert place.news == ["count 3", "exact", "forfeit ann to cid", "opens cid"]
    assert place.why("bob", "exact") is NoRound
    place = at(f"{ROUND}ann bid 3x2\nbob liar", exact="on", exact_by="anyone")
    assert place.why("cid", "exact") is NoRound


def test_c5_without_a_bid_nobody_may_call_exact() -> None:
    place = at(ROUND, exact="on")
    assert may(place) == [NO, NO, NO]
    assert place.why("ann", "exact") is NothingToChallenge


def test_c5_exact_calls_are_refused_without_the_option() -> None:
    place = at(f"{ROUND}ann bid 1x2")
    assert may(place) == [NO, LIAR, NO]
    assert place.why("bob", "exact") is NoExact


def test_c5_exact_calls_stay_allowed_in_a_palifico_round() -> None:
    text = f"@hold ann 2\n{thrown(1, ann='6 6', bob='1 2 3 4 5', cid='1 2 3 4 5')}ann bid 9x6\nbob liar\n"
    text += thrown(2, ann="6", bob="1 2 3 4 5", cid="1 2 3 4 5") + "ann bid 1x6"
    assert may(scene("perudo", NAMES, text))[BOB] == BOTH


@pytest.mark.parametrize("bid", ["1x1", "2x3"])
def test_e4_a_playoff_has_no_exact_calls(bid: str) -> None:
    text = f"@score ann -2 cid -3\nround 1\nred 6\n{ROUND.removeprefix('round 1')}ann bid 15x1\nbob bang\n"
    text += thrown(2, ann="1 1 1 1 1", cid="3 3 3 3 3") + f"ann bid {bid}"
    place = at(text, "firehouse", wild="red", exact="on", exact_by="anyone", playoff="on")
    assert may(place) == [NO, NO, LIAR]
    assert place.why("cid", "exact") is NoExact
    assert place.accepts("cid", "liar")
