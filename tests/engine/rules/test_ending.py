"""E1-E6, L3: when a game is over, who has won, and what the end brings; in both families of games."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.stakes import antes, pot_shares
from engine.standings import is_majority, least
from tests.engine.rules.scenes import ALIKE, Scene, scene, thrown

NAMES = "ann bob cid"
FIVE = "6 1 2 3 4"
ROUND = thrown(1, ann=FIVE, bob=FIVE, cid=FIVE)
TRUE, LIE = "3x6", "4x6"
LIED = f"{ROUND}ann bid {LIE}\nbob liar\n"
"""Ann lied, bob won."""


def bids(variant: str, text: str, names: str = NAMES, **options: str) -> list[str]:
    """What followed from the last move, a showdown's own lines left out. Nothing is wild; firehouse has five dice."""
    options = {"wild": "none", "dice": "5", **options}
    return ended(scene(variant, names, text, **options))


def ended(at: Scene) -> list[str]:
    showdown = ("count", "holds", "lie", "exact", "inexact", "hand")
    return [line for line in at.news if line.split()[0] not in showdown]


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
    assert bids("cup", ONE_PAIR, rounds="2") == ["forfeit bob to ann", "opens ann"]


def test_e1_rounds_are_counted() -> None:
    text = f"{LIED}ann settle paid\n{thrown(2, bob=FIVE, cid=FIVE, ann=FIVE)}bob bid {LIE}\ncid liar"
    assert bids("common", text, rounds="2") == ["forfeit bob to cid", "over winners cid"]
    assert bids("common", text, rounds="3") == ["forfeit bob to cid", "opens cid"]


def test_e1_all_level_is_no_result_in_firehouse_and_shared_elsewhere() -> None:
    assert bids("firehouse", f"@score bob -1 cid -1\n{LIED}", rounds="1", ante="3") == [
        "score ann -1", "over none", "chips ann +3", "chips bob +3", "chips cid +3",
    ]  # fmt: skip
    assert bids("firehouse", f"@score bob -1 cid 2\n{LIED}", rounds="1") == [
        "score ann -1", "over losers ann bob", "forfeit ann to table", "forfeit bob to table",
    ]  # fmt: skip
    assert bids("bar", f"@hold bob 4 cid 4\n{thrown(1, ann=FIVE, bob='6 1 2 3', cid='6 1 2 3')}"
                "ann bid 4x6\nbob liar", rounds="1") == ["dice ann 4", "over winners ann bob cid"]  # fmt: skip


def test_e1_the_round_in_which_time_runs_out_is_played_to_its_end() -> None:
    running = f"{ROUND}ann bid {LIE}\ntime up\n"
    assert bids("common", running) == []
    assert bids("common", f"{running}bob liar") == ["forfeit ann to bob", "over winners bob cid"]


def test_e1_between_rounds_the_game_ends_at_once() -> None:
    for settled in ("", "ann settle tab\n"):
        assert bids("common", f"{LIED}{settled}time up") == ["over winners bob cid"]
    assert bids("bar", f"{LIED}time up", stake="polish my boots") == ["over winners bob cid", "forfeit ann to table"]


def test_e1_leavers_do_not_count_at_such_an_end() -> None:
    """L1: they never win, and rank last: cid has no forfeit, most dice, most bads; dan has one die in joker."""
    assert bids("common", f"{LIED}cid leave\nann settle paid\ntime up") == ["over winners bob"]
    assert bids("bar", f"{LIED}cid leave\ntime up") == ["over winners bob"]
    assert bids("firehouse", f"@score cid -2\n{LIED}cid leave\ntime up") == ["over losers ann", "forfeit ann to table"]
    hold = f"@hold dan 1\n{thrown(1, ann=FIVE, bob=FIVE, cid=FIVE, dan='6')}ann bid 5x6\nbob liar\ncid doubt\n"
    assert bids("joker", f"{hold}dan leave\ntime up", f"{NAMES} dan") == ["over winners bob cid"]


# E2: calling it quits


