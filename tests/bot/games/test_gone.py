"""Whoever leaves or is away, in each of the seven (L1-L5): the others play on, and the channel says what came of it."""

import re
from collections import Counter
from typing import Any

import discord
import pytest

from bot.presses.bids import PlaceBid
from bot.presses.game import CallLie, CastVote, LeaveTable, ShowDice, WakeUp
from bot.presses.lobby import Join, Rematch, Start, WaitForNext
from bot.presses.poker_cup import PeekUnder
from bot.screens.families.poker_cup.ranking import spoken
from engine.bids.view import View
from engine.poker_cup.odds import reaching
from engine.poker_cup.view import CupView
from tests.bot.cups import cup
from tests.bot.plays import SEVEN, agreed, doubt_it, in_dm, names, play_round, say_something, told
from tests.bot.stage import Stage

LAST_ONE_LEFT = {
    "common": "🏆 {stays}",
    "cup": "🏆 {stays}",
    "firehouse": "🌊 {goes} washes up",
}
"""What the result says where everybody else has left (L3); elsewhere the last one with dice wins."""


async def leave(stage: Stage, name: str) -> str:
    """They leave, and are sure; what they were asked."""
    asked = await stage.press(name, LeaveTable)
    await stage.surely(name, asked)
    return asked.words


@pytest.mark.parametrize("game", SEVEN)
async def test_one_after_the_other_leaves(english_stage: Stage, game: str) -> None:
    """L1, L3: the opener before a word, a bidder whose bid stands, and the last but one between or in a round."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", "Cleo", "Dan", game=game, seating="joined")
    await stage.press("Ann", Start)
    assert await stage.to_move() == "Ann"
    words = await leave(stage, "Ann")
    assert ("Leave for good? You’re out" if game == "cup" else "Leave for good? Your dice stay for this") in words
    assert "🚪 Ann leaves the table" in stage.text().replace("*", "")
    assert (await stage.table()).host.name == "Ben"
    assert await say_something(stage) == "Ben"
    await stage.surely("Ben", await stage.slash("Ben", "table leave"))
    assert (await stage.table()).host.name == "Cleo"
    assert await doubt_it(stage) == "Cleo"
    assert re.search("(Liar|Bang)! Cleo|Caught by Cleo|Cleo pays", told(stage)), (
        "what stood has stood until the showdown"
    )
    goes = "Dan"
    await leave(stage, goes)
    result = stage.text().replace("*", "")
    assert LAST_ONE_LEFT.get(game, "🏆 {stays} wins").format(stays="Cleo", goes=goes) in result
    assert "Too few players left." in result
    assert ("Cleo wins 40 from the pot" in result) == (game in ("dudo", "perudo"))


@pytest.mark.parametrize("game", ["common", "cup", "firehouse"])
async def test_games_of_computers_alone_are_over(english_stage: Stage, game: str) -> None:
    """L3: nobody has to clear up."""
    stage = english_stage
    await agreed(stage, "Ann", game=game, computers=2)
    await stage.press("Ann", Start)
    await leave(stage, "Ann")
    result = stage.text().replace("*", "")
    assert Rematch in stage.kinds()
    assert ("🏆" if game in ("common", "cup") else "🌊 Ann washes up") in result


@pytest.mark.parametrize("game", ["dudo", "joker", "perudo"])
async def test_where_dice_decide_computers_left_alone_play_it_out_unseen(english_stage: Stage, game: str) -> None:
    """L3: one of them wins, at once; nobody reads their rounds, and the result says so in a line."""
    stage = english_stage
    await agreed(stage, "Ann", game=game, computers=3)
    await stage.press("Ann", Start)
    before = len(stage.public())
    await leave(stage, "Ann")
    result = stage.text().replace("*", "")
    assert re.search(r"🏆 \S+ .+ wins?", result)
    assert result.count("The computers played it out") == 1
    assert Rematch in stage.kinds()
    assert len(stage.public()) <= before + 2, "the round that Ann left, and the result"
    assert len(stage.direct_messages("Ann")) == 1
    assert (await stage.seen()).state.round > 2


async def test_a_restart_in_the_middle_of_what_computers_play_out_loses_nothing(english_stage: Stage) -> None:
    """L3: each of their moves is a transaction of its own, and the next process goes on."""
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
    assert "The computers played it out" in told(stage)


async def test_where_the_last_person_is_out_their_showdown_stands_and_the_result_follows(english_stage: Stage) -> None:
    """L3."""
    stage = english_stage
    await agreed(stage, "Ann", game="bar", dice="1", seating="joined", computers=2)
    await stage.press("Ann", Start)
    await stage.slash("Ann", "bid", what="3x6")
    assert "Ann said 3 sixes" in told(stage).replace("*", "")
    assert "Ann is out of dice" in told(stage).replace("*", "")
    assert re.search(r"🏆 \S+ .+ wins?", stage.text().replace("*", ""))
    assert "The computers played it out" in stage.text()
    assert told(stage).count("Round 2") == 0, "nobody is shown what computers do among themselves"


async def test_who_has_left_is_offered_the_next_game(english_stage: Stage) -> None:
    """L1: not this one any more."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", "Cleo", game="bar", dice="2")
    await stage.press("Ann", Start)
    await leave(stage, "Cleo")
    await play_round(stage)
    assert "You’ve left this game. Join the next one!" in (await stage.slash("Cleo", "dice")).words
    answer = await stage.slash("Cleo", "liar")
    assert "You’re out of this game" in answer.words
    await stage.press("Cleo", WaitForNext, answer.ephemerals[0])
    await leave(stage, "Ben")
    await stage.press("Ann", Rematch)
    assert sorted(seat.name for seat in (await stage.table()).seats) == ["Ann", "Cleo"]


