"""Test the statistics of games: rates, streaks, ratings, places and meetings.

The tests compare them with values that were calculated by hand.
"""

from datetime import UTC, datetime
from itertools import pairwise

import pytest

from bot.history.counting import Where, fold, scopes_of
from bot.history.game import Game, Player
from bot.history.projections import taken_in, wilson
from bot.history.ratings import places, rated, rated_as, shown, who
from bot.history.worth import Worth, met, worth
from bot.storage.ratings import Meeting
from bot.storage.tallies import Scope, Tally
from engine.core.events import End, Event, GameOver, Left, Out, RoundBegan
from engine.games import bid_events
from engine.options import rules_for

GUILD, ANN, BOB, CID = 5, 11, 12, 13
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def game(*events: Event, people: tuple[int | None, ...] = (ANN, BOB, CID), variant: str = "bar") -> Game:
    """Return a game of these people that has only these events. None stands for a computer player."""
    return Game(
        id=1,
        guild=GUILD,
        channel=7,
        number=1,
        variant=variant,
        began=NOON,
        ended=NOON,
        players=tuple(Player(user, f"n{seat}", user is None) for seat, user in enumerate(people)),
        events=events,  # type: ignore[arg-type]
        rules=rules_for(variant),
    )


def test_win_rates_are_wilsons_lower_bound() -> None:
    """The lower bound for 4 wins of 5 is 37.55 %, and for 40 of 50 it is 66.96 %."""
    assert (wilson(4, 5), wilson(40, 50), wilson(0, 5)) == (3755, 6696, 0)
    assert all(less < more for less, more in pairwise(wilson(won, 20) for won in range(21)))


def test_a_streak_has_the_longest_run_of_wins_and_the_current_one() -> None:
    held = (0, 0)
    for won in (1, 1, 1, 0, 1):
        held = taken_in("streak", held, (won, 0))
    assert held == (3, 1)


def test_figures_count_by_place_game_and_period_and_ratings_by_family() -> None:
    where = Where(GUILD, 7, "dudo", NOON, 3)
    assert len(scopes_of(where, "wins")) == 12
    assert Scope(GUILD, 7, "dudo", "s3") in scopes_of(where, "wins")
    assert {scope.game for scope in scopes_of(where, "rating")} == {"common-hand"}
    assert scopes_of(where, "lies") == [Scope(GUILD), Scope(GUILD, 0, "dudo")]


def test_a_player_has_a_win_rate_after_five_games() -> None:
    held: dict[tuple[str, str, int], tuple[int, int]] = {}
    for number in range(1, 6):
        fold({}, held, ["all"], Tally(ANN, "wins", 1, 1))
        assert (held["all", "win_rate", ANN] == (0, 0)) == (number < 5)


FIRST, SECOND = (RoundBegan(number, 0, 10) for number in (1, 2))


def test_the_first_player_out_finishes_last_except_for_leavers() -> None:
    out = (FIRST, Out(1), SECOND, Out(2), GameOver(End.DICE, (0,)))
    assert places(game(*out)) == (1, 3, 2)
    assert places(game(Left(0), Out(1), GameOver(End.DICE, (2,)))) == (3, 2, 1)


def test_a_player_who_leaves_after_losing_the_last_die_keeps_their_place() -> None:
    out = (FIRST, Out(1), Left(1), SECOND, Out(2), GameOver(End.DICE, (0,)))
    assert places(game(*out)) == (1, 3, 2)


def test_a_player_who_leaves_before_losing_the_last_die_ranks_last() -> None:
    """L1: players who left rank behind all others, even behind players who were out before they left."""
    out = (FIRST, Out(2), SECOND, Left(1), Out(1), GameOver(End.DICE, (0,)))
    assert places(game(*out)) == (1, 3, 2)


def test_players_who_are_out_after_the_same_showdown_share_a_place() -> None:
    """C5: a right exact call can take the last die of several players at once."""
    out = (FIRST, Out(1), Out(2), GameOver(End.DICE, (0,)))
    assert places(game(*out)) == (1, 2, 2)


def test_a_loser_who_left_ranks_behind_a_loser_who_stayed() -> None:
    """E4, L1: two players lose the game, and one of them has left."""
    assert places(game(FIRST, Left(2), GameOver(End.BADS, (), (1, 2)))) == (1, 2, 3)


def test_the_player_who_washes_up_is_last_and_all_others_share_the_first_place() -> None:
    """E4: the player with too many bads loses (washes up)."""
    assert places(game(GameOver(End.BADS, (), (1,)))) == (1, 3, 1)


def test_in_joker_the_first_player_without_dice_is_first() -> None:
    """E3: in joker, the first player without dice wins."""
    done = (bid_events.Done(2, 1), bid_events.Done(0, 2), GameOver(End.DICE, (2,)))
    assert places(game(*done, variant="joker")) == (2, 3, 1)


def test_ratings_follow_the_finishing_order() -> None:
    out = (FIRST, Out(1), SECOND, Out(2), GameOver(End.DICE, (0,)))
    played = game(*out, people=(ANN, BOB, None))
    after = rated(played, places(played), {})
    ann, bob, computer = (shown(after[player]) for player in who(played))
    assert ann > computer > bob
    assert who(played)[2][2] < 0, "a computer player is known by its name"
    again = rated(played, places(played), after)
    assert again[who(played)[0]].games == 2
    assert again[who(played)[0]].sigma < after[who(played)[0]].sigma


def test_the_gain_of_a_game_is_the_difference_of_shown_ratings() -> None:
    played = game(Out(1), Out(2), GameOver(End.DICE, (0,)))
    after = rated(played, places(played), {})
    ann, bob, _cid = rated_as(played, {}, after)
    assert ann is not None
    assert bob is not None
    assert (ann.gained, bob.gained) == (ann.rating - 1000, bob.rating - 1000), "all begin at 1000"
    again, *_others = rated_as(played, after, rated(played, places(played), after))
    assert again is not None
    assert again.gained == again.rating - ann.rating
    assert rated_as(played, after, {}) == (None, None, None), "a game that does not count"


@pytest.mark.parametrize(
    "not_counted",
    [
        game(GameOver(End.STOPPED)),
        game(GameOver(End.DICE, (0,)), people=(ANN, None, None)),
        game(),
    ],
    ids=["ended by its host (L5)", "practice (L4)", "closed"],
)
def test_a_game_that_does_not_count_changes_no_rating_and_no_meeting(not_counted: Game) -> None:
    assert rated(not_counted, worth(not_counted).places, {}) == {}
    assert met(not_counted, worth(not_counted)) == {}


def test_a_game_is_a_meeting_of_its_people_and_shows_who_ranked_ahead() -> None:
    played = game(Out(1), GameOver(End.DICE, (0,)), people=(ANN, BOB, None))
    assert met(played, Worth(places=places(played))) == {
        (GUILD, ANN, BOB): Meeting(1, 1, 0, 0),
        (GUILD, BOB, ANN): Meeting(1, 0, 1, 0),
    }
