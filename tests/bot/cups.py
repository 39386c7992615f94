"""Provide helpers for tests of the game with the cup."""

import re

from simcord import ResponseMessage

from bot.presses.game import CallLie, ShowDice
from bot.presses.poker_cup import MakeClaim
from engine.core.state import PASSING
from engine.poker_cup.view import CupView
from tests.bot.stage import Stage

SEEN = re.compile("🟦([⚀-⚅])|🟩([⚀-⚅])")
"""A die under the cup that is shown, as it is written without pictures."""


async def cup(stage: Stage, name: str | None = None) -> CupView:
    """Return the running game with the cup as this person sees it, or as an onlooker does if `name` is None."""
    view = await stage.seen(name)
    assert isinstance(view, CupView)
    return view


async def my_cup(stage: Stage, name: str) -> ResponseMessage:
    """Press My cup as this person, and return the ephemeral message that opens."""
    (ephemeral,) = (await stage.press(name, ShowDice)).ephemerals
    return ephemeral


def labels(stage: Stage, message: ResponseMessage | None = None) -> list[str]:
    """Return the labels of a message's buttons that can be pressed. The default message is the newest panel."""
    return [str(button.get("label")) for button in stage.buttons(message) if not button.get("disabled")]


async def nobody_sees_it(stage: Stage) -> None:
    """Check that the panel does not show the dice under the cup while the cup is being passed on."""
    if (await cup(stage)).state.phase is PASSING:
        assert not SEEN.search(stage.text()), stage.text()


async def opened(stage: Stage, claim: str = "pair-2", **options: str) -> str:
    """Start a game of three in which the opener claims without looking. Return the name of the cup's next holder."""
    await stage.start("Ann", "Ben", "Cleo", game="cup", **options)
    name = await stage.to_move()
    await stage.forge(name, MakeClaim((await stage.table()).id, (await stage.table()).version, claim, blind=False))
    return await stage.to_move()


async def caught(stage: Stage, **options: str) -> str:
    """Let the opener claim five fives without looking, and let the next player doubt the claim.

    Return the opener's name.
    """
    name = await opened(stage, "quints-5", **options)
    passer = (await stage.table()).seats[(await cup(stage)).state.claims[0].passer].name
    await stage.press(name, CallLie)
    return passer
