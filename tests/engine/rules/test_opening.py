"""O1-O3, C5, C6: which player opens the next round."""

import pytest
from msgspec.structs import replace

from engine.core.dice import NOBODY
from engine.core.policies import Opener, opens_after
from tests.engine.rules.scenes import Scene, scene, thrown

ROUND = thrown(1, ann="6 1 2 3 4", bob="6 1 2 3 4", cid="6 1 2 3 4", dan="6 1 2 3 4")
NAMES = "ann bob cid dan"
TRUE, LIE = "1x6", "20x6"


def opens(at: Scene) -> str:
    """Return the name of the player who opens next, according to the events."""
    said = [line.split()[1] for line in at.news if line.startswith("opens ")]
    assert len(said) == 1
    return said[0]


@pytest.mark.parametrize(
    ("opener", "bid", "who"),
    [
        ("winner", TRUE, "bob"),
        ("winner", LIE, "dan"),
        ("loser", TRUE, "dan"),
        ("loser", LIE, "bob"),
        ("challenger", TRUE, "dan"),
        ("challenger", LIE, "dan"),
        ("next", TRUE, "bob"),
        ("next", LIE, "bob"),
    ],
)
def test_o1_o2_winner_loser_or_challenger_opens(opener: str, bid: str, who: str) -> None:
    """Bob raises ann's bid, and dan challenges out of turn."""
    text = f"{ROUND}ann bid 1x1\nbob bid {bid}\ndan liar"
    at = scene("bar", NAMES, text, raising="quantity-or-face", challenge="anyone", opens=opener)
    assert opens(at) == who


def test_o1_o2_each_value_of_the_option_names_the_right_opener() -> None:
    accused, challenger, follower = 3, 5, 7
    expected = {
        Opener.WINNER: (accused, challenger),
        Opener.LOSER: (challenger, accused),
        Opener.CHALLENGER: (challenger, challenger),
        Opener.NEXT: (follower, follower),
    }
    assert expected.keys() == set(Opener)
    for opener, (held, lied) in expected.items():
        assert opens_after(opener, accused, challenger, True, follower) == held
        assert opens_after(opener, accused, challenger, False, follower) == lied


@pytest.mark.parametrize(("direction", "heir"), [("clockwise", "bob"), ("counterclockwise", "dan")])
def test_o2_next_is_the_player_after_the_opening_bidder_for_any_winner(direction: str, heir: str) -> None:
    """Ann opens the round."""
    order = ["ann", "bob", "cid", "dan"] if direction == "clockwise" else ["ann", "dan", "cid", "bob"]
    round_1 = thrown(1, **dict.fromkeys(order, "6 1 2 3 4"))
    for bid in (TRUE, LIE):
        text = f"{round_1}ann bid 1x1\n{order[1]} bid 1x2\n{order[2]} bid {bid}\n{order[3]} liar"
        at = scene("bar", NAMES, text, raising="quantity-or-face", opens="next", direction=direction)
        assert opens(at) == heir


def test_o2_next_follows_the_player_who_made_the_opening_bid() -> None:
    assert opens(scene("bar", NAMES, f"{ROUND}ann leave\nbob bid {LIE}\ncid liar", opens="next")) == "cid"
    assert opens(scene("bar", NAMES, f"{ROUND}ann bid {TRUE}\nann leave\nbob liar", opens="next")) == "bob"


def test_o2_o3_next_skips_a_player_who_is_out() -> None:
    text = f"@hold bob 1\n{thrown(1, ann='6 1 2 3 4', bob='5', cid='6 1 2 3 4', dan='6 1 2 3 4')}"
    assert opens(scene("bar", NAMES, f"{text}ann bid 3x6\nbob liar", opens="next")) == "cid"


def test_o2_exact_calls_and_palificos_take_precedence_over_next() -> None:
    """The option `next` applies only if there is neither an exact call nor a palifico."""
    text = f"{ROUND}ann bid 4x6\nbob bid 5x6\ncid exact"
    assert opens(scene("bar", NAMES, text, opens="next", exact="on")) == "cid"
    text = f"@hold ann 2\n{DOWN_TO_ONE}ann bid 17x6\nbob liar"
    assert opens(scene("perudo", NAMES, text, opens="next")) == "ann"


def test_o1_in_joker_the_loser_of_the_challenge_opens_whatever_the_votes() -> None:
    poll = "bob liar\ncid %s\ndan %s"
    for votes in (("believe", "believe"), ("doubt", "doubt")):
        assert opens(scene("joker", NAMES, f"{ROUND}ann bid {TRUE}\n{poll % votes}")) == "bob"
        assert opens(scene("joker", NAMES, f"{ROUND}ann bid {LIE}\n{poll % votes}")) == "ann"


