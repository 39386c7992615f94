"""Test the ways in which each game ends: after the last round, by time, and by calling it quits."""

import re
from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from bot.presses.bids import PlaceBid
from bot.presses.game import CallLie, CallQuits, LeaveTable, SurelyQuit
from bot.presses.lobby import Rematch, Start
from bot.tables.model import Status
from bot.tables.pace import AT_ONCE
from engine.bids.view import View
from tests.bot.plays import EVERY_GAME, agree, agreed, check_reason, doubt_it, names, play_round, say_something, told
from tests.bot.rounds.test_dudo_perudo_and_joker import to_the_end
from tests.bot.stage import Stage

WITH_POT = ("dudo", "perudo", "mia", "bluff")
"""Games with an ante of ten chips each by default."""


async def best(stage: Stage) -> tuple[str, list[str]]:
    """Return the sign at the start of the result's headline, and the winners' names after the last showdown (E1, E5).

    For games with bads, return the names of the losers instead.
    """
    view = await stage.seen()
    seats, players = range(len(view.state.players)), view.state.players
    if view.state.rules.counts_lives():
        lives = [each.lives for each in players]
        return "🏆", await names(stage, [seat for seat in seats if lives[seat] == max(lives)])
    if not isinstance(view, View) or view.state.rules.counts_forfeits():
        owed = [each.forfeits for each in players]
        return "🏆", await names(stage, [seat for seat in seats if owed[seat] == min(owed)])
    if view.state.rules.counts_bads():
        score = [each.score for each in view.state.players]
        return "🌊", await names(stage, [seat for seat in seats if score[seat] == min(score)])
    dice = [each.dice for each in view.state.players]
    wanted = min(dice) if view.state.rules.verdict.value == "poll" else max(dice)
    return "🏆", await names(stage, [seat for seat in seats if dice[seat] == wanted])


async def check_result(stage: Stage, game: str) -> None:
    """Check that the headline has the right names, that the winners share the pot, and that a forfeit is on the tab."""
    sign, who = await best(stage)
    result = stage.text().replace("*", "")
    headline, *_ = result.splitlines()
    is_tie = sign == "🏆" and len(who) == 3
    names_best = game == "firehouse" and len(who) < 3
    assert headline.startswith("## 🏆 A tie!" if is_tie else "## 🏆 Best score: " if names_best else f"## {sign}")
    assert ("share the win" in headline) is (sign == "🏆" and len(who) > 1), "two winners are not said to win alone"
    scored, _, said = headline.rpartition(" · 🌊 ")
    assert [name for name in ("Ann", "Ben", "Cleo") if name in said] == sorted(who)
    assert bool(scored) == names_best
    assert not [name for name in who if name in scored]
    if game in WITH_POT:
        shared = f"{' and '.join(sorted(who))} win {30 // len(who)} each from the pot"
        assert (shared if len(who) < 3 else "Ann, Ben and Cleo each get 10 back") in result
    if game == "firehouse":
        assert f"{who[0]} must:" in result
        assert "You must:" in (await stage.slash(who[0], "forfeits mine")).words


@pytest.mark.in_some_games
@pytest.mark.parametrize("game", EVERY_GAME)
async def test_the_last_round_ends_the_game(english_stage: Stage, game: str) -> None:
    """The lobby sets the number of rounds (E1)."""
    await agreed(english_stage, "Ann", "Ben", "Cleo", game=game, rounds="1")
    await english_stage.press("Ann", Start)
    await play_round(english_stage)
    await check_result(english_stage, game)
    assert "opens the next round" not in told(english_stage)
    await check_reason(english_stage, "Ann", "🏁 That was the last round.")


