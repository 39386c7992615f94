"""Helpers for scenes with the cup: its holder, the dice that the holder sees, and the secrecy of those dice."""

import re

from simcord import ResponseMessage

from bot.presses.game import ShowDice
from engine.core.state import PASSING
from engine.poker_cup.view import CupView
from tests.bot.stage import Stage

SEEN = re.compile("🟦([⚀-⚅])|🟩([⚀-⚅])")
"""A die that somebody sees under the cup, as it is written without pictures."""


async def cup(stage: Stage, name: str | None = None) -> CupView:
    """Return the running game of the cup as this person, or an onlooker, sees it."""
    view = await stage.seen(name)
    assert isinstance(view, CupView)
    return view


async def my_cup(stage: Stage, name: str) -> ResponseMessage:
    """Open My cup as this person, and return the ephemeral message."""
    (ephemeral,) = (await stage.press(name, ShowDice)).ephemerals
    return ephemeral


def labels(stage: Stage, message: ResponseMessage | None = None) -> list[str]:
    """Return the labels of all that can be pressed."""
    return [str(button.get("label")) for button in stage.buttons(message) if not button.get("disabled")]


async def nobody_sees_it(stage: Stage) -> None:
    """Check that no public message shows the dice under the cup while it goes round."""
    if (await cup(stage)).state.phase is PASSING:
        assert not SEEN.search(stage.text()), stage.text()
