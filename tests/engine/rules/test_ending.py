"""E1-E3, L3: how a game ends, and its winners."""

import pytest

from engine.core.refusals import NotPlaying
from engine.core.results import is_majority
from tests.engine.rules.endings import FIVE, LIE, LIED, NAMES, ONE_PAIR, ROUND, TRUE, bids, cup, ended
from tests.engine.rules.scenes import scene, thrown

# Endings by limit: E1


@pytest.mark.parametrize(
    ("variant", "bid", "told"),
    [
        ("common", LIE, ["forfeit ann to bob", "over winners bob cid"]),  # fewest forfeits
        ("common", TRUE, ["forfeit bob to ann", "over winners ann cid"]),
        ("bar", LIE, ["dice ann 4", "over winners bob cid"]),  # most dice
        ("joker", LIE, ["dice bob 4", "dice cid 4", "over winners bob cid"]),  # fewest dice
        ("firehouse", LIE, ["score ann -1", "over losers ann", "forfeit ann to table"]),  # the lowest score washes up
    ],
)
def test_e1_after_the_last_round_the_standings_decide(variant: str, bid: str, told: list[str]) -> None:
    poll = "cid doubt\n" if variant == "joker" else ""
    assert bids(variant, f"{ROUND}ann bid {bid}\nbob liar\n{poll}", rounds="1") == told


def test_e1_before_the_last_round_the_game_goes_on() -> None:
    assert bids("common", LIED, rounds="2") == ["forfeit ann to bob", "opens bob"]
    assert cup(ONE_PAIR, rounds="2") == ["forfeit bob to ann", "opens ann"]


def test_e1_rounds_are_counted() -> None:
    text = f"{LIED}ann settle paid\n{thrown(2, bob=FIVE, cid=FIVE, ann=FIVE)}bob bid {LIE}\ncid liar"
    assert bids("common", text, rounds="2") == ["forfeit bob to cid", "over winners cid"]
    assert bids("common", text, rounds="3") == ["forfeit bob to cid", "opens cid"]


def test_e1_all_level_is_no_result_in_firehouse_and_shared_elsewhere() -> None:
    assert bids("firehouse", f"@score bob -1 cid -1\n{LIED}", rounds="1", ante="3") == [
        "score ann -1",
        "over none",
        "chips ann +3",
        "chips bob +3",
        "chips cid +3",
    ]
    assert bids("firehouse", f"@score bob -1 cid 2\n{LIED}", rounds="1") == [
        "score ann -1",
        "over losers ann bob",
        "forfeit ann to table",
        "forfeit bob to table",
    ]
    assert bids(
        "bar",
        f"@hold bob 4 cid 4\n{thrown(1, ann=FIVE, bob='6 1 2 3', cid='6 1 2 3')}ann bid 4x6\nbob liar",
        rounds="1",
    ) == ["dice ann 4", "over winners ann bob cid"]


def test_e1_the_round_in_which_time_runs_out_is_played_to_its_end() -> None:
    running = f"{ROUND}ann bid {LIE}\ntime up\n"
    assert bids("common", running) == []
    assert bids("common", f"{running}bob liar") == ["forfeit ann to bob", "over winners bob cid"]


def test_e1_between_rounds_the_game_ends_at_once() -> None:
    for settled in ("", "ann settle tab\n"):
        assert bids("common", f"{LIED}{settled}time up") == ["over winners bob cid"]
    assert bids("bar", f"{LIED}time up", stake="polish my boots") == ["over winners bob cid", "forfeit ann to table"]


def test_e1_leavers_do_not_count_at_such_an_end() -> None:
    """L1: players who have left never win, and rank last.

    cid, who has left, has no forfeit, most dice and most bads. dan, who has left, has one die in joker.
    """
    assert bids("common", f"{LIED}cid leave\nann settle paid\ntime up") == ["over winners bob"]
    assert bids("bar", f"{LIED}cid leave\ntime up") == ["over winners bob"]
    assert bids("firehouse", f"@score cid -2\n{LIED}cid leave\ntime up") == ["over losers ann", "forfeit ann to table"]
    hold = f"@hold dan 1\n{thrown(1, ann=FIVE, bob=FIVE, cid=FIVE, dan='6')}ann bid 5x6\nbob liar\ncid doubt\n"
    assert bids("joker", f"{hold}dan leave\ntime up", f"{NAMES} dan") == ["over winners bob cid"]


# E2: calling it quits