@pytest.mark.in_some_games
@pytest.mark.parametrize("game", EVERY_GAME)
async def test_the_round_is_played_to_its_end_when_time_is_up(english_stage: Stage, game: str) -> None:
    """A poll is also finished, and nobody loses a turn (E1)."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", "Cleo", game=game, minutes="1")
    await stage.press("Ann", Start)
    await say_something(stage)
    await stage.time_passes(seconds=61)
    assert "Time’s up: that was the last round." in stage.text()
    await doubt_it(stage)
    await check_result(stage, game)
    await check_reason(stage, "Ann", "Time’s up.")


@pytest.mark.parametrize("game", ["common", "cup", "dudo", "firehouse", "joker"])
async def test_a_game_ends_at_once_when_time_is_up_between_rounds(english_stage: Stage, game: str) -> None:
    """An open forfeit does not delay the end. The line about the next round is removed (E1)."""
    stage = english_stage
    stage.bot.services.tables.changes.pace = replace(AT_ONCE, pause=300, longest=300, forfeit=300)
    await agreed(stage, "Ann", "Ben", "Cleo", game=game, minutes="1")
    await stage.press("Ann", Start)
    await play_round(stage)
    assert "opens the next round" in stage.text()
    await stage.time_passes(seconds=61)
    await check_result(stage, game)
    assert "Time’s up: that was the last round." in told(stage)
    assert "opens the next round" not in told(stage)


@pytest.mark.in_some_games
@pytest.mark.parametrize("game", EVERY_GAME)
async def test_more_than_half_can_call_it_quits_during_a_round(english_stage: Stage, game: str) -> None:
    """No dice are revealed (E2). If dice decide the game, nobody wins and antes are returned (E6)."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", "Cleo", game=game)
    await stage.press("Ann", Start)
    await say_something(stage)
    await call_it_quits(stage, ["Cleo"])
    assert "🌙 Votes to stop: 1 of 3." in stage.text()
    await call_it_quits(stage, ["Ann"])
    result = stage.text().replace("*", "")
    assert "Most of you wanted to stop." in result
    tie, none = "🏆 A tie! Ann, Ben and Cleo share the win", "🤝 No winner this time"
    assert (tie if game in ("common", "cup", "dahua") else none) in result
    assert ("each get 10 back" in result) == (game in WITH_POT)
    assert "lie!" not in told(stage)
    assert "holds!" not in told(stage)


async def call_it_quits(stage: Stage, who: Iterable[str]) -> None:
    for name in who:
        await stage.surely(name, await stage.press(name, CallQuits))


async def test_players_who_are_out_do_not_count_in_calling_it_quits(english_stage: Stage) -> None:
    """Of four players, one is out. Two of the other three are enough to stop the game (E2)."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", "Cleo", "Dan", game="dudo", dice="1")
    await stage.press("Ann", Start)
    await play_round(stage)
    (out,) = await names(stage, [seat for seat, each in enumerate((await stage.view()).state.players) if not each.dice])
    asked = await stage.press(out, CallQuits)
    assert "You’re out: 4th of 4" in asked.words
    assert "Stop the game? It takes more than half of" not in asked.words
    await call_it_quits(stage, (await stage.others(out))[:2])
    assert "No winner this time" in stage.text()


async def test_computers_follow_the_people_in_calling_it_quits(english_stage: Stage) -> None:
    """Only the votes of people count (L4)."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", game="bar", computers=3)
    await stage.press("Ann", Start)
    await call_it_quits(stage, ["Ann"])
    assert "🌙 Votes to stop: 1 of 2." in stage.text()
    await call_it_quits(stage, ["Ben"])
    assert Rematch in stage.kinds()


# The play-off ---------------------------------------------------------------------------------------------------------


async def give_a_bad(stage: Stage) -> None:
    """Play a round that most likely gives a bad to a player who has none, while at most one player has any.

    An opener without a bad bids sixes for all dice. Otherwise the opener makes the lowest bid, and the next player
    doubts it.
    """
    view = await stage.view()
    if view.state.players[view.awaited[0]].score:
        await play_round(stage)
    else:
        every = sum(player.dice for player in view.state.players)
        await stage.slash(await stage.to_move(), "bid", what=f"{every}x6")
        await doubt_it(stage)


