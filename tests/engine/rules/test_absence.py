"""L2: players whose turns time out, and forfeits that nobody settles."""

import pytest

from tests.engine.rules.endings import FIVE, LIED, NAMES, ended
from tests.engine.rules.scenes import Scene, scene, thrown


def at(text: str, **options: str) -> Scene:
    return scene("common", NAMES, text, **({"wild": "none", "dice": "5"} | options))


def rounds(*moves: str) -> str:
    """Return the text of a game in which ann opens each round with a true bid. One of `moves` follows each bid."""
    return "".join(
        thrown(number, ann=FIVE, bob=FIVE, cid=FIVE) + f"ann bid 3x6\n{move}\n" for number, move in enumerate(moves, 1)
    )


def gone(place: Scene) -> list[str]:
    return [name for name, player in zip(place.names, place.game.state.players, strict=True) if player.left]


@pytest.mark.parametrize("settled", ["bob absent", "ann settle tab bob", "bob settle waived"])
def test_l2_settlements_by_others_or_the_clock_do_not_change_the_count(settled: str) -> None:
    assert gone(at(rounds(f"bob absent\n{settled}"))) == []
    place = at(rounds(f"bob absent\n{settled}", "bob absent"))
    assert place.news[-1] == "plays leave"
    assert gone(place) == ["bob"]


@pytest.mark.parametrize("own", ["bob settle paid", "bob settle tab", "bob quit\nbob absent"])
def test_l2_any_action_of_the_player_resets_the_count(own: str) -> None:
    assert gone(at(rounds(f"bob absent\n{own}", "bob absent"))) == []


def test_l2_with_sit_out_absent_players_stay_in_the_game() -> None:
    text = rounds(*["bob absent\nbob absent"] * 5)
    assert gone(at(text, absence="sit-out")) == []
    assert at(f"{text}{thrown(6, ann=FIVE, bob=FIVE, cid=FIVE)}ann bid 1x1", absence="sit-out").accepts("bob", "liar")


def test_l2_an_unsettled_forfeit_goes_on_the_tab_and_nobody_leaves() -> None:
    place = at(f"{LIED}ann absent")
    assert place.news == ["plays settle tab"]
    assert not place.accepts("ann", "settle paid")
    assert ended(place) == ["plays settle tab"]


def test_l2_in_the_cup_a_player_leaves_at_the_second_missed_turn_in_a_row() -> None:
    cup = "round {n}\nroll ann 1 1 1 1 1\nann claim quints 1\nbob absent\n"
    text = cup.format(n=1) + "bob absent\n" + cup.format(n=2)
    assert gone(scene("cup", NAMES, text)) == ["bob"]
    assert gone(scene("cup", NAMES, text, absence="sit-out")) == []


def test_l2_the_clock_throws_the_lowest_die_on_the_table_if_the_cup_is_empty() -> None:
    shown = "round 1\nroll ann 2 3 4 4 6\nann claim pair 4\nbob peek\nbob show 2 3 4 4 6\nbob absent\nroll bob 1\n"
    assert "plays throw 2" in scene("cup", NAMES, shown).news


def missed(place: Scene, name: str) -> int:
    """Return how many turns in a row a player has missed."""
    return place.game.state.players[place.names.index(name)].absences


def test_l2_with_sit_out_missed_turns_count_until_the_player_acts() -> None:
    for turns in range(1, 5):
        place = at(rounds(*["bob absent\nbob absent"] * turns), absence="sit-out")
        assert (missed(place, "bob"), missed(place, "ann")) == (
            turns,
            0,
        )  # a forfeit that the clock settles is not a missed turn
    for own in ("bob bid 4x6", "bob liar", "bob quit"):
        text = rounds(*["bob absent\nbob absent"] * 3) + thrown(4, ann=FIVE, bob=FIVE, cid=FIVE) + "ann bid 3x6\n"
        assert missed(at(f"{text}{own}", absence="sit-out"), "bob") == 0


def test_l2_with_sit_out_a_missed_vote_counts_as_a_missed_turn() -> None:
    text = thrown(1, ann=FIVE, bob=FIVE, cid=FIVE) + "ann bid 3x6\nbob absent\ncid absent\n"
    place = scene("joker", NAMES, text, absence="sit-out")
    assert (missed(place, "bob"), missed(place, "cid")) == (1, 1)


def test_l2_with_sit_out_the_clock_plays_every_turn_if_everybody_is_absent() -> None:
    """The clock opens with 1 x 1, raises by one die, and challenges a bid of three ones.

    The forfeits go on the tab.
    """
    asleep = "".join(
        thrown(number, **dict.fromkeys(order, FIVE)) + "".join(f"{name} absent\n" for name in (*order, *order[:1] * 2))
        for number, order in enumerate((("ann", "bob", "cid"), ("cid", "ann", "bob"), ("bob", "cid", "ann")), 1)
    )
    place = at(asleep, absence="sit-out")
    assert gone(place) == []
    assert (missed(place, "ann"), missed(place, "bob"), missed(place, "cid")) == (4, 4, 4)


@pytest.mark.parametrize(
    ("bid", "played"),
    [("2x6", "bid 3x6"), ("3x6", "liar")],  # bob has one six and ten dice are unseen: 18 is more than 6 + 10
)
def test_l2_the_clock_challenges_only_bids_above_the_expected_count(bid: str, played: str) -> None:
    place = at(f"{thrown(1, ann=FIVE, bob=FIVE, cid=FIVE)}ann bid {bid}\nbob absent")
    assert place.news[0] == f"plays {played}"


def test_l2_the_clock_expects_twice_as_many_unseen_dice_if_ones_are_wild() -> None:
    """Bob holds a three and a one, and ten dice are unseen.

    The clock challenges if six times the quantity is more than 6 x 2 + 10 x 2 = 32. Six times five is 30, so the clock
    does not challenge five threes. Six times six is 36, so it challenges six threes.
    """
    text = thrown(1, ann=FIVE, bob=FIVE, cid=FIVE)
    assert at(f"{text}ann bid 5x3\nbob absent", wild="ones").news == ["plays bid 6x3"]
    assert at(f"{text}ann bid 6x3\nbob absent", wild="ones").news[0] == "plays liar"


def test_l2_l1_the_last_vote_of_a_player_who_is_made_to_leave_does_not_count() -> None:
    lie = "ann bid 9x6\nbob liar\ncid absent\n"
    first = thrown(1, ann=FIVE, bob=FIVE, cid=FIVE) + lie
    place = scene("joker", NAMES, first + thrown(2, ann=FIVE, bob="6 1 2 3", cid="6 1 2 3") + lie)
    assert place.news[:3] == ["plays doubt", "plays leave", "count 6"]
    assert ended(place) == ["plays doubt", "plays leave", "dice bob 3", "opens ann"]


def test_l2_with_sit_out_a_missed_turn_of_the_cup_counts_once() -> None:
    """Bob peeks and then does nothing. The clock rolls the dice and claims for him, and the cup goes on."""
    turn = "round 1\nroll ann 2 2 3 4 6\nann claim pair 2\nbob peek\nbob absent\nroll bob 1 2 3 4 5\n"
    place = scene("cup", NAMES, turn, absence="sit-out")
    assert (missed(place, "bob"), gone(place)) == (1, [])
    assert place.accepts("cid", "peek")
    again = scene("cup", NAMES, f"{turn}cid blind pair 6\nann blind trips 2\nbob absent\n", absence="sit-out")
    assert (missed(again, "bob"), gone(again)) == (2, [])