@pytest.mark.parametrize(("players", "enough"), [(2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (20, 11)])
def test_e2_more_than_half_is_a_majority(players: int, enough: int) -> None:
    for voices in range(players + 1):
        assert is_majority(voices, players) == (voices >= enough)


def test_e2_half_is_not_enough() -> None:
    names = f"{NAMES} dan"
    text = thrown(1, ann=FIVE, bob=FIVE, cid=FIVE, dan=FIVE) + "ann quit\nbob quit\n"
    assert bids("common", text, names) == []
    assert bids("common", f"{text}cid quit", names) == ["over winners ann bob cid dan"]


def test_e2_games_that_dice_decide_have_no_result_and_antes_go_back() -> None:
    for variant in ("bar", "joker", "dudo", "perudo"):
        assert bids(variant, f"{ROUND}ann quit\nbob quit", ante="2", stake="polish my boots") == [
            "over none",
            "chips ann +2",
            "chips bob +2",
            "chips cid +2",
        ]


def test_e2_forfeits_and_scores_stay_as_they_are() -> None:
    assert bids("common", f"{LIED}ann settle paid\nann quit\nbob quit") == ["over winners bob cid"]
    assert bids("firehouse", f"{LIED}ann quit\nbob quit") == ["over losers ann", "forfeit ann to table"]


def test_e2_voices_are_counted_again_when_somebody_leaves() -> None:
    """Two of four players want to stop, which is not enough. Then cid leaves, and it is two of three."""
    names = f"{NAMES} dan"
    text = thrown(1, ann=FIVE, bob=FIVE, cid=FIVE, dan=FIVE) + "ann quit\nbob quit\n"
    assert bids("common", f"{text}cid leave", names) == ["over winners ann bob dan"]
    assert bids("common", f"{text}bob leave", names) == [], "bob's voice left with him: ann alone is no majority"


def test_e2_voices_are_counted_again_when_somebody_is_out() -> None:
    """Ann and bob want to stop. Dan loses his last die, and it is two of three."""
    text = f"@hold dan 1\n{thrown(1, dan='6', ann=FIVE, bob=FIVE, cid=FIVE)}ann quit\nbob quit\ndan bid 5x6\nann liar"
    at = scene("bar", "dan ann bob cid", text)
    assert ended(at) == ["dice dan 0", "out dan", "over none"]


def test_e1_e2_where_the_last_round_and_a_majority_are_due_together_the_round_decides() -> None:
    """The same happens in the last round. The player with most dice wins, and the others have lost none."""
    text = f"@hold dan 1\n{thrown(1, dan='6', ann=FIVE, bob=FIVE, cid=FIVE)}ann quit\nbob quit\ndan bid 5x6\nann liar"
    at = scene("bar", "dan ann bob cid", text, rounds="1")
    assert ended(at) == ["dice dan 0", "out dan", "over winners ann bob cid"]


# E3: one has dice


def test_e3_the_last_one_with_dice_wins_the_pot() -> None:
    for variant in ("bar", "dudo", "perudo"):
        text = f"@hold ann 1\n{thrown(1, ann='6', bob=FIVE)}ann bid 3x6\nbob liar"
        assert bids(variant, text, "ann bob", ante="10") == [
            "dice ann 0",
            "out ann",
            "over winners bob",
            "chips bob +20",
        ]


def test_e3_with_two_left_the_game_goes_on() -> None:
    text = f"@hold ann 1\n{thrown(1, ann='6', bob=FIVE, cid=FIVE)}ann bid 4x6\nbob liar"
    assert bids("bar", text) == ["dice ann 0", "out ann", "opens bob"]


def joker(hold: str, hands: dict[str, str], moves: str, **options: str) -> list[str]:
    """Return `ended` for a round of joker in which players have only a few dice."""
    return bids("joker", f"@hold {hold}\n{thrown(1, **hands)}{moves}", " ".join(hands), **options)


def test_e3_in_joker_the_first_to_shed_wins_and_the_last_one_pays() -> None:
    told = joker(
        "ann 1 bob 1",
        {"ann": "6", "bob": "5", "cid": FIVE},
        "ann bid 2x6\nbob liar\ncid believe",
        ante="10",
    )
    assert told == ["dice ann 0", "done ann", "dice cid 4", "opens bob"], "two are left"
    told = joker("ann 1", {"ann": "6", "bob": FIVE}, "ann bid 2x6\nbob liar", ante="10")
    assert told == ["dice ann 0", "done ann", "over winners ann", "chips ann +20", "forfeit bob to ann"]


def test_e3_in_joker_a_tie_shares_the_first_place_and_the_last_owes_the_table() -> None:
    hands = {"ann": "6", "bob": "5 5", "cid": "4"}
    told = joker("ann 1 bob 2 cid 1", hands, "ann bid 1x6\nbob liar\ncid believe", ante="5")
    assert told == [
        "dice ann 0",
        "done ann",
        "dice cid 0",
        "done cid",
        "over winners ann cid",
        "chips ann +8",
        "chips cid +7",
        "forfeit bob to table",
    ]


def test_e3_the_earliest_round_counts() -> None:
    """Bob has shed his dice first and wins, and ann in the second round.

    Cid is last and owes one forfeit, with or without a stake.
    """
    text = f"@hold ann 1 bob 1\n{thrown(1, ann='6', bob='5', cid=FIVE)}ann bid 3x6\nbob liar\ncid doubt\n"
    assert bids("joker", text) == ["dice bob 0", "done bob", "dice cid 4", "opens ann"]
    text += thrown(2, ann="6", cid="1 2 3 4") + "ann bid 1x6\ncid liar"
    for options in ({}, {"stake": "polish my boots"}):
        assert bids("joker", text, **options) == ["dice ann 0", "done ann", "over winners bob", "forfeit cid to bob"]


def test_e3_one_has_dice_comes_before_the_last_round() -> None:
    """Bob and ann have no dice. If the last round decided, they would share the win, but bob was first."""
    text = f"@hold ann 1 bob 1\n{thrown(1, ann='6', bob='5', cid=FIVE)}ann bid 3x6\nbob liar\ncid doubt\n"
    text += thrown(2, ann="6", cid="1 2 3 4") + "ann bid 1x6\ncid liar"
    assert bids("joker", text, rounds="2") == ["dice ann 0", "done ann", "over winners bob", "forfeit cid to bob"]


# L3: fewer than two are left


def test_l3_where_dice_decide_the_last_one_wins() -> None:
    assert bids("bar", f"{ROUND}ann leave\nbob leave", ante="2") == ["over winners cid", "chips cid +6"]


def test_l3_otherwise_the_standings_decide() -> None:
    assert bids("common", f"{LIED}ann settle paid\nbob leave\ncid leave") == ["over winners ann"]


def test_l3_in_firehouse_the_last_to_leave_washes_up_and_the_rest_get_the_pot() -> None:
    """Ann has a bad and stays. The rule also holds before the first round."""
    left = ["over losers cid", "chips ann +6", "forfeit cid to table"]
    assert bids("firehouse", f"{LIED}bob leave\ncid leave", ante="2") == left
    assert bids("firehouse", "bob leave\ncid leave", ante="2") == left


def test_l3_in_joker_the_first_to_have_shed_wins_and_nobody_owes() -> None:
    text = f"@hold ann 1\n{thrown(1, ann='6', bob=FIVE, cid=FIVE)}ann bid 3x6\nbob liar\ncid doubt\n"
    assert bids("joker", f"{text}bob leave", ante="2", stake="polish my boots") == ["over winners ann", "chips ann +6"]


def test_l3_in_joker_if_nobody_has_shed_the_last_one_there_wins_and_nobody_owes() -> None:
    assert bids("joker", f"{ROUND}ann leave\nbob leave", ante="2", stake="polish my boots") == [
        "over winners cid",
        "chips cid +6",
    ]


def test_l1_l3_a_player_who_shed_all_dice_and_left_keeps_the_first_place() -> None:
    text = f"@hold ann 1\n{thrown(1, ann='6', bob=FIVE, cid=FIVE)}ann bid 3x6\nbob liar\ncid doubt\n"
    for end in ("bob leave", "bob quit\ncid quit", "time up"):
        assert bids("joker", f"{text}ann leave\n{end}", ante="2") == ["over winners ann", "chips ann +6"]


def test_l1_a_player_who_is_out_may_leave_and_changes_nothing() -> None:
    """Dan is out, so he has no vote any more."""
    text = f"@hold dan 1\n{thrown(1, dan='6', ann=FIVE, bob=FIVE, cid=FIVE)}dan quit\nann quit\ndan bid 5x6\nann liar\n"
    stay, gone = (scene("bar", "dan ann bob cid", text + last) for last in ("", "dan leave"))
    assert gone.news == []
    assert gone.why("dan", "leave") is NotPlaying
    assert ended(scene("bar", "dan ann bob cid", f"{text}dan leave\ntime up")) == ["over winners ann bob cid"]
    assert stay.game.state.circle == gone.game.state.circle


def test_l1_a_player_who_leaves_before_shedding_the_last_die_has_not_finished() -> None:
    """Ann made the current bid and leaves.

    The bid holds and she sheds her last die, but players who have left never win.
    """
    text = f"@hold ann 1\n{thrown(1, ann='6', bob=FIVE, cid=FIVE)}ann bid 3x6\nbob liar\nann leave\ncid doubt"
    assert bids("joker", text) == ["dice ann 0", "done ann", "opens bob"]
    assert bids("joker", f"{text}\ntime up", ante="2") == ["over winners bob cid", "chips bob +3", "chips cid +3"]
    assert bids("joker", f"{text}\nbob leave", ante="2") == ["over winners cid", "chips cid +6"]


def test_l3_at_a_showdown_whose_bidder_has_left_the_last_one_in_wins() -> None:
    """Ann made the current bid and leaves; bob doubts it with his last die."""
    text = f"@hold bob 1 cid 1\n{thrown(1, ann=FIVE, bob='6', cid='5')}ann bid 2x6\nann leave\nbob liar"
    assert bids("bar", text) == ["dice bob 0", "out bob", "over winners cid"]