async def play_off(stage: Stage, game: str) -> tuple[list[str], str]:
    """Play a game until two players have one bad each, which starts a play-off between them.

    Return the names of the two, and the name of the third player.
    """
    await stage.sit("Ann", "Ben", "Cleo", game=game)
    await agree(stage, **{"price": "bads", "playoff": "on", "pair-bads": "1", "bads": "20", "rounds": "none"})
    assert "2 players at 1 bad · Playoff" in stage.text().replace("bad\n", "bad · ")
    await stage.press("Ann", Start)
    while not (await stage.view()).state.playing_off:
        await give_a_bad(stage)
    two = await names(stage, (await stage.view()).state.playing_off)
    (other,) = {"Ann", "Ben", "Cleo"} - {*two}
    return two, other


@pytest.mark.parametrize("game", ["firehouse", "common"])
async def test_two_players_with_too_many_bads_play_it_off(stage: Stage, game: str) -> None:
    """Both get five dice. The one who loses all dice washes up. The rule is the same in every game with bads (E4)."""
    two, other = await play_off(stage, game)
    assert f"Playoff! {two[0]} and {two[1]}: five dice each" in told(stage)
    assert f"⚔️ Playoff: 🎲 {two[0]} 5 · {two[1]} 5" in stage.text()
    assert "10 dice" in stage.text()
    bidder = await say_something(stage)
    assert "You’re safe: enjoy the show!" in (await stage.press(other, CallLie)).words
    assert "You’re safe: enjoy the show!" in (await stage.slash(other, "dice")).words
    assert "Your finishing place in this game still counts" in (await stage.press(other, LeaveTable)).words
    assert bidder in two
    await to_the_end(stage)
    (washed_up,) = re.findall(r"🌊 (\w+) washes up", stage.text().replace("*", ""))
    assert washed_up in two
    assert f"💀 {washed_up} is out of dice" in told(stage)
    assert f"{washed_up} must:" in stage.text().replace("*", "")


async def test_calling_it_quits_in_a_play_off_washes_up_both_players(english_stage: Stage) -> None:
    """Only the two players in the play-off can vote (E4)."""
    two, other = await play_off(english_stage, "firehouse")
    assert "You’re safe: enjoy the show!" in (await english_stage.press(other, CallQuits)).words
    await call_it_quits(english_stage, two)
    assert f"🌊 {two[0]} and {two[1]} wash up" in english_stage.text().replace("*", "")


async def test_a_game_that_ends_because_of_bads_says_so(english_stage: Stage) -> None:
    await english_stage.sit("Ann", "Ben", "Cleo", game="firehouse")
    await agree(english_stage, bads="2", **{"pair-bads": "1", "rounds": "none"})
    await english_stage.press("Ann", Start)
    while (await english_stage.table()).status is Status.PLAYING:
        await play_round(english_stage)
    await check_reason(english_stage, "Ann", "👎 Too many bads.")


async def test_a_player_who_leaves_a_play_off_washes_up(english_stage: Stage) -> None:
    """Too few players are left, so the game ends at once (L3). A full result says so on the page behind More."""
    (first, _), _ = await play_off(english_stage, "firehouse")
    await english_stage.surely(first, await english_stage.slash(first, "table leave"))
    assert f"🌊 {first} washes up (loses)" in english_stage.text().replace("*", "")
    await check_reason(english_stage, first, "🚪 Too few players left.")


async def test_a_vote_to_quit_does_not_count_if_the_player_is_out_by_then(english_stage: Stage) -> None:
    """The bot asked for confirmation while the player was still in the game (E2).

    The question is so old that the bot cannot delete it any more when the round ends.
    """
    stage = english_stage
    await agreed(stage, "Ann", "Ben", "Cleo", game="bar", dice="1", minutes="none")
    await stage.press("Ann", Start)
    asked = {name: await stage.press(name, CallQuits) for name in ("Ann", "Ben", "Cleo")}
    await stage.time_passes(minutes=16)
    await stage.press(await stage.to_move(), PlaceBid)
    await doubt_it(stage)
    (out,) = await names(stage, [seat for seat, each in enumerate((await stage.view()).state.players) if not each.dice])
    assert SurelyQuit in stage.kinds(asked[out].ephemerals[0])
    late = SurelyQuit((await stage.table()).id)  # their next press has deleted the question, if they made one
    assert "You’re out: 3rd of 3" in (await stage.forge(out, late)).words