@pytest.mark.parametrize(("players", "enough"), [(2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (20, 11)])
def test_e2_more_than_half_is_a_majority(players: int, enough: int) -> None:
    for voices in range(players + 1):
        assert is_majority([True] * voices + [False] * (players - voices)) == (voices >= enough)


def test_e2_half_is_not_enough() -> None:
    names = f"{NAMES} dan"
    text = thrown(1, ann=FIVE, bob=FIVE, cid=FIVE, dan=FIVE) + "ann quit\nbob quit\n"
    assert bids("common", text, names) == []
    assert bids("common", f"{text}cid quit", names) == ["over winners ann bob cid dan"]


def test_e2_games_that_dice_decide_have_no_result_and_antes_go_back() -> None:
    for variant in ("bar", "joker", "dudo", "perudo"):
        assert bids(variant, f"{ROUND}ann quit\nbob quit", ante="2", stake="polish my boots") == [
            "over none", "chips ann +2", "chips bob +2", "chips cid +2",
        ]  # fmt: skip


def test_e2_forfeits_and_scores_stand_as_they_are() -> None:
    assert bids("common", f"{LIED}ann settle paid\nann quit\nbob quit") == ["over winners bob cid"]
    assert bids("firehouse", f"{LIED}ann quit\nbob quit") == ["over losers ann", "forfeit ann to table"]


def test_e2_voices_are_counted_again_when_somebody_leaves() -> None:
    """Of four, two want to stop: not enough, until cid is gone."""
    names = f"{NAMES} dan"
    text = thrown(1, ann=FIVE, bob=FIVE, cid=FIVE, dan=FIVE) + "ann quit\nbob quit\n"
    assert bids("common", f"{text}cid leave", names) == ["over winners ann bob dan"]
    assert bids("common", f"{text}bob leave", names) == [], "bob's voice left with him: ann alone is no majority"


def test_e2_voices_are_counted_again_when_somebody_is_out() -> None:
    """Ann and bob want to stop; dan loses his last die: two of three."""
    text = f"@hold dan 1\n{thrown(1, dan='6', ann=FIVE, bob=FIVE, cid=FIVE)}ann quit\nbob quit\ndan bid 5x6\nann liar"
    at = scene("bar", "dan ann bob cid", text)
    assert ended(at) == ["dice dan 0", "out dan", "over none"]


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
    """A round of joker that begins with few dice."""
    return bids("joker", f"@hold {hold}\n{thrown(1, **hands)}{moves}", " ".join(hands), **options)


def test_e3_in_joker_the_first_to_shed_wins_and_the_last_one_pays() -> None:
    told = joker(
        "ann 1 bob 1", {"ann": "6", "bob": "5", "cid": FIVE}, "ann bid 2x6\nbob liar\ncid believe", ante="10",
    )  # fmt: skip
    assert told == ["dice ann 0", "done ann", "dice cid 4", "opens bob"], "two are left"
    told = joker("ann 1", {"ann": "6", "bob": FIVE}, "ann bid 2x6\nbob liar", ante="10")
    assert told == ["dice ann 0", "done ann", "over winners ann", "chips ann +20", "forfeit bob to ann"]


def test_e3_in_joker_a_tie_shares_the_first_place_and_the_last_owes_the_table() -> None:
    hands = {"ann": "6", "bob": "5 5", "cid": "4"}
    told = joker("ann 1 bob 2 cid 1", hands, "ann bid 1x6\nbob liar\ncid believe", ante="5")
    assert told == [
        "dice ann 0", "done ann", "dice cid 0", "done cid", "over winners ann cid",
        "chips ann +8", "chips cid +7", "forfeit bob to table",
    ]  # fmt: skip


def test_e3_the_earliest_round_counts() -> None:
    """Bob is done in the first round, ann in the second: he has won, cid is last; one forfeit, stake or no stake."""
    text = f"@hold ann 1 bob 1\n{thrown(1, ann='6', bob='5', cid=FIVE)}ann bid 3x6\nbob liar\ncid doubt\n"
    assert bids("joker", text) == ["dice bob 0", "done bob", "dice cid 4", "opens ann"]
    text += thrown(2, ann="6", cid="1 2 3 4") + "ann bid 1x6\ncid liar"
    for options in ({}, {"stake": "polish my boots"}):
        assert bids("joker", text, **options) == ["dice ann 0", "done ann", "over winners bob", "forfeit cid to bob"]


def test_e3_one_has_dice_comes_before_the_last_round() -> None:
    """By rounds bob and ann, both without dice, would share; bob was done first."""
    text = f"@hold ann 1 bob 1\n{thrown(1, ann='6', bob='5', cid=FIVE)}ann bid 3x6\nbob liar\ncid doubt\n"
    text += thrown(2, ann="6", cid="1 2 3 4") + "ann bid 1x6\ncid liar"
    assert bids("joker", text, rounds="2") == ["dice ann 0", "done ann", "over winners bob", "forfeit cid to bob"]


# What bads decide: E4 and its playoff


def test_e4_one_player_at_five_bads_washes_up_alone() -> None:
    """Tested first: there are three at three bads or more, and ann at five."""
    told = bids("firehouse", f"@score ann -4 bob -3 cid -3\n{LIED}", ante="4")
    assert told == ["score ann -5", "over losers ann", "chips bob +6", "chips cid +6", "forfeit ann to table"]


@pytest.mark.parametrize(("score", "over"), [(-4, True), (-5, True), (-3, False)])
def test_e4_five_bads_or_more(score: int, over: bool) -> None:
    told = bids("firehouse", f"@score ann {score}\n{LIED}")
    assert told[1] == ("over losers ann" if over else "opens bob")


def test_e4_two_at_three_bads_wash_up_together() -> None:
    told = bids("firehouse", f"@score ann -2 cid -3\n{LIED}", ante="3")
    assert told == [
        "score ann -3", "over losers ann cid", "chips bob +9", "forfeit ann to table", "forfeit cid to table",
    ]  # fmt: skip
    assert bids("firehouse", f"@score ann -2 cid -2\n{LIED}") == ["score ann -3", "opens bob"]


def test_e4_the_numbers_are_options() -> None:
    assert bids("firehouse", f"@score ann -1\n{LIED}", bads="2", pair_bads="2")[1] == "over losers ann"
    assert bids("firehouse", f"@score ann -1 cid -1\n{LIED}", pair_bads="1")[1] == "over losers ann cid"


def test_e4_the_pair_plays_off_where_the_option_says_so() -> None:
    told = bids("firehouse", f"@score ann -2 cid -3\n{LIED}", playoff="on")
    assert told == ["score ann -3", "playoff ann cid", "opens ann"]


def test_e4_five_bads_are_not_played_off() -> None:
    told = bids("firehouse", f"@score ann -4 cid -3\n{LIED}", playoff="on")
    assert told[1] == "over losers ann"


def test_e4_three_at_three_bads_do_not_play_off() -> None:
    told = bids("firehouse", "@score ann -2 bob -3 cid -3 dan 1\n"
                + thrown(1, ann=FIVE, bob=FIVE, cid=FIVE, dan=FIVE) + "ann bid 5x6\nbob liar",
                f"{NAMES} dan", playoff="on")  # fmt: skip
    assert told[1] == "over losers ann bob cid"


def test_e4_a_pair_of_whom_one_has_left_does_not_play_off() -> None:
    """Who left counts only in the round in which they left."""
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
    + thrown(2, ann=FIVE, cid=FIVE) + "ann bid 3x6\ncid liar\n"
    + thrown(3, ann="6 1 2 3", cid=FIVE) + "ann bid 3x6\ncid liar\n"
    + thrown(4, ann="6 1 2", cid=FIVE) + "ann bid 3x6\ncid liar\n"
    + thrown(5, ann="6 1", cid=FIVE) + "ann bid 3x6\ncid liar\n"
)  # fmt: skip


