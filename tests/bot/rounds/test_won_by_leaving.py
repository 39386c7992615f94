"""Test two rare sentences.

One says who wins if one of two players leaves. The other refuses a call before the first claim.
"""

from bot.presses.game import LeaveTable
from bot.presses.lobby import Join, Start
from tests.bot.stage import Stage


async def test_the_winner_of_two_players_is_not_called_the_last_if_the_other_left(english_stage: Stage) -> None:
    """The player who stays wins (L3)."""
    await english_stage.start("Ann", "Ben", game="joker")
    await english_stage.surely("Ben", await english_stage.press("Ben", LeaveTable))
    assert "🏆 **Ann** wins: **Ben** left the table" in english_stage.text()
    assert "last" not in english_stage.text()


async def test_a_call_before_the_first_claim_with_the_cup_is_refused(english_stage: Stage) -> None:
    """Only a player who receives a claim can challenge it (K2).

    A player who joins the lobby also reads where the dice will be (K1).
    """
    await english_stage.sit("Ann", "Ben", game="cup")
    joined = await english_stage.press("Cleo", Join)
    assert "The cup comes to you on your turn." in joined.words
    await english_stage.press("Ann", Start)
    caller = (await english_stage.others(await english_stage.to_move()))[0]
    assert "Nobody has claimed yet." in (await english_stage.slash(caller, "liar")).words