@pytest.mark.parametrize(("direction", "heir"), [("clockwise", "cid"), ("counterclockwise", "ann")])
def test_o3_the_next_player_opens_for_a_player_who_is_out(direction: str, heir: str) -> None:
    """Bob would open as the loser, but he has lost his last die."""
    order = ["ann", "bob", "cid", "dan"] if direction == "clockwise" else ["ann", "dan", "cid", "bob"]
    hands = {"ann": "1 2 3 4 5", "bob": "1", "cid": "1 2 3 4 5", "dan": "1 2 3 4 5"}
    text = f"@hold bob 1\n{thrown(1, **{name: hands[name] for name in order})}"
    bids = [f"{name} bid {at + 1}x2" for at, name in enumerate(order[: order.index("bob")])]
    after = order[(order.index("bob") + 1) % 4]
    text += "\n".join([*bids, "bob bid 16x6", f"{after} liar"])
    assert opens(scene("bar", NAMES, text, direction=direction)) == heir


def test_o3_the_next_player_opens_for_a_player_who_left() -> None:
    assert opens(scene("bar", NAMES, f"{ROUND}ann bid {LIE}\nann leave\nbob liar")) == "bob"
    assert (
        opens(scene("firehouse", NAMES, f"{ROUND}ann bid {LIE}\nbob bang\nbob leave", wild="none", dice="5")) == "cid"
    )


@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
def test_b2_o3_the_turn_order_skips_players_who_are_not_in(direction: str) -> None:
    """There are four players.

    The test tries every set of them as those who are still in, and every seat to begin from.

    The expected seat is found by counting seats round the table.
    """
    state = scene("bar", NAMES, direction=direction).game.state
    order = (0, 1, 2, 3) if direction == "clockwise" else (0, 3, 2, 1)
    for stay in range(16):
        inside = tuple(seat for seat in order if stay >> seat & 1)
        left = replace(state, circle=inside)
        for seat in order:
            at = order.index(seat)
            others = [other for other in (*order[at + 1 :], *order[:at]) if other in inside]
            assert left.is_in(seat) == (seat in inside)
            assert left.next_in(seat) == (others[0] if others else NOBODY)
            assert left.or_next(seat) == (seat if seat in inside else left.next_in(seat))


DOWN_TO_ONE = thrown(1, ann="6 6", bob="6 1 2 3 4", cid="6 1 2 3 4", dan="6 1 2 3 4")


@pytest.mark.parametrize("opener", ["winner", "loser", "challenger"])
def test_c6_a_player_down_to_one_die_opens_despite_other_options(opener: str) -> None:
    """Ann lied and has one die left. Bob challenged and won, but ann opens."""
    text = f"@hold ann 2\n{DOWN_TO_ONE}ann bid 17x6\nbob liar\n"
    assert opens(scene("perudo", NAMES, text, opens=opener)) == "ann"
    text += thrown(2, ann="6", bob="6 1 2 3 4", cid="6 1 2 3 4", dan="6 1 2 3 4")
    assert scene("perudo", NAMES, text, opens=opener).accepts("ann", "bid 1x1"), "a palifico round: aces may open"


def test_c6_without_the_option_there_is_no_palifico() -> None:
    text = f"@hold ann 2\n{DOWN_TO_ONE}ann bid 17x6\nbob liar"
    assert opens(scene("perudo", NAMES, text, palifico="off", opens="winner")) == "bob"


def down_again(**options: str) -> Scene:
    """Play a game in which bob begins with one die, wins a second die by an exact call, and loses it again."""
    text = "@hold bob 1\n" + thrown(1, ann="6 1 2 3 4", bob="6", cid="6 1 2 3 4", dan="6 1 2 3 4")
    text += "ann bid 7x6\nbob exact\n" + thrown(2, bob="6 6", cid="6 1 2 3 4", dan="6 1 2 3 4", ann="6 1 2 3 4")
    return scene("perudo", NAMES, text + "bob bid 17x6\ncid liar", opens="winner", **options)


def test_c6_there_is_no_palifico_the_second_time_with_one_die() -> None:
    """Bob began with one die, so this is not the first time. The winner opens."""
    assert opens(down_again()) == "cid"


def test_c6_with_palifico_always_a_palifico_comes_each_time() -> None:
    assert opens(down_again(palifico="always")) == "bob"
    text = f"@hold ann 2\n{DOWN_TO_ONE}ann bid 17x6\nbob liar"
    assert opens(scene("perudo", NAMES, text, palifico="always", opens="winner")) == "ann"


