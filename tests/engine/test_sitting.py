"""S4, S5: the seating and the opener of the next game at the same table."""

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
    """Return a game that has ended with these winners."""
    game = games.start(rules_for(name, options), players, DICE)[1]
    return replace(game, state=replace(game.state, result=Result(winners)))


def test_in_the_first_game_players_sit_in_joining_order() -> None:
    assert first_sitting(3).seats(range(3)) == (0, 1, 2)
    assert first_sitting(3).opener is None


@pytest.mark.parametrize("name", ["dudo", "perudo"])
@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
def test_the_order_of_play_moves_up_by_one_for_the_next_game(name: str, direction: str) -> None:
    """S4: the second player in the order of play becomes the first, and the first becomes the last."""
    game = over(name, 4, (2,), direction=direction)
    order = game.state.order
    sitting = sitting_after(game, Seating.ORDER)
    assert sitting.in_play
    assert sitting.seats(range(4)) == (*order[1:], order[0])
    assert sitting.opener == order[1]


def test_the_order_of_play_also_moves_up_when_play_goes_counterclockwise() -> None:
    """S4: the order of play moves up by one in this direction, too. Players who have left are skipped."""
    game = over("dudo", 4, (1,), direction="counterclockwise", seating="joined")
    assert game.state.order == (0, 3, 2, 1)
    sitting = sitting_after(game, Seating.ORDER)
    assert sitting.seats(range(4)) == (3, 2, 1, 0)
    assert sitting.seats({0, 1, 2}) == (2, 1, 0)


@given(seats=st.integers(2, 20), direction=st.sampled_from(Direction))
def test_the_next_game_is_played_in_the_listed_order(seats: int, direction: Direction) -> None:
    """S3, S4: the players sit in the listed order without a roll-off, and take turns in that order."""
    listed = tuple(reversed(range(seats)))
    joining = joining_order(listed, direction)
    order = games.start(rules_for("dudo", {"seating": "joined", "direction": direction}), seats, DICE)[1].state.order
    assert tuple(joining[seat] for seat in order) == listed


@given(players=st.integers(2, 20), data=st.data())
def test_everybody_is_first_once_if_there_are_as_many_games_as_players(players: int, data: st.DataObject) -> None:
    """S4: later games have no roll-off, even if the table's option is the roll-off."""
    people = tuple(range(players))
    firsts = []
    game = over("dudo", players, (0,))
    for _ in people:
        seats = sitting_after(game, Seating.ORDER).seats(range(players))
        people = tuple(people[seat] for seat in seats)
        firsts.append(people[0])
        game = over("dudo", players, (data.draw(st.integers(0, players - 1)),), seating="joined")
    assert sorted(firsts) == list(range(players))


def test_the_next_player_is_first_in_order_if_the_first_one_has_left() -> None:
    """S4: the player who would be first has left."""
    sitting = sitting_after(over("dudo", 4, (0,)), Seating.ORDER)
    second, *others = sitting.seats(range(4))
    assert sitting.seats(set(others)) == tuple(others)
    assert second not in others


@pytest.mark.parametrize("name", ["common", "cup", "firehouse", "bar", "joker"])
def test_a_single_winner_opens_the_next_game(name: str) -> None:
    """S5: if no player or several players have won, a new roll-off decides. The order of play stays the same."""
    assert sitting_after(over(name, 4, (2,)), Seating.FIRST).seats(range(4)) == (2, 3, 0, 1)
    for winners in ((), (1, 2)):
        sitting = sitting_after(over(name, 4, winners), Seating.FIRST)
        assert (sitting.opener, sitting.seats(range(4))) == (None, (0, 1, 2, 3))


def test_in_joker_the_first_player_without_dice_opens_the_next_game() -> None:
    """S5: two players have no dice at the end of the last round (E1).

    The player who shed their last die first has won, and opens.
    """
    hands = {"ann": "6", "bob": "5", "cid": "6 2 3 4 5", "dan": "6 2 3 4 5"}
    text = f"@hold ann 1 bob 1\n{thrown(1, **hands)}ann bid 4x6\nbob liar\ncid doubt\ndan doubt\n"
    text += thrown(2, ann="6", cid="6 2 3 4", dan="6 2 3 4") + "ann bid 3x6\ncid liar\ndan believe"
    assert sitting_after(scene("joker", "ann bob cid dan", text, rounds="2").game, Seating.FIRST).opener == 1


def test_after_an_unfinished_game_a_roll_off_decides() -> None:
    """S5: there is no winner."""
    for name in ("dudo", "common"):
        game = games.start(rules_for(name), 3, DICE)[1]
        assert sitting_after(game, rules_for(name).seating).opener is None