def test_e4_in_a_playoff_dice_are_lost_and_bads_do_not_end_it() -> None:
    assert bids("firehouse", PLAYOFF, playoff="on") == ["dice ann 1", "opens ann"]


def test_e4_who_loses_the_playoff_washes_up() -> None:
    text = PLAYOFF + thrown(6, ann="6", cid=FIVE) + "ann bid 3x6\ncid liar"
    assert bids("firehouse", text, playoff="on", ante="3") == [
        "dice ann 0", "out ann", "over losers ann", "chips bob +5", "chips cid +4", "forfeit ann to table",
    ]  # fmt: skip


def test_e4_who_loses_the_playoff_in_the_last_round_has_lost_it() -> None:
    """By scores both would wash up."""
    text = PLAYOFF + thrown(6, ann="6", cid=FIVE) + "ann bid 3x6\ncid liar"
    assert bids("firehouse", text, playoff="on", rounds="6")[2:] == ["over losers ann", "forfeit ann to table"]


def test_e4_who_leaves_a_playoff_has_lost_it() -> None:
    assert bids("firehouse", f"{PLAYOFF}cid leave", playoff="on") == ["over losers cid", "forfeit cid to table"]


def test_e4_e1_a_playoff_may_end_by_rounds_too() -> None:
    assert bids("firehouse", PLAYOFF, playoff="on", rounds="5") == [
        "dice ann 1", "over losers ann cid", "forfeit ann to table", "forfeit cid to table",
    ]  # fmt: skip


