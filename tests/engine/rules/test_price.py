"""P1-P4, C5: which players pay after a showdown, and how much they pay."""

import pytest

from engine.bids.challenge import revealed
from engine.bids.price import price
from engine.bids.state import Game
from tests.engine.rules.scenes import Scene, scene, thrown

TRUE, LIE = "1x6", "4x6"
"""A true bid and a false bid. The players hold three sixes."""

FIRST = thrown(1, ann="6 1 2 3 4", bob="6 1 2 3 4", cid="6 1 2 3 4")


def challenged(variant: str, bid: str, by: str = "bob", **options: str) -> Scene:
    """Return a game in which ann bids and the player `by` challenges. Nothing is wild."""
    options = {"dice": "5", "wild": "none", "opens": "loser", **options}
    return scene(variant, "ann bob cid", f"{FIRST}ann bid {bid}\n{by} liar", **options)


def test_p1_a_challenger_of_a_bid_that_holds_owes_the_bidder_a_forfeit() -> None:
    assert challenged("common", TRUE).news == ["count 3", "holds", "forfeit bob to ann", "opens bob"]


def test_p1_a_liar_owes_the_challenger_a_forfeit() -> None:
    assert challenged("common", LIE).news == ["count 3", "lie", "forfeit ann to bob", "opens ann"]


def test_p2_the_player_who_is_wrong_loses_a_die() -> None:
    assert challenged("bar", TRUE).news == ["count 3", "holds", "dice bob 4", "opens bob"]
    assert challenged("bar", LIE).news == ["count 3", "lie", "dice ann 4", "opens ann"]


@pytest.mark.parametrize(("bid", "loser"), [("2x6", "bob"), ("3x6", "ann")])
def test_p2_a_player_without_dice_is_out(bid: str, loser: str) -> None:
    text = f"@hold ann 1 bob 1\n{thrown(1, ann='6', bob='5', cid='6 1 2 3 4')}ann bid {bid}\nbob liar"
    at = scene("bar", "ann bob cid", text)
    assert at.news[2:] == [f"dice {loser} 0", f"out {loser}", "opens cid" if loser == "bob" else "opens bob"]


@pytest.mark.parametrize(
    ("bid", "paid"),
    [
        ("4x6", "dice ann 4"),  # the bid is one too high
        ("6x6", "dice ann 2"),
        ("3x6", "dice bob 4"),  # no difference: at least one
        ("2x6", "dice bob 4"),
        ("1x6", "dice bob 3"),
    ],
)
def test_p2_with_the_option_the_loss_is_the_difference(bid: str, paid: str) -> None:
    assert challenged("bar", bid, loss="difference").news[2] == paid


@pytest.mark.parametrize("bid", ["7x6", "8x6", "9x6"])
def test_p2_nobody_loses_more_dice_than_they_have(bid: str) -> None:
    text = f"@hold ann 4\n{thrown(1, ann='1 2 3 4', bob='6 1 2 3 4', cid='6 6 2 3 4')}ann bid {bid}\nbob liar"
    at = scene("bar", "ann bob cid", text, loss="difference")
    assert at.news[2:] == ["dice ann 0", "out ann", "opens bob"]


def test_p2_an_exact_call_costs_one_die_whatever_the_difference() -> None:
    text = f"{FIRST}ann bid 9x6\nbob exact"
    assert scene("bar", "ann bob cid", text, exact="on", loss="difference").news[2] == "dice bob 4"
    told = scene(
        "bar", "ann bob cid", f"{FIRST}ann bid 3x6\nbob exact", exact="on", exact_pays="bidder", loss="difference"
    )
    assert told.news[2] == "dice ann 4"


def test_e4_in_a_playoff_the_loser_of_a_round_loses_one_die() -> None:
    """A playoff follows the rules of the preset "bar"."""
    text = f"@score ann -2 cid -3\n{FIRST}ann bid 15x6\nbob bang\n"
    text += thrown(2, ann="1 1 1 1 1", cid="2 2 2 2 2") + "ann bid 10x1\ncid liar"
    assert scene("firehouse", "ann bob cid", text, playoff="on", wild="none", dice="5").news[2] == "dice ann 4"