async def test_who_is_out_keeps_their_place_and_may_go(english_stage: Stage) -> None:
    """L1: leaving changes nothing in this game."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", "Cleo", game="dudo", dice="1")
    await stage.press("Ann", Start)
    await play_round(stage)
    (out,) = await names(stage, [seat for seat, each in enumerate((await stage.view()).state.players) if not each.dice])
    assert "You’re out: 3rd of 3" in (await stage.press(out, ShowDice)).words
    assert "You keep your place" in await leave(stage, out)
    await play_round(stage)
    assert "out" in stage.text()
    assert "left" not in stage.text(), "who was out keeps their place"
    await stage.press((await stage.others(out))[0], Rematch)
    assert out not in [seat.name for seat in (await stage.table()).seats]


# Away -----------------------------------------------------------------------------------------------------------------


def least(stage: View, game: str) -> int:
    """L2: the face that is played for who is to open: their most frequent, of several the lowest."""
    found = Counter(face for face in stage.mine if not (game == "perudo" and face == 1))
    return min(found, key=lambda face: (-found[face], face))


def house_calls(seen: View | CupView) -> bool:
    """L2: whether the house calls for whoever sees this: a bid for too much, or a claim that is unlikely."""
    if isinstance(seen, View):
        return asks_too_much(seen)
    claim = seen.state.claim()
    assert claim is not None
    return reaching(seen.state.table, claim, seen.state.rules.ranking) < 0.5


def asks_too_much(seen: View) -> bool:
    """L2: whether the bid is for more dice than one's own that count and a fair share of all others."""
    bid, wild = seen.state.standing, seen.state.wild()
    assert bid is not None
    counting, others = sum(face in (bid.face, wild) for face in seen.mine), seen.state.pool - len(seen.mine)
    return 6 * bid.quantity > 6 * counting + others * (1 if wild in (0, bid.face) else 2)


