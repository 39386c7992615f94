"""S4, S5: what one game of a table leaves for the next game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import games
from engine.core.policies import Direction, Seating
from engine.core.results import Result
from engine.fairness import FairDice, Seed
from engine.options import rules_for
from engine.sitting import first_sitting, joining_order, sitting_after
from tests.engine.rules.scenes import scene, thrown

DICE = FairDice(Seed(b"a sitting"), {})


def over(name: str, players: int, winners: tuple[int, ...], **options: str) -> games.AnyGame:
    """Return a game that has ended with these results."""
    game = games.start(rules_for(name, options), players, DICE)[1]
    return replace(game, state=replace(game.state, result=Result(winners)))


def test_before_any_game_all_sit_as_they_came() -> None:
    assert first_sitting(3).seats(range(3)) == (0, 1, 2)
    assert first_sitting(3).opener is None


@pytest.mark.parametrize("name", ["dudo", "perudo"])
@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
def test_the_seating_moves_up_one_for_any_winner(name: str, direction: str) -> None:
    """S4: the second player in the order of play becomes the first, and the first becomes the last."""
    game = over(name, 4, (2,), direction=direction)
    order = game.state.order
    sitting = sitting_after(game, Seating.ORDER)
    assert sitting.in_play
    assert sitting.seats(range(4)) == (*order[1:], order[0])
    assert sitting.opener == order[1]


def test_counterclockwise_0_3_2_1_becomes_3_2_1_0() -> None:
    """S4: players who have left are skipped in that order; newcomers play last."""
    game = over("dudo", 4, (1,), direction="counterclockwise", seating="joined")
    assert game.state.order == (0, 3, 2, 1)
    sitting = sitting_after(game, Seating.ORDER)
    assert sitting.seats(range(4)) == (3, 2, 1, 0)
    assert sitting.seats({0, 1, 2}) == (2, 1, 0)


@given(seats=st.integers(2, 20), direction=st.sampled_from(Direction))
def test_a_further_game_is_played_in_the_order_that_is_listed(seats: int, direction: Direction) -> None:
    """S3, S4: with the players seated in the listed order and no roll-off, they play in that order."""
    listed = tuple(reversed(range(seats)))
    joining = joining_order(listed, direction)
    order = games.start(rules_for("dudo", {"seating": "joined", "direction": direction}), seats, DICE)[1].state.order
    assert tuple(joining[seat] for seat in order) == listed


@given(players=st.integers(2, 20), data=st.data())
def test_after_as_many_games_as_players_everybody_has_been_first_once(players: int, data: st.DataObject) -> None:
    """S4: further games have no roll-off. Players sit in joining order, even if the table's option is the roll-off."""
    people = tuple(range(players))
    firsts = []
    game = over("dudo", players, (0,))
    for _ in people:
        seats = sitting_after(game, Seating.ORDER).seats(range(players))
        people = tuple(people[seat] for seat in seats)
        firsts.append(people[0])
        game = over("dudo", players, (data.draw(st.integers(0, players - 1)),), seating="joined")
    assert sorted(firsts) == list(range(players))


def test_a_player_who_has_gone_is_left_out_and_the_next_is_first() -> None:
    """S4."""
    sitting = sitting_after(over("dudo", 4, (0,)), Seating.ORDER)
    second, *others = sitting.seats(range(4))
    assert sitting.seats(set(others)) == tuple(others)
    assert second not in others


@pytest.mark.parametrize("name", ["common", "cup", "firehouse", "bar", "joker"])
def test_the_only_winner_opens(name: str) -> None:
    """S5: if there is no single winner, a new roll-off decides. The order of play stays the same."""
    assert sitting_after(over(name, 4, (2,)), Seating.FIRST).seats(range(4)) == (2, 3, 0, 1)
    for winners in ((), (1, 2)):
        sitting = sitting_after(over(name, 4, winners), Seating.FIRST)
        assert (sitting.opener, sitting.seats(range(4))) == (None, (0, 1, 2, 3))


def test_in_joker_the_first_to_shed_opens_even_if_others_have_shed_too() -> None:
    """S5: two players have no dice when the rounds run out (E1). The one who shed them first has won, and opens."""
    hands = {"ann": "6", "bob": "5", "cid": "6 2 3 4 5", "dan": "6 2 3 4 5"}
    text = f"@hold ann 1 bob 1\n{thrown(1, **hands)}ann bid 4x6\nbob liar\ncid doubt\ndan doubt\n"
    text += thrown(2, ann="6", cid="6 2 3 4", dan="6 2 3 4") + "ann bid 3x6\ncid liar\ndan believe"
    assert sitting_after(scene("joker", "ann bob cid dan", text, rounds="2").game, Seating.FIRST).opener == 1


def test_a_game_that_never_ended_leaves_it_to_a_roll_off() -> None:
    """S5."""
    for name in ("dudo", "common"):
        game = games.start(rules_for(name), 3, DICE)[1]
        assert sitting_after(game, rules_for(name).seating).opener is None