@pytest.mark.parametrize(
    ("by", "bid", "scores"),
    [
        ("bob", TRUE, ["score bob -1"]),  # in turn and wrong: 1 bad
        ("bob", LIE, ["score ann -1"]),  # in turn and right: the bidder has 1 bad
        ("cid", TRUE, ["score cid -2"]),  # out of turn and wrong: 2 bads
        ("cid", LIE, ["score ann -1", "score cid 2"]),  # out of turn and right: 2 goods, and the bidder 1 bad
    ],
)
def test_p3_challenges_in_and_out_of_turn_bring_bads_and_goods(by: str, bid: str, scores: list[str]) -> None:
    assert challenged("firehouse", bid, by).news[2:] == [*scores, f"opens {scores[0].split()[1]}"]


def test_p3_goods_wipe_out_bads_and_then_count_above_zero() -> None:
    for score, after in ((-3, -1), (-1, 1), (4, 6)):
        text = f"@score cid {score} ann 2\n{FIRST}ann bid {LIE}\ncid bang"
        at = scene("firehouse", "ann bob cid", text, dice="5", wild="none")
        assert at.news[2:] == ["score ann 1", f"score cid {after}", "opens cid"]


def test_p3_scores_are_listed_in_joining_order_for_any_bidder() -> None:
    text = thrown(1, ann="6 1 2 3 4", bob="6 1 2 3 4", cid="6 1 2 3 4") + f"ann bid 1x1\nbob bid {LIE}\nann bang"
    assert scene("firehouse", "ann bob cid", text, dice="5", wild="none").news[2:4] == ["score ann 2", "score bob -1"]


@pytest.mark.parametrize(
    ("bid", "dan", "ann", "shed"),
    [
        # The bid holds: everybody who believed it sheds a die, and so does the bidder.
        ("3x6", "doubt", "doubt", ["dice bob 2"]),
        ("3x6", "doubt", "believe", ["dice bob 2", "dice ann 2"]),
        ("3x6", "believe", "doubt", ["dice bob 2", "dice dan 0", "done dan"]),
        ("3x6", "believe", "believe", ["dice bob 2", "dice dan 0", "done dan", "dice ann 2"]),
        # The bid is a lie: everybody who doubted it sheds a die, and so does the challenger.
        ("4x6", "believe", "believe", ["dice cid 1"]),
        ("4x6", "doubt", "believe", ["dice cid 1", "dice dan 0", "done dan"]),
        ("4x6", "believe", "doubt", ["dice cid 1", "dice ann 2"]),
        ("4x6", "doubt", "doubt", ["dice cid 1", "dice dan 0", "done dan", "dice ann 2"]),
    ],
)
def test_p4_players_who_are_right_shed_a_die(bid: str, dan: str, ann: str, shed: list[str]) -> None:
    hold = "@hold bob 3 cid 2 dan 1 ann 3\n"
    text = hold + thrown(1, bob="2 3 4", cid="2 3", dan="2", ann="6 6 6")
    at = scene("joker", "bob cid dan ann", f"{text}bob bid {bid}\ncid liar\ndan {dan}\nann {ann}")
    assert at.news[2:-1] == shed
    assert at.news[-1] == ("opens cid" if bid == "3x6" else "opens bob")


def exact(variant: str, bid: str, hold: str = "", **options: str) -> Scene:
    """Return a game in which ann bids and bob calls the bid exact. There are three sixes."""
    options = {"exact": "on", "wild": "none", **options}
    text = thrown(1, ann="6 1 2 3 4", bob="6 1 2", cid="6 1 2 3 4") if hold else FIRST
    return scene(variant, "ann bob cid", f"{hold}{text}ann bid {bid}\nbob exact", **options)


def test_c5_a_right_exact_call_gets_a_lost_die_back() -> None:
    assert exact("bar", "3x6", "@hold bob 3\n").news == ["count 3", "exact", "dice bob 4", "opens bob"]
    text = f"@hold bob 4\n{thrown(1, ann='6 1 2 3 4', bob='6 1 2 3', cid='6 1 2 3 4')}ann bid 3x6\nbob exact"
    assert scene("bar", "ann bob cid", text, exact="on").news[2] == "dice bob 5", "up to the starting number"


def test_c5_nobody_gets_more_dice_than_the_starting_number() -> None:
    assert exact("bar", "3x6").news == ["count 3", "exact", "opens bob"]


def test_c5_with_automatic_dice_three_players_start_with_five() -> None:
    assert exact("bar", "3x6", "@hold bob 3\n", dice="auto").news[2] == "dice bob 4"


@pytest.mark.parametrize("bid", ["2x6", "4x6"])
def test_c5_a_wrong_exact_call_costs_a_die_if_the_bid_is_too_low_or_too_high(bid: str) -> None:
    assert exact("bar", bid, "@hold bob 3\n").news == ["count 3", "inexact", "dice bob 2", "opens bob"]


