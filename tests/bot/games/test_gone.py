"""Test players who leave or are away, in each game (L1-L5).

The others play on, and the channel shows why.
"""

import re
from collections import Counter
from typing import Any

import discord
import pytest
from sqlalchemy import update

from bot.presses.bids import PlaceBid
from bot.presses.game import CallLie, CastVote, HoldOn, LeaveTable, ShowDice, WakeUp
from bot.presses.lobby import Join, Rematch, Start, WaitForNext
from bot.presses.poker_cup import PeekUnder
from bot.screens.families.poker_cup.ranking import said_as
from bot.storage import schema
from bot.tables import encoding
from bot.tables.model import Setup
from bot.tables.pace import Pace
from engine.bids.view import View
from engine.poker_cup.odds import reaching
from engine.poker_cup.view import CupView
from tests.bot.cups import cup
from tests.bot.plays import EVERY_GAME, agreed, check_reason, doubt_it, in_dm, names, play_round, say_something, told
from tests.bot.stage import Stage

LAST_ONE_LEFT = {
    "common": "🏆 {stays}",
    "cup": "🏆 {stays}",
    "dahua": "🏆 {stays}",
    "firehouse": "🌊 {goes} washes up",
}
"""The headline of the result if everybody else has left (L3). In other games the last player with dice wins."""
PLAYED_OUT = "🤖 The computers played it out."


async def leave(stage: Stage, name: str) -> str:
    """Press Leave and confirm. Return the question that the bot asked."""
    asked = await stage.press(name, LeaveTable)
    await stage.surely(name, asked)
    return asked.words