# E5: equal counts share


@ALIKE
@given(st.data())
def test_e5_the_least_share(data: st.DataObject) -> None:
    amounts = data.draw(st.lists(st.integers(-5, 5), min_size=2, max_size=20))
    seats = sorted(data.draw(st.sets(st.integers(0, len(amounts) - 1), min_size=1)))
    best = least(seats, amounts)
    assert set(best) <= set(seats)
    assert all(amounts[seat] == amounts[best[0]] for seat in best)
    assert all(amounts[seat] > amounts[best[0]] for seat in seats if seat not in best)
    assert list(best) == sorted(best)


# E6: the ante, the pot, stakes in words


def chips(players: int, ante: int, winners: tuple[int, ...]) -> list[int]:
    """What everybody has after the pot has been shared, having begun with nothing."""
    held = [0] * players
    for move in (*antes(players, ante), *pot_shares(winners, players, ante)):
        assert move.amount != 0
        held[move.seat] += move.amount
    return held


@ALIKE
@given(st.integers(2, 20), st.integers(0, 1_000_000), st.data())
def test_e6_the_pot_is_shared_evenly_odd_chips_to_the_earliest(players: int, ante: int, data: st.DataObject) -> None:
    winners = tuple(sorted(data.draw(st.sets(st.integers(0, players - 1)))))
    held = chips(players, ante, winners)
    assert sum(held) == 0
    if not winners:
        assert held == [0] * players
        return
    won = [held[seat] + ante for seat in winners]
    assert won == sorted(won, reverse=True)
    assert won[0] - won[-1] in (0, 1)
    assert all(held[seat] == -ante for seat in range(players) if seat not in winners)


@pytest.mark.parametrize(
    ("players", "ante", "winners", "shares"),
    [
        (4, 10, (2,), [(2, 40)]),
        (3, 5, (0, 2), [(0, 8), (2, 7)]),
        (3, 5, (), [(0, 5), (1, 5), (2, 5)]),  # no result: every ante goes back
        (2, 1, (0, 1), [(0, 1), (1, 1)]),
        (3, 0, (0, 2), []),
    ],
)
def test_e6_examples(players: int, ante: int, winners: tuple[int, ...], shares: list[tuple[int, int]]) -> None:
    assert [(move.seat, move.amount) for move in pot_shares(winners, players, ante)] == shares


def test_e6_every_player_pays_the_ante_at_the_start_in_joining_order() -> None:
    assert [(move.seat, move.amount) for move in antes(3, 7)] == [(0, -7), (1, -7), (2, -7)]
    assert list(antes(3, 0)) == []


def test_e6_chips_come_before_forfeits() -> None:
    told = bids("common", LIED, rounds="1", ante="3", stake="polish my boots")
    assert told[1:] == ["over winners bob cid", "chips bob +5", "chips cid +4", "forfeit ann to table"]


