"""E1-E3, L3: how a game ends, and its winners."""

import pytest

from engine.core.refusals import NotPlaying
from engine.core.results import is_majority
from tests.engine.rules.endings import FIVE, LIE, LIED, NAMES, ONE_PAIR, ROUND, TRUE, bids, cup, ended
from tests.engine.rules.scenes import scene, thrown

# E1: the game ends by rounds or by time


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


def test_e1_the_game_ends_after_the_chosen_number_of_rounds() -> None:
    text = f"{LIED}ann settle paid\n{thrown(2, bob=FIVE, cid=FIVE, ann=FIVE)}bob bid {LIE}\ncid liar"
    assert bids("common", text, rounds="2") == ["forfeit bob to cid", "over winners cid"]
    assert bids("common", text, rounds="3") == ["forfeit bob to cid", "opens cid"]


def test_e1_only_in_firehouse_a_tie_of_all_players_has_no_result() -> None:
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


def test_e1_the_game_ends_at_once_if_time_runs_out_between_rounds() -> None:
    for settled in ("", "ann settle tab\n"):
        assert bids("common", f"{LIED}{settled}time up") == ["over winners bob cid"]
    assert bids("bar", f"{LIED}time up", stake="polish my boots") == ["over winners bob cid", "forfeit ann to table"]