@pytest.mark.in_some_games
@pytest.mark.parametrize("game", EVERY_GAME)
async def test_players_leave_one_after_the_other(english_stage: Stage, game: str) -> None:
    """First the opener leaves before bidding, then the last bidder, and then one of the two who are left (L1, L3)."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", "Cleo", "Dan", game=game, seating="joined")
    await stage.press("Ann", Start)
    assert await stage.to_move() == "Ann"
    words = await leave(stage, "Ann")
    no_dice = game in ("cup", "mia")
    assert ("Leave for good? You’ll be out" if no_dice else "Leave for good? Your dice stay in for") in words
    assert "🚪 Ann leaves the table" in stage.text().replace("*", "")
    assert (await stage.table()).host.name == "Ben"
    assert await say_something(stage) == "Ben"
    await stage.surely("Ben", await stage.slash("Ben", "table leave"))
    assert (await stage.table()).host.name == "Cleo"
    assert await doubt_it(stage) == "Cleo"
    assert re.search("(Liar|Bang)! Cleo|Caught by Cleo|Cleo pays", told(stage)), (
        "the bid of the player who left counts until the showdown"
    )
    goes = "Dan"
    await leave(stage, goes)
    result = stage.text().replace("*", "")
    assert LAST_ONE_LEFT.get(game, "🏆 {stays} wins").format(stays="Cleo", goes=goes) in result
    await check_reason(stage, "Cleo", "🚪 Too few players left.")
    assert ("Cleo wins 40 from the pot" in result) == (game in ("dudo", "perudo", "mia", "bluff"))


@pytest.mark.parametrize("game", ["common", "cup", "firehouse"])
async def test_a_game_ends_when_its_last_person_leaves(english_stage: Stage, game: str) -> None:
    """Nobody has to close the table (L3)."""
    stage = english_stage
    await agreed(stage, "Ann", game=game, computers=2)
    await stage.press("Ann", Start)
    await leave(stage, "Ann")
    result = stage.text().replace("*", "")
    assert Rematch in stage.kinds()
    assert ("🏆" if game in ("common", "cup") else "🌊 Ann washes up") in result


@pytest.mark.parametrize("game", ["dudo", "joker", "perudo"])
async def test_computers_left_alone_play_out_a_game_that_dice_decide(english_stage: Stage, game: str) -> None:
    """Their rounds are not shown. One of them wins, and the result has a line about it (L3)."""
    stage = english_stage
    await agreed(stage, "Ann", game=game, computers=3)
    await stage.press("Ann", Start)
    before = len(stage.public())
    await leave(stage, "Ann")
    result = stage.text().replace("*", "")
    assert re.search(r"🏆 \S+ .+ wins?", result)
    assert Rematch in stage.kinds()
    assert len(stage.public()) <= before + 2, "the round that Ann left, and the result"
    assert len(stage.direct_messages("Ann")) == 1
    assert (await stage.seen()).state.round > 2
    await check_reason(stage, "Ann", PLAYED_OUT)


async def test_computers_left_alone_play_out_a_game_that_lives_decide(english_stage: Stage) -> None:
    """A game of Mia (L3, P7)."""
    stage = english_stage
    await stage.sit("Ann", game="cup", computers=3)
    await _becomes_mia(stage)
    await stage.press("Ann", Start)
    await leave(stage, "Ann")
    assert re.search(r"🏆 \S+ .+ wins?", stage.text().replace("*", ""))
    await check_reason(stage, "Ann", PLAYED_OUT)


async def test_people_may_hold_on_after_somebody_gives_up(english_stage: Stage) -> None:
    """The round has no showdown (K18), but the same pause after it."""
    stage = english_stage
    stage.bot.services.tables.changes.pace = Pace(pause=60)
    await stage.sit("Ann", "Ben", game="cup")
    await _becomes_mia(stage)
    await stage.press("Ann", Start)
    await stage.slash(await stage.to_move(), "claim", what="21")
    name = await stage.to_move()
    await stage.slash(name, "cup", act="give up")
    await stage.press(name, HoldOn)
    assert (await stage.table()).annotations.held_until is not None


async def _becomes_mia(stage: Stage) -> None:
    """Let the lobby be one of Mia."""
    setup = encoding.encode(Setup("mia", {"absence": "sit-out"}))
    await stage.bot.services.tables.changes.store.write(lambda c: c.execute(update(schema.tables).values(setup=setup)))
    await stage.bot.services.announcer.show_again((await stage.table()).id)


async def test_computers_left_alone_play_on_after_a_restart(english_stage: Stage) -> None:
    """Each of their moves is saved in a separate transaction, so the next process can continue (L3)."""
    stage = english_stage
    await agreed(stage, "Ann", game="bar", computers=3)
    await stage.press("Ann", Start)
    moves = 0
    first_wish = stage.bot.driver._thinking.first_wish

    async def dies_after_some(minds: Any) -> Any:
        nonlocal moves
        moves += 1
        if moves == 7:
            stage.bot.driver.halt()
        return await first_wish(minds)

    stage.bot.driver._thinking.first_wish = dies_after_some  # type: ignore[method-assign]
    await leave(stage, "Ann")
    assert moves == 7
    assert "played it out" not in told(stage)
    await stage.restart()
    await stage.time_passes(seconds=1)
    await check_reason(stage, "Ann", PLAYED_OUT)


async def test_the_showdown_in_which_the_last_person_loses_is_shown_before_the_result(english_stage: Stage) -> None:
    """The computers who are left then play the game out, without showing their rounds (L3)."""
    stage = english_stage
    await agreed(stage, "Ann", game="bar", dice="1", seating="joined", computers=2)
    await stage.press("Ann", Start)
    face, said = (6, "sixes") if await stage.dice("Ann") != (6,) else (5, "fives")  # her own die makes it a lie
    await stage.slash("Ann", "bid", what=f"3x{face}")
    assert f"Ann said 3 {said}" in told(stage).replace("*", "")
    assert "Ann is out of dice" in told(stage).replace("*", "")
    assert re.search(r"🏆 \S+ .+ wins?", stage.text().replace("*", ""))
    await check_reason(stage, "Ann", PLAYED_OUT)
    assert told(stage).count("Round 2") == 0, "the computers' own rounds are not shown"


async def test_a_player_who_left_is_offered_the_next_game(english_stage: Stage) -> None:
    """They cannot return to the game that they left (L1)."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", "Cleo", game="bar", dice="2")
    await stage.press("Ann", Start)
    await leave(stage, "Cleo")
    await play_round(stage)
    assert "You’ve left this game. Join the next one!" in (await stage.slash("Cleo", "dice")).words
    answer = await stage.slash("Cleo", "liar")
    assert "You’ve left this game" in answer.words
    await stage.press("Cleo", WaitForNext, answer.ephemerals[0])
    await leave(stage, "Ben")
    await stage.press("Ann", Rematch)
    assert sorted(seat.name for seat in (await stage.table()).seats) == ["Ann", "Cleo"]


