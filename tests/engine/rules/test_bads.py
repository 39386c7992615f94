"""E4: how bads end a game, and the playoff between two players with bads."""

import pytest

from engine.core.refusals import NotPlaying
from tests.engine.rules.endings import FIVE, LIE, LIED, NAMES, ROUND, bids
from tests.engine.rules.scenes import scene, thrown


def test_e4_one_player_at_five_bads_washes_up_alone() -> None:
    """Ann has five bads, and the other two players have three. The limit of five is checked before that of three."""
    told = bids("firehouse", f"@score ann -4 bob -3 cid -3\n{LIED}", ante="4")
    assert told == ["score ann -5", "over losers ann", "chips bob +6", "chips cid +6", "forfeit ann to table"]


@pytest.mark.parametrize(("score", "over"), [(-4, True), (-5, True), (-3, False)])
def test_e4_a_player_with_five_or_more_bads_washes_up(score: int, over: bool) -> None:
    told = bids("firehouse", f"@score ann {score}\n{LIED}")
    assert told[1] == ("over losers ann" if over else "opens bob")


def test_e4_two_players_at_three_bads_wash_up_together() -> None:
    told = bids("firehouse", f"@score ann -2 cid -3\n{LIED}", ante="3")
    assert told == [
        "score ann -3",
        "over losers ann cid",
        "chips bob +9",
        "forfeit ann to table",
        "forfeit cid to table",
    ]
    assert bids("firehouse", f"@score ann -2 cid -2\n{LIED}") == ["score ann -3", "opens bob"]


def test_e4_the_limits_for_bads_are_options() -> None:
    assert bids("firehouse", f"@score ann -1\n{LIED}", bads="2", pair_bads="2")[1] == "over losers ann"
    assert bids("firehouse", f"@score ann -1 cid -1\n{LIED}", pair_bads="1")[1] == "over losers ann cid"


def test_e4_two_players_at_three_bads_play_off_if_the_option_is_on() -> None:
    told = bids("firehouse", f"@score ann -2 cid -3\n{LIED}", playoff="on")
    assert told == ["score ann -3", "playoff ann cid", "opens ann"]


def test_e4_a_player_with_five_bads_does_not_play_off() -> None:
    told = bids("firehouse", f"@score ann -4 cid -3\n{LIED}", playoff="on")
    assert told[1] == "over losers ann"


def test_e4_three_players_at_three_bads_do_not_play_off() -> None:
    told = bids(
        "firehouse",
        "@score ann -2 bob -3 cid -3 dan 1\n"
        + thrown(1, ann=FIVE, bob=FIVE, cid=FIVE, dan=FIVE)
        + "ann bid 5x6\nbob liar",
        f"{NAMES} dan",
        playoff="on",
    )
    assert told[1] == "over losers ann bob cid"


def test_e4_there_is_no_playoff_if_one_of_the_two_has_left() -> None:
    """A player who has left counts only in the round in which they left."""
    now = f"@score ann -2 cid -3\n{ROUND}ann bid {LIE}\ncid leave\nbob liar"
    assert bids("firehouse", now, playoff="on")[1] == "over losers ann cid"
    assert bids("firehouse", now)[1] == "over losers ann cid"
    names = f"{NAMES} dan"
    before = "@score ann -1 cid -3\n" + thrown(1, ann=FIVE, bob=FIVE, cid=FIVE, dan=FIVE) + "ann bid 5x6\nbob bang\n"
    before += (
        "cid leave\n" + thrown(2, bob=FIVE, dan=FIVE, ann=FIVE) + "bob bid 1x6\ndan bid 2x6\nann bid 4x6\nbob bang"
    )
    assert bids("firehouse", before, names) == ["score ann -3", "opens bob"]


PLAYOFF = (
    f"@score ann -2 cid -3\n{LIED}"
    + thrown(2, ann=FIVE, cid=FIVE)
    + "ann bid 3x6\ncid liar\n"
    + thrown(3, ann="6 1 2 3", cid=FIVE)
    + "ann bid 3x6\ncid liar\n"
    + thrown(4, ann="6 1 2", cid=FIVE)
    + "ann bid 3x6\ncid liar\n"
    + thrown(5, ann="6 1", cid=FIVE)
    + "ann bid 3x6\ncid liar\n"
)


def test_e4_in_a_playoff_players_lose_dice_and_get_no_bads() -> None:
    assert bids("firehouse", PLAYOFF, playoff="on") == ["dice ann 1", "opens ann"]


def test_e4_the_loser_of_the_playoff_washes_up() -> None:
    text = PLAYOFF + thrown(6, ann="6", cid=FIVE) + "ann bid 3x6\ncid liar"
    assert bids("firehouse", text, playoff="on", ante="3") == [
        "dice ann 0",
        "out ann",
        "over losers ann",
        "chips bob +5",
        "chips cid +4",
        "forfeit ann to table",
    ]


