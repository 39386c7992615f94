"""Test lives in the bidding games, and equal claims and wild ones in the cup."""

from collections import Counter

import pytest

from bot.presses.bids import CallExact, PlaceBid
from bot.presses.game import CallLie, ShowDice
from bot.presses.lobby import Rematch, Start
from bot.presses.poker_cup import MakeClaim, OpenBlind
from engine.poker_cup.ranking import poker
from tests.bot.cups import cup, my_cup
from tests.bot.plays import agree, agreed, play_round, told
from tests.bot.stage import Stage


async def start(stage: Stage, *names: str, game: str, **options: str) -> None:
    await agreed(stage, *names, game=game)
    await agree(stage, **{word.replace("_", "-"): value for word, value in options.items()})
    await stage.press("Ann", Start)


async def test_bar_dice_are_played_for_lives_to_the_last_player_with_lives(english_stage: Stage) -> None:
    """P7: nobody loses dice."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", "Cleo", game="bar")
    await agree(stage, price="lives", lives="2")
    assert "You have 2 lives: be wrong, lose one." in stage.text()
    assert "one player left" in stage.text()
    await stage.press("Ann", Start)
    await play_round(stage)
    assert "loses a life and has 1 life left" in told(stage)
    assert "❤️ " in stage.text()
    assert {player.dice for player in (await stage.view()).state.players} == {5}
    out = None
    while Rematch not in stage.kinds():
        await play_round(stage)
        state = (await stage.seen()).state
        gone = [seat for seat, player in enumerate(state.players) if not player.lives]
        if out is None and gone and Rematch not in stage.kinds():
            out = (await stage.table()).seats[gone[0]].name
            assert "You’re out: 3rd of 3" in (await stage.press(out, ShowDice)).words
    assert told(stage).count("is out of lives.") == 2
    assert "🏆" in stage.text()
    assert ": out" in stage.text()


async def most_frequent(stage: Stage) -> str:
    """Return the bid of the most frequent face in all hands, which is exactly true where nothing is wild."""
    hands = [await stage.dice(name) for name in ("Ann", "Ben", "Cleo")]
    ((face, count),) = Counter(die for hand in hands for die in hand).most_common(1)
    return f"{count}x{face}"


async def test_an_exact_call_that_is_right_wins_a_life_back(english_stage: Stage) -> None:
    """C5, P7: a player with all lives wins none back."""
    stage = english_stage
    await start(stage, "Ann", "Ben", "Cleo", game="bar", price="lives", exact="on", exact_by="anyone")
    await play_round(stage)
    loser = await stage.to_move()
    for news in (f"❤️ {loser} wins a life back (now 3 lives)", f"{loser} already has all their lives"):
        opener = await stage.to_move()
        if opener == loser:
            await stage.press(loser, PlaceBid)
            await stage.slash(await stage.to_move(), "bid", what=await most_frequent(stage))
        await stage.press(loser, CallExact)
        assert news in told(stage)


async def test_everybody_else_loses_a_life_for_an_exact_call_that_is_right(english_stage: Stage) -> None:
    stage = english_stage
    await start(stage, "Ann", "Ben", "Cleo", game="bar", price="lives", exact="on", exact_pays="others")
    bidder = await stage.to_move()
    await stage.slash(bidder, "bid", what=await most_frequent(stage))
    caller = await stage.to_move()
    await stage.press(caller, CallExact)
    assert " lose a life each (now 2 lives)" in told(stage)
    assert f"{caller} 3" in stage.text()


async def test_a_claim_may_be_matched_but_not_by_a_player_who_made_it(english_stage: Stage) -> None:
    """K20."""
    stage = english_stage
    await start(stage, "Ann", "Ben", "Cleo", game="cup", equal="on")
    opener = await stage.to_move()
    await stage.slash(opener, "claim", what="pair of fours")
    other = await stage.to_move()
    (third,) = {"Ann", "Ben", "Cleo"} - {opener, other}
    (page,) = (await stage.press(other, OpenBlind)).ephemerals
    assert "To match or beat: **a pair of fours**" in stage.text(page)
    assert "with the same claim or a higher one" in stage.text(page)
    assert "to match or beat" in stage.text(await my_cup(stage, third))
    for name in (other, third):
        await stage.slash(name, "claim", what="pair of fours")
    assert len((await cup(stage)).state.claims) == 3
    assert "at least" in (await stage.slash(opener, "claim", what="pair of fours")).words
    (page,) = (await stage.press(opener, OpenBlind)).ephemerals
    assert "To beat: **a pair of fours**" in stage.text(page)
    await stage.slash(opener, "claim", what="pair of fives")
    assert len((await cup(stage)).state.claims) == 4


@pytest.mark.parametrize("wild", ["ones", "none"])
async def test_ones_make_the_best_hand_at_a_showdown_if_they_are_wild(english_stage: Stage, wild: str) -> None:
    """K19: claims are as ever."""
    stage = english_stage
    await start(stage, "Ann", "Ben", game="cup", cup_wild=wild)
    opener = await stage.to_move()
    await stage.press(opener, MakeClaim, await my_cup(stage, opener))
    await stage.press(await stage.to_move(), CallLie)
    shown = (await cup(stage)).state.showdown
    assert shown is not None
    assert shown.hand == poker(False, wild == "ones").hand(tuple(sorted(shown.under)))
    assert ("· ones are wild" in told(stage)) is (wild == "ones")