async def test_a_player_who_is_out_keeps_their_place_and_can_leave(english_stage: Stage) -> None:
    """The running game stays the same if such a player leaves (L1)."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", "Cleo", game="dudo", dice="1")
    await stage.press("Ann", Start)
    await play_round(stage)
    (out,) = await names(stage, [seat for seat, each in enumerate((await stage.view()).state.players) if not each.dice])
    assert "You’re out: 3rd of 3" in (await stage.press(out, ShowDice)).words
    assert "Your finishing place in this game still counts" in await leave(stage, out)
    await play_round(stage)
    assert "out" in stage.text()
    assert "left" not in stage.text(), "a player who was out keeps their place"
    await stage.press((await stage.others(out))[0], Rematch)
    assert out not in [seat.name for seat in (await stage.table()).seats]


# Away -----------------------------------------------------------------------------------------------------------------


def least(stage: View, game: str) -> int:
    """Return the face that the bot bids for an absent opener (L2).

    This is the player's most frequent face, or the lowest of several.
    """
    found = Counter(face for face in stage.mine if not (game == "perudo" and face == 1))
    return min(found, key=lambda face: (-found[face], face))


def house_calls(seen: View | CupView) -> bool:
    """Return whether the bot calls for an absent player, because the bid is too high or the claim unlikely (L2)."""
    if isinstance(seen, View):
        return asks_too_much(seen)
    claim = seen.state.claim()
    assert claim is not None
    return reaching(seen.state.table, claim, seen.state.rules.ranking) < 0.5


def asks_too_much(seen: View) -> bool:
    """Return whether a bid needs more dice than the player's own matching ones and a fair share of all others (L2)."""
    bid, wild = seen.state.standing, seen.state.wild()
    assert bid is not None
    counting, others = sum(face in (bid.face, wild) for face in seen.mine), seen.state.pool - len(seen.mine)
    return 6 * bid.quantity > 6 * counting + others * (1 if wild in (0, bid.face) else 2)


@pytest.mark.in_some_games
@pytest.mark.parametrize("game", EVERY_GAME)
async def test_an_absent_player_leaves_after_the_bot_has_played_for_them_once(english_stage: Stage, game: str) -> None:
    """To open a round, the bot bids as few dice as it may of the player's best face.

    Otherwise it calls a bid that is too high. After the second missed turn the player has left (`absence leave`, L2).
    """
    stage = english_stage
    await agreed(stage, "Ann", "Ben", game=game, absence="leave", seating="joined")
    await stage.press("Ann", Start)
    mine = await stage.seen("Ann")
    await stage.time_passes(seconds=181)
    assert "Ann ran out of time, so the house played." in stage.text().replace("*", "")
    if isinstance(mine, View):
        standing = (await stage.view()).state.standing
        assert standing is not None
        fewest = {"dahua": 2 if standing.face == 1 else 3}.get(game, 1)  # a bid of ones is pure (B5)
        assert (standing.quantity, standing.face) == (fewest, least(mine, game))
    else:
        assert f"Ann **{'31' if game == 'mia' else 'one-high'}**" in stage.text()
    assert await say_something(stage) == "Ben"
    calls = house_calls(await stage.seen("Ann"))
    await stage.time_passes(seconds=400)
    while CastVote in stage.kinds():
        await stage.press(await stage.to_move(), CastVote, believes=True)
    assert "🚪 Ann leaves the table" in told(stage), "twice in a row"
    assert bool(re.search("(Liar|Bang)! Ann", told(stage))) == calls
    assert Rematch in stage.kinds()