def test_e6_each_loser_owes_a_stake_in_words_to_the_winner() -> None:
    text = f"@hold ann 1 cid 1\n{thrown(1, ann='6', bob=FIVE, cid='5')}cid leave\nann bid 3x6\nbob liar"
    assert bids("bar", text, stake="polish my boots") == [
        "dice ann 0", "out ann", "over winners bob", "forfeit ann to bob", "forfeit cid to bob",
    ]  # fmt: skip


def test_e6_without_a_winner_nobody_owes_the_stake() -> None:
    assert bids("bar", f"{ROUND}ann quit\nbob quit", stake="polish my boots") == ["over none"]


def test_e6_in_joker_the_pot_goes_to_the_first_to_shed_even_if_others_win_by_rounds() -> None:
    """Bob, without dice, has fewest when the rounds are played."""
    hold = "@hold ann 1 bob 1 cid 2\n"
    text = f"{hold}{thrown(1, ann='6', bob='5', cid='4 4')}ann bid 2x6\nbob liar\ncid doubt\n"
    assert bids("joker", text, rounds="1", ante="3") == [
        "dice bob 0", "done bob", "dice cid 1", "over winners bob", "chips bob +9",
    ]  # fmt: skip


def test_e6_in_joker_two_who_are_done_share_an_end_by_rounds_but_the_first_takes_the_pot() -> None:
    hold = "@hold ann 1 bob 1\n"
    text = f"{hold}{thrown(1, ann='6', bob='5', cid=FIVE, dan=FIVE)}ann bid 4x6\nbob liar\ncid doubt\ndan doubt\n"
    text += thrown(2, ann="6", cid="6 2 3 4", dan="6 2 3 4") + "ann bid 3x6\ncid liar\ndan believe"
    assert bids("joker", text, f"{NAMES} dan", rounds="2", ante="3") == [
        "dice ann 0", "done ann", "dice dan 3", "over winners ann bob", "chips bob +12",
    ]  # fmt: skip


def test_e6_in_joker_where_nobody_is_done_the_winners_by_rounds_take_the_pot() -> None:
    text = f"{ROUND}ann bid {LIE}\nbob liar\ncid believe"
    assert bids("joker", text, rounds="1", ante="3") == ["dice bob 4", "over winners bob", "chips bob +9"]


def test_e6_antes_go_back_when_a_game_has_no_result_though_somebody_was_done() -> None:
    """E2: in joker, bob has shed the last die, and the others call it quits."""
    text = f"@hold bob 1\n{thrown(1, ann=FIVE, bob='5', cid=FIVE)}ann bid 3x6\nbob liar\ncid doubt\n"
    assert bids("joker", f"{text}ann quit\ncid quit", ante="2") == [
        "over none", "chips ann +2", "chips bob +2", "chips cid +2",
    ]  # fmt: skip


# L3: fewer than two are left


def test_l3_where_dice_decide_the_last_one_wins() -> None:
    assert bids("bar", f"{ROUND}ann leave\nbob leave", ante="2") == ["over winners cid", "chips cid +6"]


def test_l3_else_the_standings_hold() -> None:
    assert bids("common", f"{LIED}ann settle paid\nbob leave\ncid leave") == ["over winners ann"]
    assert bids("firehouse", f"{LIED}bob leave\ncid leave", ante="2") == [
        "over none", "chips ann +2", "chips bob +2", "chips cid +2",
    ]  # fmt: skip


def test_l3_in_joker_the_first_to_have_shed_wins_and_nobody_owes() -> None:
    text = f"@hold ann 1\n{thrown(1, ann='6', bob=FIVE, cid=FIVE)}ann bid 3x6\nbob liar\ncid doubt\n"
    assert bids("joker", f"{text}bob leave", ante="2", stake="polish my boots") == ["over winners ann", "chips ann +6"]


def test_l3_in_joker_where_nobody_has_shed_there_is_no_result() -> None:
    assert bids("joker", f"{ROUND}ann leave\nbob leave", ante="2", stake="polish my boots") == [
        "over none", "chips ann +2", "chips bob +2", "chips cid +2",
    ]  # fmt: skip


