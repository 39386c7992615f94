"""Test that no message is posted twice if one save fails, no matter at which point of a press it fails."""

import pytest

from bot.presses.bids import PlaceBid
from bot.presses.game import ShowDice
from bot.presses.lobby import Start
from tests.bot.stage import Stage
from tests.storage.failing import Failing

AT_LEAST = 30
"""A press on Start, with its line and its panel, takes at least this many statements and commits."""


@pytest.mark.parametrize("at", range(1, 40))
async def test_the_first_panel_is_posted_once_no_matter_which_save_fails(
    stage: Stage, trap: list[str], at: int
) -> None:
    """Before the bot tries again, both people press on the panel, so that it can be edited with newer tokens."""
    trap += ["Fault", "in showing saved changes", "could not", "cannot"]
    await stage.sit("Ann", "Ben")
    assert stage.bot._store is not None
    failing, lobby, before = Failing(stage.bot._store), stage.panel(), (await stage.table()).version
    failing.arm(at, "SQLITE_BUSY")
    await stage.press("Ann", Start)
    struck = failing.has_struck
    failing.arm(0, "")
    for name in ("Ann", "Ben") if PlaceBid in stage.kinds() else ():
        await stage.press(name, ShowDice)
    await stage.time_passes(seconds=90)
    if (await stage.table()).version == before:
        await stage.press("Ann", Start)
        await stage.time_passes(seconds=90)
    panels = [message for message in stage.public() if message.id > lobby.id and PlaceBid in stage.kinds(message)]
    assert len(panels) == 1
    assert struck or at > AT_LEAST
    await stage.raise_once()