async def test_the_bot_votes_for_an_absent_player_by_what_is_likely(english_stage: Stage) -> None:
    """The bot votes to doubt a bid that needs more dice than expected (L2, C4)."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", "Cleo", game="joker", seating="joined")
    await stage.press("Ann", Start)
    await say_something(stage)
    await stage.press("Ben", CallLie)
    seen = await stage.view("Cleo")
    await stage.time_passes(seconds=181)
    assert ("👎 Cleo" if asks_too_much(seen) else "👍 Cleo") in told(stage)


async def test_the_bot_passes_the_cup_on_unseen_for_an_absent_player(english_stage: Stage) -> None:
    """The bot shakes without looking and makes the lowest valid claim. The player's open window goes (L2)."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", "Cleo", game="cup", seating="joined")
    await stage.press("Ann", Start)
    await stage.slash("Ann", "claim", what="pair of twos with a six")
    least_of_all = (await cup(stage, "Ben")).legal.least
    assert least_of_all is not None
    (ephemeral,) = (await stage.press("Ben", PeekUnder)).ephemerals
    await stage.time_passes(seconds=181)
    assert f"Ben {said_as(least_of_all)[0]} " in told(stage)
    assert " · peeked, rolled 5, unseen" in told(stage)
    assert await stage.to_move() == "Cleo"
    assert ephemeral.id not in {each.id for each in stage.messages() if each.ephemeral}, "the cup has been passed on"


@pytest.mark.parametrize("game", ["common", "cup", "dudo"])
async def test_the_bot_plays_for_an_absent_player_until_they_press_anything(english_stage: Stage, game: str) -> None:
    """In every game, a press in the channel or in a DM brings the player back (`absence sit-out`, L2)."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", game=game)
    await stage.press("Ann", Start)
    for hours in range(1, 60):
        if "Everyone’s dozing: the game pauses until" in stage.text():
            break
        await stage.time_passes(hours=hours)
    assert "Everyone’s dozing: the game pauses until" in stage.text()
    assert WakeUp in stage.kinds()
    await stage.press("Ann", WakeUp)
    assert "💤 Ben is dozing" in stage.text().replace("*", "")
    await in_dm(stage, "Ben", "dice")
    assert "doze" not in stage.text()


# Ended by hand --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["common", "cup", "dudo", "firehouse"])
async def test_a_manager_of_the_server_can_end_any_game_without_a_result(english_stage: Stage, game: str) -> None:
    """The antes are returned (L5)."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", game=game)
    await stage.press("Ann", Start)
    await say_something(stage)
    keeper = stage.guild.create_role("keeper", permissions=discord.Permissions(manage_guild=True))
    stage.people["Eve"] = stage.guild.add_member(stage.env.create_user("Eve", global_name="Eve"), roles=[keeper])
    stage.private["Eve"] = []
    await stage.surely("Eve", await stage.slash("Eve", "table end"))
    assert "No winner this time" in stage.text()
    assert "Eve ended the game" in stage.text()
    assert ("each get 10 back" in stage.text()) == (game in ("dudo", "perudo"))
    await stage.slash("Cleo", "play")
    assert Join in stage.kinds(), "the channel is free"


async def test_a_game_without_a_clock_ends_after_seven_quiet_days(english_stage: Stage) -> None:
    """The game has no result, and antes are returned (L5)."""
    stage = english_stage
    await stage.start("Ann", "Ben", game="dudo", clock="none")
    assert PlaceBid in stage.kinds()
    await stage.time_passes(days=6)
    assert PlaceBid in stage.kinds()
    await stage.time_passes(days=8)
    assert "No winner this time" in stage.text()
    assert "each get 10 back" in stage.text()
