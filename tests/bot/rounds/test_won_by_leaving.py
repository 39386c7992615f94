"""Test two rare sentences: who wins if one of two players leaves, and the refusal of a call before the first claim."""

from bot.presses.game import LeaveTable
from bot.presses.lobby import Join, Start
from tests.bot.stage import Stage


async def test_of_two_where_one_leaves_the_other_is_not_last(english_stage: Stage) -> None:
    """Rule L3."""
    await english_stage.start("Ann", "Ben", game="joker")
    await english_stage.surely("Ben", await english_stage.press("Ben", LeaveTable))
    assert "🏆 **Ann** wins: **Ben** left" in english_stage.text()
    assert "last" not in english_stage.text()


async def test_the_cup_refuses_a_call_before_a_claim_and_a_die_thrown_twice(english_stage: Stage) -> None:
    """Rule K2. A player who joins the lobby also reads where the dice will be (K1)."""
    await english_stage.sit("Ann", "Ben", game="cup")
    joined = await english_stage.press("Cleo", Join)
    assert "Your dice are under the cup when it comes to you." in joined.words
    await english_stage.press("Ann", Start)
    caller = (await english_stage.others(await english_stage.to_move()))[0]
    assert "Nobody has claimed yet." in (await english_stage.slash(caller, "liar")).words