def test_c5_a_wrong_exact_call_may_cost_the_last_die() -> None:
    text = f"@hold bob 1\n{thrown(1, ann='6 1 2 3 4', bob='6', cid='6 1 2 3 4')}ann bid 2x6\nbob exact"
    assert scene("bar", "ann bob cid", text, exact="on").news == [
        "count 3",
        "inexact",
        "dice bob 0",
        "out bob",
        "opens cid",
    ]


def test_c5_with_forfeits_the_bidder_or_the_caller_owes_a_forfeit_to_the_other() -> None:
    assert exact("common", "3x6").news == ["count 3", "exact", "forfeit ann to bob", "opens bob"]
    assert exact("common", "2x6").news == ["count 3", "inexact", "forfeit bob to ann", "opens bob"]


def test_c5_with_bads_the_bidder_or_the_caller_gets_a_bad() -> None:
    assert exact("firehouse", "3x6", dice="5").news == ["count 3", "exact", "score ann -1", "opens bob"]
    assert exact("firehouse", "2x6", dice="5").news == ["count 3", "inexact", "score bob -1", "opens bob"]


PAYS = {
    ("bar", "others"): ["dice ann 4", "dice cid 4"],
    ("bar", "bidder"): ["dice ann 4"],
    ("common", "others"): ["forfeit ann to bob", "forfeit cid to bob"],
    ("common", "bidder"): ["forfeit ann to bob"],
    ("firehouse", "others"): ["score ann -1", "score cid -1"],
    ("firehouse", "bidder"): ["score ann -1"],
}


@pytest.mark.parametrize(("variant", "pays"), PAYS)
def test_c5_the_option_decides_what_a_right_exact_call_brings(variant: str, pays: str) -> None:
    """A wrong call costs the caller the usual price with each value of the option."""
    assert exact(variant, "3x6", dice="5", exact_pays=pays).news[2:] == [*PAYS[variant, pays], "opens bob"]
    wrong = {"bar": "dice bob 4", "common": "forfeit bob to ann", "firehouse": "score bob -1"}[variant]
    assert exact(variant, "2x6", dice="5", exact_pays=pays).news[2:] == [wrong, "opens bob"]


def test_c5_players_who_have_left_do_not_pay_for_an_exact_call() -> None:
    """Dan and the bidder have left."""
    text = thrown(1, ann="6 1 2 3 4", bob="6 1 2 3 4", cid="6 1 2 3 4", dan="1 2 3 4 5")
    at = scene(
        "common",
        "ann bob cid dan",
        f"{text}ann bid 3x6\nann leave\ndan leave\nbob exact",
        exact="on",
        exact_pays="others",
    )
    assert at.news[2:] == ["forfeit cid to bob", "opens bob"]


def test_c5_all_others_may_lose_their_last_die_together() -> None:
    text = f"@hold ann 1 cid 1\n{thrown(1, ann='6', bob='6 1 2 3 4', cid='6')}ann bid 3x6\nbob exact"
    at = scene("bar", "ann bob cid", text, exact="on", exact_pays="others")
    assert at.news[2:] == ["dice ann 0", "out ann", "dice cid 0", "out cid", "over winners bob"]


def test_p1_the_caller_wins_by_a_right_exact_call_and_the_bidder_by_a_wrong_one() -> None:
    """The winner may waive the forfeit or put it on the tab."""
    right = exact("common", "3x6", exact_pays="others")
    assert right.accepts("bob", "settle tab cid")
    assert right.accepts("bob", "settle tab ann")
    assert not right.accepts("ann", "settle tab cid")
    wrong = exact("common", "2x6")
    assert wrong.accepts("ann", "settle tab bob")
    assert not wrong.accepts("cid", "settle tab bob")
    assert wrong.accepts("bob", "settle waived"), "the entry is about the debtor, and ann made it"


def test_c5_exact_calls_cannot_be_combined_with_shedding() -> None:
    """If a table had both options, a die would change hands without an event."""
    at = scene("joker", "ann bob", thrown(1, ann="6 1 2 3 4", bob="6 1 2 3 4") + "ann bid 1x6")
    assert isinstance(at.game, Game)
    with pytest.raises(AssertionError, match=r"^with shedding there is no exact call"):
        price(at.game.state, revealed(at.game.state, 1, at.game.hidden, 2, holds=False, exact=True))