@pytest.mark.parametrize(("who", "first"), [("dan", "ann"), ("bob", "cid")])
def test_c6_of_several_players_with_one_die_the_first_in_turn_order_opens(who: str, first: str) -> None:
    """The turn order is bob, cid, dan, ann. Ann and cid come down to one die in the same round."""
    names = "bob cid dan ann"
    hands = {"bob": "6 2 2 3 4", "cid": "6 2", "dan": "6 2 2 3 4", "ann": "6 6"}
    bidder = "bob" if who == "dan" else "dan"
    before = "" if who == "dan" else "bob bid 1x6\ncid bid 2x6\n"
    text = f"@hold ann 2 cid 2\n{thrown(1, **hands)}{before}{bidder} bid 5x6\n{who} exact\n"
    options = {"exact_pays": "others", "exact_by": "anyone"}
    at = scene("perudo", names, text, **options)
    assert opens(at) == first
    other = "cid" if first == "ann" else "ann"
    at = scene("perudo", names, f"{text}{first} leave", **options)
    heir = {"ann": "bob", "cid": "dan"}[first]
    assert at.news == [f"opens {heir}"], f"{other}'s chance is used"


def test_c6_other_players_down_to_one_die_lose_their_palifico() -> None:
    """Ann and bob come down to one die in the same round, and ann may open a palifico round.

    She leaves before that round, and bob opens an ordinary round.
    """
    hands = {"cid": "6 2 2 3 4", "dan": "6 2 2 3 4", "ann": "6 6", "bob": "6 2"}
    text = f"@hold ann 2 bob 2\n{thrown(1, **hands)}cid bid 5x6\ndan exact\nann leave\n"
    text += thrown(2, bob="6", cid="6 2 2 3", dan="6 2 2 3 4")
    at = scene("perudo", "cid dan ann bob", text, exact_pays="others")
    assert not at.accepts("bob", "bid 1x1"), "in a palifico round aces may open"
    assert at.accepts("bob", "bid 1x2")


def test_c6_with_two_players_left_there_is_no_palifico() -> None:
    text = f"@hold ann 2\n{thrown(1, ann='6 6', bob='6 1 2 3 4')}ann bid 7x6\nbob liar"
    assert opens(scene("perudo", "ann bob", text, opens="winner")) == "bob"


def test_c6_with_three_players_left_there_is_a_palifico() -> None:
    text = f"@hold ann 2\n{thrown(1, ann='6 6', bob='6 1 2 3 4', cid='6 1 2 3 4')}ann bid 12x6\nbob liar"
    assert opens(scene("perudo", "ann bob cid", text, opens="winner")) == "ann"


def test_c6_there_is_no_palifico_for_a_player_who_left() -> None:
    """Ann bids, leaves, and has one die left after the showdown. By O3 the next player opens an ordinary round."""
    at = scene("perudo", NAMES, f"@hold ann 2\n{DOWN_TO_ONE}ann bid 17x6\nann leave\nbob liar", opens="loser")
    assert opens(at) == "bob"
    again = thrown(2, bob="6 1 2 3 4", cid="6 1 2 3 4", dan="6 1 2 3 4")
    at = scene("perudo", NAMES, f"@hold ann 2\n{DOWN_TO_ONE}ann bid 17x6\nann leave\nbob liar\n{again}", opens="loser")
    assert not at.accepts("bob", "bid 1x1"), "in a palifico round aces may open"


EXACT = thrown(1, ann="6 2 2 3 4", bob="6 2", cid="6 2 2 3 4", dan="6 2 2 3 4")


@pytest.mark.parametrize("bid", ["4x6", "5x6"])
def test_c5_the_caller_of_an_exact_call_opens_whether_right_or_wrong(bid: str) -> None:
    at = scene("perudo", NAMES, f"@hold bob 2\n{EXACT}ann bid {bid}\nbob exact", palifico="off")
    assert opens(at) == "bob"


def test_c5_c6_a_wrong_exact_call_can_lead_to_a_palifico_round() -> None:
    text = f"@hold bob 2\n{EXACT}ann bid 5x6\nbob exact\n"
    text += thrown(2, bob="6", cid="6 2 2 3 4", dan="6 2 2 3 4", ann="6 2 2 3 4")
    at = scene("perudo", NAMES, text)
    assert at.accepts("bob", "bid 1x1")


def test_c5_o3_the_next_player_opens_for_a_caller_who_is_out() -> None:
    hold = "@hold bob 1\n" + thrown(1, ann="6 2 2 3 4", bob="6", cid="6 2 2 3 4", dan="6 2 2 3 4")
    assert opens(scene("perudo", NAMES, f"{hold}ann bid 5x6\nbob exact")) == "cid"
