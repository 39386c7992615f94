"""E5, E6: shared wins, the ante, the pot, and stakes in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.results import antes, least, pot_shares
from tests.engine.rules.endings import FIVE, LIE, LIED, NAMES, ROUND, bids
from tests.engine.rules.scenes import ALIKE, thrown


@ALIKE
@given(st.data())
def test_e5_all_players_with_the_lowest_amount_share_the_win(data: st.DataObject) -> None:
    amounts = data.draw(st.lists(st.integers(-5, 5), min_size=2, max_size=20))
    seats = sorted(data.draw(st.sets(st.integers(0, len(amounts) - 1), min_size=1)))
    best = least(seats, amounts)
    assert set(best) <= set(seats)
    assert all(amounts[seat] == amounts[best[0]] for seat in best)
    assert all(amounts[seat] > amounts[best[0]] for seat in seats if seat not in best)
    assert list(best) == sorted(best)


def chips(players: int, ante: int, winners: tuple[int, ...]) -> list[int]:
    """Return everybody's chips after the pot was shared. Everybody begins with no chips."""
    held = [0] * players
    for move in (*antes(players, ante), *pot_shares(winners, players, ante)):
        assert move.amount != 0
        held[move.seat] += move.amount
    return held


@ALIKE
@given(st.integers(2, 20), st.integers(0, 1_000_000), st.data())
def test_e6_the_pot_is_shared_evenly_with_odd_chips_to_the_earliest(
    players: int, ante: int, data: st.DataObject
) -> None:
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
def test_e6_examples_of_shared_pots(
    players: int, ante: int, winners: tuple[int, ...], shares: list[tuple[int, int]]
) -> None:
    assert [(move.seat, move.amount) for move in pot_shares(winners, players, ante)] == shares


def test_e6_every_player_pays_the_ante_at_the_start_in_joining_order() -> None:
    assert [(move.seat, move.amount) for move in antes(3, 7)] == [(0, -7), (1, -7), (2, -7)]
    assert list(antes(3, 0)) == []


def test_e6_the_pot_is_paid_before_the_stake_is_owed() -> None:
    told = bids("common", LIED, rounds="1", ante="3", stake="polish my boots")
    assert told[1:] == ["over winners bob cid", "chips bob +5", "chips cid +4", "forfeit ann to table"]


def test_e6_each_loser_owes_a_stake_in_words_to_the_winner() -> None:
    text = f"@hold ann 1 cid 1\n{thrown(1, ann='6', bob=FIVE, cid='5')}cid leave\nann bid 3x6\nbob liar"
    assert bids("bar", text, stake="polish my boots") == [
        "dice ann 0",
        "out ann",
        "over winners bob",
        "forfeit ann to bob",
        "forfeit cid to bob",
    ]


def test_e6_without_a_winner_nobody_owes_the_stake() -> None:
    assert bids("bar", f"{ROUND}ann quit\nbob quit", stake="polish my boots") == ["over none"]


def test_e6_in_joker_the_first_player_without_dice_gets_the_pot() -> None:
    """Bob has shed his last die when the rounds run out."""
    hold = "@hold ann 1 bob 1 cid 2\n"
    text = f"{hold}{thrown(1, ann='6', bob='5', cid='4 4')}ann bid 2x6\nbob liar\ncid doubt\n"
    assert bids("joker", text, rounds="1", ante="3") == [
        "dice bob 0",
        "done bob",
        "dice cid 1",
        "over winners bob",
        "chips bob +9",
    ]


def test_e1_e6_in_joker_only_the_first_player_without_dice_wins() -> None:
    """Ann sheds her last die one round after bob. Bob alone wins and takes the pot, and nobody owes a forfeit."""
    hold = "@hold ann 1 bob 1\n"
    text = f"{hold}{thrown(1, ann='6', bob='5', cid=FIVE, dan=FIVE)}ann bid 4x6\nbob liar\ncid doubt\ndan doubt\n"
    text += thrown(2, ann="6", cid="6 2 3 4", dan="6 2 3 4") + "ann bid 3x6\ncid liar\ndan believe"
    assert bids("joker", text, f"{NAMES} dan", rounds="2", ante="3", stake="polish my boots") == [
        "dice ann 0",
        "done ann",
        "dice dan 3",
        "over winners bob",
        "chips bob +12",
    ]


def test_e6_in_joker_the_fewest_dice_win_the_pot_if_everybody_has_dice() -> None:
    """All losers also owe the stake in words."""
    text = f"{ROUND}ann bid {LIE}\nbob liar\ncid believe"
    assert bids("joker", text, rounds="1", ante="3", stake="polish my boots") == [
        "dice bob 4",
        "over winners bob",
        "chips bob +9",
        "forfeit ann to bob",
        "forfeit cid to bob",
    ]


def test_e2_e6_in_joker_a_player_without_dice_wins_if_others_vote_to_stop() -> None:
    """Bob has shed his last die when the others vote to stop."""
    text = f"@hold bob 1\n{thrown(1, ann=FIVE, bob='5', cid=FIVE)}ann bid 3x6\nbob liar\ncid doubt\n"
    told = bids("joker", f"{text}ann quit\ncid quit", ante="2", stake="polish my boots")
    assert told == ["over winners bob", "chips bob +6"]


def test_e6_antes_go_back_even_to_players_who_left() -> None:
    assert bids("bar", f"{ROUND}cid leave\nann quit\nbob quit", ante="2") == [
        "over none",
        "chips ann +2",
        "chips bob +2",
        "chips cid +2",
    ]


def test_e6_antes_go_back_if_nobody_is_left_to_take_the_pot() -> None:
    """Ann and bob lose together, and cid has left."""
    text = f"@score ann -2 bob -3\n{ROUND}ann bid {LIE}\ncid leave\nbob liar"
    assert bids("firehouse", text, ante="2")[1:5] == [
        "over losers ann bob",
        "chips ann +2",
        "chips bob +2",
        "chips cid +2",
    ]
