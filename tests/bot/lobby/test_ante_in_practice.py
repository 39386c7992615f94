"""Test what a lobby says of the ante while only computer players have joined the host (L4)."""

from bot.presses.lobby import Join
from tests.bot.stage import Stage


async def test_a_lobby_of_practice_names_no_ante(english_stage: Stage) -> None:
    """It says that nobody owes anything, and chips of practice are on no board (L4)."""
    stage = english_stage
    await stage.sit("Ann", computers=2, game="dudo")
    assert "nobody owes anything" in stage.text()
    assert "Ante" not in stage.text()
    await stage.press("Ben", Join)
    assert "Ante: 10 play chips each" in stage.text()