def test_e1_players_who_have_left_do_not_count_when_time_runs_out() -> None:
    """L1: players who have left never win, and rank last.

    Cid has left with no forfeit, the most dice and the most bads. In joker, dan has left with one die.
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


def test_e2_half_of_the_votes_do_not_end_the_game() -> None:
    names = f"{NAMES} dan"
    text = thrown(1, ann=FIVE, bob=FIVE, cid=FIVE, dan=FIVE) + "ann quit\nbob quit\n"
    assert bids("common", text, names) == []
    assert bids("common", f"{text}cid quit", names) == ["over winners ann bob cid dan"]


def test_e2_games_of_dice_have_no_result_and_antes_go_back() -> None:
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


def test_e2_votes_to_stop_are_counted_again_when_a_player_leaves() -> None:
    """Two of four players want to stop, which is not enough. After cid has left, two of three players want to stop."""
    names = f"{NAMES} dan"
    text = thrown(1, ann=FIVE, bob=FIVE, cid=FIVE, dan=FIVE) + "ann quit\nbob quit\n"
    assert bids("common", f"{text}cid leave", names) == ["over winners ann bob dan"]
    assert bids("common", f"{text}bob leave", names) == [], "bob's voice left with him: ann alone is no majority"


def test_e2_votes_to_stop_are_counted_again_when_a_player_is_out() -> None:
    """Ann and bob want to stop. After dan has lost his last die, they are two of three players."""
    text = f"@hold dan 1\n{thrown(1, dan='6', ann=FIVE, bob=FIVE, cid=FIVE)}ann quit\nbob quit\ndan bid 5x6\nann liar"
    at = scene("bar", "dan ann bob cid", text)
    assert ended(at) == ["dice dan 0", "out dan", "over none"]


def test_e1_e2_the_last_round_comes_before_a_majority_in_the_same_round() -> None:
    """Dan loses his last die in the last round, and this also gives ann and bob a majority.

    The game has winners: the three players with the most dice. If only the majority counted, it would have no result.
    """
    text = f"@hold dan 1\n{thrown(1, dan='6', ann=FIVE, bob=FIVE, cid=FIVE)}ann quit\nbob quit\ndan bid 5x6\nann liar"
    at = scene("bar", "dan ann bob cid", text, rounds="1")
    assert ended(at) == ["dice dan 0", "out dan", "over winners ann bob cid"]


# E3: only one player has dice left


def test_e3_the_last_player_with_dice_wins_the_pot() -> None:
    for variant in ("bar", "dudo", "perudo"):
        text = f"@hold ann 1\n{thrown(1, ann='6', bob=FIVE)}ann bid 3x6\nbob liar"
        assert bids(variant, text, "ann bob", ante="10") == [
            "dice ann 0",
            "out ann",
            "over winners bob",
            "chips bob +20",
        ]


def test_e3_the_game_goes_on_while_two_players_have_dice() -> None:
    text = f"@hold ann 1\n{thrown(1, ann='6', bob=FIVE, cid=FIVE)}ann bid 4x6\nbob liar"
    assert bids("bar", text) == ["dice ann 0", "out ann", "opens bob"]


def joker(hold: str, hands: dict[str, str], moves: str, **options: str) -> list[str]:
    """Play a round of joker in which players begin with few dice.

    Return the events of the last move as `ended` does.
    """
    return bids("joker", f"@hold {hold}\n{thrown(1, **hands)}{moves}", " ".join(hands), **options)


def test_e3_in_joker_the_first_player_without_dice_wins_and_the_last_one_pays() -> None:
    told = joker(
        "ann 1 bob 1",
        {"ann": "6", "bob": "5", "cid": FIVE},
        "ann bid 2x6\nbob liar\ncid believe",
        ante="10",
    )
    assert told == ["dice ann 0", "done ann", "dice cid 4", "opens bob"], "two are left"
    told = joker("ann 1", {"ann": "6", "bob": FIVE}, "ann bid 2x6\nbob liar", ante="10")
    assert told == ["dice ann 0", "done ann", "over winners ann", "chips ann +20", "forfeit bob to ann"]


def test_e3_in_joker_tied_players_share_the_win_and_the_last_one_owes_the_table() -> None:
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


def test_e3_in_joker_only_the_players_of_the_earliest_round_win() -> None:
    """Bob sheds his last die in the first round, and ann in the second round. Bob alone wins.

    Cid is last and owes one forfeit, with or without a stake.
    """
    text = f"@hold ann 1 bob 1\n{thrown(1, ann='6', bob='5', cid=FIVE)}ann bid 3x6\nbob liar\ncid doubt\n"
    assert bids("joker", text) == ["dice bob 0", "done bob", "dice cid 4", "opens ann"]
    text += thrown(2, ann="6", cid="1 2 3 4") + "ann bid 1x6\ncid liar"
    for options in ({}, {"stake": "polish my boots"}):
        assert bids("joker", text, **options) == ["dice ann 0", "done ann", "over winners bob", "forfeit cid to bob"]


def test_e3_e1_the_last_die_decides_even_in_the_last_round() -> None:
    """Bob and ann have no dice left, so by their dice they would share the win. But bob shed his last die first."""
    text = f"@hold ann 1 bob 1\n{thrown(1, ann='6', bob='5', cid=FIVE)}ann bid 3x6\nbob liar\ncid doubt\n"
    text += thrown(2, ann="6", cid="1 2 3 4") + "ann bid 1x6\ncid liar"
    assert bids("joker", text, rounds="2") == ["dice ann 0", "done ann", "over winners bob", "forfeit cid to bob"]


# L3: fewer than two players are left


def test_l3_in_a_game_of_dice_the_last_player_left_wins() -> None:
    assert bids("bar", f"{ROUND}ann leave\nbob leave", ante="2") == ["over winners cid", "chips cid +6"]


def test_l3_in_a_game_of_forfeits_the_last_player_left_wins() -> None:
    assert bids("common", f"{LIED}ann settle paid\nbob leave\ncid leave") == ["over winners ann"]


def test_l3_in_firehouse_the_last_player_to_leave_washes_up() -> None:
    """Ann stays although she has a bad. The rule also applies before the first round."""
    left = ["over losers cid", "chips ann +6", "forfeit cid to table"]
    assert bids("firehouse", f"{LIED}bob leave\ncid leave", ante="2") == left
    assert bids("firehouse", "bob leave\ncid leave", ante="2") == left


def test_l3_in_joker_a_player_without_dice_has_won_if_others_leave() -> None:
    text = f"@hold ann 1\n{thrown(1, ann='6', bob=FIVE, cid=FIVE)}ann bid 3x6\nbob liar\ncid doubt\n"
    assert bids("joker", f"{text}bob leave", ante="2", stake="polish my boots") == ["over winners ann", "chips ann +6"]


def test_l3_in_joker_the_last_player_left_wins_if_all_have_dice() -> None:
    assert bids("joker", f"{ROUND}ann leave\nbob leave", ante="2", stake="polish my boots") == [
        "over winners cid",
        "chips cid +6",
    ]


def test_l1_l3_a_player_who_shed_all_dice_and_left_keeps_the_first_place() -> None:
    text = f"@hold ann 1\n{thrown(1, ann='6', bob=FIVE, cid=FIVE)}ann bid 3x6\nbob liar\ncid doubt\n"
    for end in ("bob leave", "bob quit\ncid quit", "time up"):
        assert bids("joker", f"{text}ann leave\n{end}", ante="2") == ["over winners ann", "chips ann +6"]


def test_l1_a_player_who_is_out_may_leave_without_any_effect() -> None:
    """Dan is out of the game, so his vote to stop does not count."""
    text = f"@hold dan 1\n{thrown(1, dan='6', ann=FIVE, bob=FIVE, cid=FIVE)}dan quit\nann quit\ndan bid 5x6\nann liar\n"
    stay, gone = (scene("bar", "dan ann bob cid", text + last) for last in ("", "dan leave"))
    assert gone.news == []
    assert gone.why("dan", "leave") is NotPlaying
    assert ended(scene("bar", "dan ann bob cid", f"{text}dan leave\ntime up")) == ["over winners ann bob cid"]
    assert stay.game.state.circle == gone.game.state.circle


def test_l1_in_joker_a_player_who_left_never_wins_by_shedding_dice() -> None:
    """Ann bids and leaves.

    Her bid is true, so she sheds her last die. But players who have left never win.
    """
    text = f"@hold ann 1\n{thrown(1, ann='6', bob=FIVE, cid=FIVE)}ann bid 3x6\nbob liar\nann leave\ncid doubt"
    assert bids("joker", text) == ["dice ann 0", "done ann", "opens bob"]
    assert bids("joker", f"{text}\ntime up", ante="2") == ["over winners bob cid", "chips bob +3", "chips cid +3"]
    assert bids("joker", f"{text}\nbob leave", ante="2") == ["over winners cid", "chips cid +6"]


def test_l3_the_last_player_wins_a_showdown_whose_bidder_has_left() -> None:
    """Ann bids and leaves. Bob challenges her bid, which is true, and loses his last die."""
    text = f"@hold bob 1 cid 1\n{thrown(1, ann=FIVE, bob='6', cid='5')}ann bid 2x6\nann leave\nbob liar"
    assert bids("bar", text) == ["dice bob 0", "out bob", "over winners cid"]
