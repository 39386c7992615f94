"""L2: one turn after another times out, and nobody settles a forfeit."""

import pytest

from tests.engine.rules.endings import FIVE, LIED, NAMES, ended
from tests.engine.rules.scenes import Scene, scene, thrown


def at(text: str, **options: str) -> Scene:
    return scene("common", NAMES, text, **({"wild": "none", "dice": "5"} | options))


def rounds(*moves: str) -> str:
    """Return the words for rounds that ann opens and wins. Each player's moves follow the throws."""
    return "".join(
        thrown(number, ann=FIVE, bob=FIVE, cid=FIVE) + f"ann bid 3x6\n{move}\n" for number, move in enumerate(moves, 1)
    )


def gone(place: Scene) -> list[str]:
    return [name for name, player in zip(place.names, place.game.state.players, strict=True) if player.left]


@pytest.mark.parametrize("settled", ["bob absent", "ann settle tab bob", "bob settle waived"])
def test_l2_what_others_or_the_clock_settle_neither_counts_nor_starts_the_count_again(settled: str) -> None:
    assert gone(at(rounds(f"bob absent\n{settled}"))) == []
    place = at(rounds(f"bob absent\n{settled}", "bob absent"))
    assert place.news[-1] == "plays leave"
    assert gone(place) == ["bob"]


@pytest.mark.parametrize("own", ["bob settle paid", "bob settle tab", "bob quit\nbob absent"])
def test_l2_any_own_act_in_between_starts_the_count_again(own: str) -> None:
    assert gone(at(rounds(f"bob absent\n{own}", "bob absent"))) == []


def test_l2_with_sit_out_nobody_has_to_leave() -> None:
    text = rounds(*["bob absent\nbob absent"] * 5)
    assert gone(at(text, absence="sit-out")) == []
    assert at(f"{text}{thrown(6, ann=FIVE, bob=FIVE, cid=FIVE)}ann bid 1x1", absence="sit-out").accepts("bob", "liar")


def test_l2_a_forfeit_that_waits_goes_on_the_tab_and_nobody_leaves_for_it() -> None:
    place = at(f"{LIED}ann absent")
    assert place.news == ["plays settle tab"]
    assert not place.accepts("ann", "settle paid")
    assert ended(place) == ["plays settle tab"]


def test_l2_in_the_cup_too() -> None:
    cup = "round {n}\nroll ann 1 1 1 1 1\nann claim quints 1\nbob absent\n"
    text = cup.format(n=1) + "bob absent\n" + cup.format(n=2)
    assert gone(scene("cup", NAMES, text)) == ["bob"]
    assert gone(scene("cup", NAMES, text, absence="sit-out")) == []


def missed(place: Scene, name: str) -> int:
    """Return how many turns in a row a player has missed, as the state shows it."""
    return place.game.state.players[place.names.index(name)].absences


def test_l2_with_sit_out_missed_turns_are_counted_on_until_an_own_act() -> None:
    for turns in range(1, 5):
        place = at(rounds(*["bob absent\nbob absent"] * turns), absence="sit-out")
        assert (missed(place, "bob"), missed(place, "ann")) == (turns, 0)  # a forfeit on the tab is no turn
    for own in ("bob bid 4x6", "bob liar", "bob quit"):
        text = rounds(*["bob absent\nbob absent"] * 3) + thrown(4, ann=FIVE, bob=FIVE, cid=FIVE) + "ann bid 3x6\n"
        assert missed(at(f"{text}{own}", absence="sit-out"), "bob") == 0


def test_l2_with_sit_out_a_vote_that_is_missed_is_a_turn() -> None:
    text = thrown(1, ann=FIVE, bob=FIVE, cid=FIVE) + "ann bid 3x6\nbob absent\ncid absent\n"
    place = scene("joker", NAMES, text, absence="sit-out")
    assert (missed(place, "bob"), missed(place, "cid")) == (1, 1)


def test_l2_with_sit_out_an_opening_is_played_and_so_are_all_turns_of_a_table_that_sleeps() -> None:
    """The clock opens with 1 x 1, bids one die more for each of the others, and doubts three ones.

    A forfeit goes on the tab.
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
def test_l2_only_a_bid_that_asks_for_more_than_is_to_be_expected_is_challenged(bid: str, played: str) -> None:
    place = at(f"{thrown(1, ann=FIVE, bob=FIVE, cid=FIVE)}ann bid {bid}\nbob absent")
    assert place.news[0] == f"plays {played}"


def test_l2_wild_dice_count_twice_among_the_unseen() -> None:
    """Bob holds a three and a one: 6 x 5 does not exceed 6 x 2 + 10 x 2, and 6 x 6 does."""
    text = thrown(1, ann=FIVE, bob=FIVE, cid=FIVE)
    assert at(f"{text}ann bid 5x3\nbob absent", wild="ones").news == ["plays bid 6x3"]
    assert at(f"{text}ann bid 6x3\nbob absent", wild="ones").news[0] == "plays liar"


def test_l2_l1_a_vote_by_which_a_player_leaves_does_not_count_at_the_showdown() -> None:
    lie = "ann bid 9x6\nbob liar\ncid absent\n"
    first = thrown(1, ann=FIVE, bob=FIVE, cid=FIVE) + lie
    place = scene("joker", NAMES, first + thrown(2, ann=FIVE, bob="6 1 2 3", cid="6 1 2 3") + lie)
    assert place.news[:3] == ["plays doubt", "plays leave", "count 6"]
    assert ended(place) == ["plays doubt", "plays leave", "dice bob 3", "opens ann"]


def test_l2_with_sit_out_in_the_cup_a_turn_of_many_acts_is_one() -> None:
    """Bob has peeked and then does nothing. The clock shakes and claims for him, and the cup goes on."""
    turn = "round 1\nroll ann 2 2 3 4 6\nann claim pair 2\nbob peek\nbob absent\nroll bob 1 2 3 4 5\n"
    place = scene("cup", NAMES, turn, absence="sit-out")
    assert (missed(place, "bob"), gone(place)) == (1, [])
    assert place.accepts("cid", "peek")
    again = scene("cup", NAMES, f"{turn}cid blind pair 6\nann blind trips 2\nbob absent\n", absence="sit-out")
    assert (missed(again, "bob"), gone(again)) == (2, [])
