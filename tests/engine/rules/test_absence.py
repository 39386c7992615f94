"""L2: turns that run out of time, one after another, and forfeits that nobody settles."""

import pytest

from tests.engine.rules.endings import FIVE, LIED, NAMES, ended
from tests.engine.rules.scenes import Scene, scene, thrown


def at(text: str, **options: str) -> Scene:
    return scene("common", NAMES, text, **({"wild": "none", "dice": "5"} | options))


def rounds(*moves: str) -> str:
    """Rounds that ann opens and wins: who does what in each, all having thrown."""
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
    cup = "round {n}\nroll ann 2 2 3 4 6\nann claim pair 2\nbob absent\n"
    text = cup.format(n=1) + "bob absent\n" + cup.format(n=2)
    assert gone(scene("cup", NAMES, text)) == ["bob"]
    assert gone(scene("cup", NAMES, text, absence="sit-out")) == []


def missed(place: Scene, name: str) -> int:
    """How many turns in a row somebody has missed, as a table can tell from the state."""
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
    asleep = "".join(
        thrown(number, ann=FIVE, bob=FIVE, cid=FIVE) + "ann absent\nbob absent\nbob absent\n" for number in range(1, 6)
    )
    place = at(asleep, absence="sit-out")
    assert gone(place) == []
    assert (missed(place, "ann"), missed(place, "bob"), missed(place, "cid")) == (5, 5, 0)


def test_l2_with_sit_out_in_the_cup_a_turn_of_many_acts_is_one() -> None:
    """Bob has peeked and sleeps: the shake and the claim are played for him, and the cup goes on."""
    turn = "round 1\nroll ann 2 2 3 4 6\nann claim pair 2\nbob peek\nbob absent\nroll bob 1 2 3 4 5\n"
    place = scene("cup", NAMES, turn, absence="sit-out")
    assert (missed(place, "bob"), gone(place)) == (1, [])
    assert place.accepts("cid", "peek")
    again = scene("cup", NAMES, f"{turn}cid blind pair 6\nann blind trips 2\nbob absent\n", absence="sit-out")
    assert (missed(again, "bob"), gone(again)) == (2, [])