def test_e4_only_the_loser_of_a_playoff_in_the_last_round_washes_up() -> None:
    """Ann has lost the playoff. If the scores decided, both players would wash up."""
    text = PLAYOFF + thrown(6, ann="6", cid=FIVE) + "ann bid 3x6\ncid liar"
    assert bids("firehouse", text, playoff="on", rounds="6")[2:] == ["over losers ann", "forfeit ann to table"]


def test_e4_a_player_who_leaves_a_playoff_loses_it() -> None:
    assert bids("firehouse", f"{PLAYOFF}cid leave", playoff="on") == ["over losers cid", "forfeit cid to table"]


BOTH = ["over losers ann cid", "forfeit ann to table", "forfeit cid to table"]
PAIR = f"@score ann -2 cid -4\n{LIED}"
"""A round after which ann has three bads and cid has four."""


@pytest.mark.parametrize("end", ["time up", "ann quit\ncid quit"])
def test_e4_both_players_of_an_unfinished_playoff_wash_up(end: str) -> None:
    """E1, E2: the game ends during a round of the playoff, or between two of its rounds."""
    assert bids("firehouse", f"{PAIR}{end}", playoff="on") == BOTH
    running = f"{PAIR}{thrown(2, ann=FIVE, cid=FIVE)}ann bid 3x6\n{end}\n"
    if end == "time up":
        assert bids("firehouse", f"{running}cid liar", playoff="on")[1:] == BOTH
    else:
        assert bids("firehouse", running, playoff="on") == BOTH


def test_e4_e1_both_players_wash_up_if_the_rounds_end_during_a_playoff() -> None:
    assert bids("firehouse", PLAYOFF, playoff="on", rounds="5") == ["dice ann 1", *BOTH]
    text = f"{PAIR}{thrown(2, ann=FIVE, cid=FIVE)}ann bid 3x6\ncid liar"
    assert bids("firehouse", text, playoff="on", rounds="2") == ["dice ann 4", *BOTH]


def test_e4_e1_no_playoff_begins_if_no_round_is_left() -> None:
    assert bids("firehouse", PAIR, playoff="on", rounds="1") == ["score ann -3", *BOTH]
    text = f"@score ann -2 cid -4\n{ROUND}ann bid {LIE}\ntime up\nbob liar"
    assert bids("firehouse", text, playoff="on") == ["score ann -3", *BOTH]


def test_e2_in_a_playoff_only_its_two_players_may_vote_to_stop() -> None:
    """Bob is not in the playoff, so his vote does not count.

    One of the two players in the playoff is not a majority.
    """
    at = scene("firehouse", NAMES, f"{PAIR}cid quit", playoff="on", wild="none", dice="5")
    assert at.news == []
    assert at.why("bob", "quit") is NotPlaying


def test_e6_l1_players_who_watch_a_playoff_share_the_pot_even_if_they_leave() -> None:
    names = f"{NAMES} dan"
    start = "@score ann -2 cid -4\n" + thrown(1, ann=FIVE, bob=FIVE, cid=FIVE, dan=FIVE) + "ann bid 5x6\nbob bang\n"
    assert bids("firehouse", f"{start}cid leave", names, playoff="on", ante="3")[1:4] == [
        "chips ann +4",
        "chips bob +4",
        "chips dan +4",
    ]
    assert bids("firehouse", f"{start}dan leave\ncid leave", names, playoff="on", ante="3")[1:4] == [
        "chips ann +4",
        "chips bob +4",
        "chips dan +4",
    ]


def test_e6_a_player_who_left_before_a_playoff_has_no_share() -> None:
    names = f"{NAMES} dan"
    hands = dict.fromkeys(("ann", "bob", "cid", "dan"), FIVE)
    start = f"@score ann -2 cid -4\n{thrown(1, **hands)}dan leave\nann bid 5x6\nbob bang\n"
    assert bids("firehouse", f"{start}cid leave", names, playoff="on", ante="3")[1:3] == [
        "chips ann +6",
        "chips bob +6",
    ]


def test_e4_several_players_at_five_bads_wash_up_together() -> None:
    """Everybody except bob pays for his exact call, so ann and cid come to five bads at the same time."""
    hands = dict.fromkeys(("ann", "bob", "cid"), "6 1 2 3 4")
    text = f"@score ann -4 cid -4\n{thrown(1, **hands)}ann bid 3x6\nbob exact"
    told = bids("firehouse", text, exact="on", exact_pays="others", playoff="on")
    assert told == ["score ann -5", "score cid -5", *BOTH]