def test_l3_whoever_shed_the_last_die_and_then_left_has_not_won() -> None:
    text = f"@hold ann 1\n{thrown(1, ann='6', bob=FIVE, cid=FIVE)}ann bid 3x6\nbob liar\ncid doubt\n"
    assert bids("joker", f"{text}ann leave\nbob leave", ante="2") == [
        "over none", "chips ann +2", "chips bob +2", "chips cid +2",
    ]  # fmt: skip


def test_l3_at_a_showdown_whose_bidder_has_left_the_last_one_in_wins() -> None:
    """Ann's bid stands when she leaves; bob doubts it with his last die."""
    text = f"@hold bob 1 cid 1\n{thrown(1, ann=FIVE, bob='6', cid='5')}ann bid 2x6\nann leave\nbob liar"
    assert bids("bar", text) == ["dice bob 0", "out bob", "over winners cid"]


# The game of the cup

ONE_PAIR = "round 1\nroll ann 2 2 3 4 6\nann claim pair 2\nbob liar"
"""Ann claims what there is; bob pays."""


def cup(text: str, **options: str) -> list[str]:
    return ended(scene("cup", NAMES, text, **options))


def test_e1_e5_in_the_cup_fewest_forfeits_wins_after_the_last_round() -> None:
    assert cup(ONE_PAIR) == ["forfeit bob to ann", "opens ann"]
    assert cup(ONE_PAIR, rounds="1") == ["forfeit bob to ann", "over winners ann cid"]
    two = f"{ONE_PAIR}\nbob settle paid\nround 2\nroll ann 2 2 3 4 6\nann claim quints 2\nbob liar"
    assert cup(two, rounds="2") == ["forfeit ann to bob", "over winners cid"]
    assert cup(two, rounds="3") == ["forfeit ann to bob", "opens bob"]


def test_e1_in_the_cup_time_ends_the_game_after_the_round() -> None:
    running = "round 1\nroll ann 2 2 3 4 6\nann claim pair 2\ntime up\n"
    assert cup(running) == []
    assert cup(f"{running}bob liar") == ["forfeit bob to ann", "over winners ann cid"]
    assert cup(f"{ONE_PAIR}\ntime up") == ["over winners ann cid"]


def test_e2_in_the_cup_a_majority_ends_the_game() -> None:
    assert cup(f"{ONE_PAIR}\ncid quit") == []
    assert cup(f"{ONE_PAIR}\ncid quit\nbob quit") == ["over winners ann cid"]
    assert cup("round 1\nroll ann 2 2 3 4 6\ncid quit\nbob quit") == ["over winners ann bob cid"]


def test_e2_in_the_cup_voices_are_counted_again_after_a_departure() -> None:
    four = "round 1\nroll ann 2 2 3 4 6\nann quit\nbob quit\n"
    assert ended(scene("cup", f"{NAMES} dan", four)) == []
    assert ended(scene("cup", f"{NAMES} dan", f"{four}dan leave")) == ["over winners ann bob cid"]
    assert ended(scene("cup", f"{NAMES} dan", f"{four}bob leave")) == []


def test_l1_l3_in_the_cup_leavers_never_win_and_the_last_one_does() -> None:
    assert cup(f"{ONE_PAIR}\nann leave\nbob settle tab\ntime up") == ["over winners cid"]
    assert cup(f"{ONE_PAIR}\nann leave\ncid leave", ante="2") == ["over winners bob", "chips bob +6"]


def test_e6_in_the_cup_the_pot_and_a_stake_in_words() -> None:
    told = cup(ONE_PAIR, rounds="1", ante="3", stake="polish my boots")
    assert told[1:] == ["over winners ann cid", "chips ann +5", "chips cid +4", "forfeit bob to table"]
    told = cup(f"{ONE_PAIR}\ncid leave\ntime up", stake="polish my boots")
    assert told == ["over winners ann", "forfeit bob to ann", "forfeit cid to ann"]
    assert cup(f"{ONE_PAIR}\ntime up", ante="0") == ["over winners ann cid"], "no stake, nothing owed"