@pytest.mark.parametrize("game", SEVEN)
async def test_for_who_is_away_the_house_plays_and_the_second_time_they_have_left(
    english_stage: Stage, game: str
) -> None:
    """L2: opening one die of their own best face, else calling what is too much; `absence leave`."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", game=game, absence="leave", seating="joined")
    await stage.press("Ann", Start)
    mine = await stage.seen("Ann")
    await stage.time_passes(seconds=181)
    assert "Ann ran out of time: the house played." in stage.text().replace("*", "")
    if isinstance(mine, View):
        standing = (await stage.view()).state.standing
        assert standing is not None
        assert (standing.quantity, standing.face) == (1, least(mine, game))
    else:
        assert "Ann **one-high**" in stage.text()
    assert await say_something(stage) == "Ben"
    calls = house_calls(await stage.seen("Ann"))
    await stage.time_passes(seconds=400)
    while CastVote in stage.kinds():
        await stage.press(await stage.to_move(), CastVote, believes=True)
    assert "🚪 Ann leaves the table" in told(stage), "twice in a row"
    assert bool(re.search("(Liar|Bang)! Ann", told(stage))) == calls
    assert Rematch in stage.kinds()


async def test_in_a_poll_who_is_away_says_what_is_likely(english_stage: Stage) -> None:
    """L2, C4."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", "Cleo", game="joker", seating="joined")
    await stage.press("Ann", Start)
    await say_something(stage)
    await stage.press("Ben", CallLie)
    seen = await stage.view("Cleo")
    await stage.time_passes(seconds=181)
    assert ("👎 Cleo" if asks_too_much(seen) else "👍 Cleo") in told(stage)


async def test_who_fell_asleep_with_the_cup_in_hand_passes_it_on_unseen(english_stage: Stage) -> None:
    """L2: shaken, no look, the lowest claim that is high enough; an open ephemeral message says that it is passed."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", "Cleo", game="cup", seating="joined")
    await stage.press("Ann", Start)
    await stage.slash("Ann", "claim", what="pair of twos with a six")
    least_of_all = (await cup(stage, "Ben")).legal.least
    assert least_of_all is not None
    (ephemeral,) = (await stage.press("Ben", PeekUnder)).ephemerals
    await stage.time_passes(seconds=181)
    assert f"Ben {spoken(least_of_all)} · peeked, rolled 5, unseen" in told(stage)
    assert await stage.to_move() == "Cleo"
    assert "You claimed **" in stage.text(ephemeral)


@pytest.mark.parametrize("game", ["common", "cup", "dudo"])
async def test_who_sits_out_is_played_for_until_any_press_of_theirs(english_stage: Stage, game: str) -> None:
    """L2, `absence sit-out`: the same in every game, from the channel or the DM."""
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
async def test_who_manages_the_server_ends_any_game_without_a_result(english_stage: Stage, game: str) -> None:
    """L5: antes go back."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", game=game)
    await stage.press("Ann", Start)
    await say_something(stage)
    keeper = stage.guild.create_role("keeper", permissions=discord.Permissions(manage_guild=True))
    stage.people["Eve"] = stage.guild.add_member(stage.env.create_user("Eve", global_name="Eve"), roles=[keeper])
    stage.private["Eve"] = []
    await stage.surely("Eve", await stage.slash("Eve", "table end"))
    assert "No winner tonight" in stage.text()
    assert "Eve ended the game" in stage.text()
    assert ("get 10 back each" in stage.text()) == (game in ("dudo", "perudo"))
    await stage.slash("Cleo", "play")
    assert Join in stage.kinds(), "the channel is free"


async def test_after_seven_quiet_days_without_a_clock_it_is_over(english_stage: Stage) -> None:
    """L5."""
    stage = english_stage
    await stage.start("Ann", "Ben", game="dudo", clock="none")
    assert PlaceBid in stage.kinds()
    await stage.time_passes(days=6)
    assert PlaceBid in stage.kinds()
    await stage.time_passes(days=8)
    assert "No winner tonight" in stage.text()
    assert "get 10 back each" in stage.text()
