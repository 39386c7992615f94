"""E1, E2, E5, E6, L1, L3: how a game of the cup ends, and its winners."""

from tests.engine.rules.endings import NAMES, ONE_PAIR, cup, ended
from tests.engine.rules.scenes import scene


def test_e1_e5_in_the_cup_the_players_with_the_fewest_forfeits_win() -> None:
    assert cup(ONE_PAIR) == ["forfeit bob to ann", "opens ann"]
    assert cup(ONE_PAIR, rounds="1") == ["forfeit bob to ann", "over winners ann cid"]
    two = f"{ONE_PAIR}\nbob settle paid\nround 2\nroll ann 2 2 3 4 6\nann claim quints 2\nbob liar"
    assert cup(two, rounds="2") == ["forfeit ann to bob", "over winners cid"]
    assert cup(two, rounds="3") == ["forfeit ann to bob", "opens bob"]


def test_e1_in_the_cup_the_game_ends_with_the_round_in_which_time_runs_out() -> None:
    running = "round 1\nroll ann 2 2 3 4 6\nann claim pair 2\ntime up\n"
    assert cup(running) == []
    assert cup(f"{running}bob liar") == ["forfeit bob to ann", "over winners ann cid"]
    assert cup(f"{ONE_PAIR}\ntime up") == ["over winners ann cid"]


def test_e2_in_the_cup_a_majority_ends_the_game() -> None:
    assert cup(f"{ONE_PAIR}\ncid quit") == []
    assert cup(f"{ONE_PAIR}\ncid quit\nbob quit") == ["over winners ann cid"]
    assert cup("round 1\nroll ann 2 2 3 4 6\ncid quit\nbob quit") == ["over winners ann bob cid"]


def test_e2_in_the_cup_votes_to_stop_are_counted_again_if_a_player_leaves() -> None:
    four = "round 1\nroll ann 2 2 3 4 6\nann quit\nbob quit\n"
    assert ended(scene("cup", f"{NAMES} dan", four)) == []
    assert ended(scene("cup", f"{NAMES} dan", f"{four}dan leave")) == ["over winners ann bob cid"]
    assert ended(scene("cup", f"{NAMES} dan", f"{four}bob leave")) == []


def test_l1_l3_in_the_cup_the_last_player_wins_and_players_who_left_do_not() -> None:
    assert cup(f"{ONE_PAIR}\nann leave\nbob settle tab\ntime up") == ["over winners cid"]
    assert cup(f"{ONE_PAIR}\nann leave\ncid leave", ante="2") == ["over winners bob", "chips bob +6"]


def test_e6_in_the_cup_the_winners_get_the_pot_and_losers_owe_the_stake() -> None:
    told = cup(ONE_PAIR, rounds="1", ante="3", stake="polish my boots")
    assert told[1:] == ["over winners ann cid", "chips ann +5", "chips cid +4", "forfeit bob to table"]
    told = cup(f"{ONE_PAIR}\ncid leave\ntime up", stake="polish my boots")
    assert told == ["over winners ann", "forfeit bob to ann", "forfeit cid to ann"]
    assert cup(f"{ONE_PAIR}\ntime up", ante="0") == ["over winners ann cid"], "no stake, nothing owed"
