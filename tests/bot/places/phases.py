"""Define the phases of a game: how a test reaches each one, and what people or the clock do next."""

from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from bot.presses.bids import PlaceBid
from bot.presses.game import CallLie, NextRound, SettleForfeit
from bot.presses.lobby import Join, Rematch, Start
from tests.bot.stage import Stage

Step = Callable[[Stage], Coroutine[Any, Any, Any]]


NIGHT = 2.1 * 3600
"""Seconds after which an evening is over."""


class Phase(NamedTuple):
    """Describe a phase of a game by two functions.

    One reaches the phase from an empty channel, and the other makes the next move.
    """

    reach: Step
    act: Step


async def play(stage: Stage) -> None:
    await stage.slash("Ann", "play")


async def nothing(stage: Stage) -> None:
    """Leave the channel empty."""


async def lobby(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")


async def start(stage: Stage) -> None:
    await stage.press("Cleo", Join)
    await stage.press("Ann", Start)


async def round_(stage: Stage) -> None:
    await stage.nobody_owes()
    await stage.start("Ann", "Ben")


async def bid_and_call(stage: Stage) -> None:
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)


async def showdown(stage: Stage) -> None:
    """Reach a showdown whose pause lasts until somebody presses Next."""
    await round_(stage)
    await stage.raise_once()
    stage.bot.driver.halt()
    await stage.press(await stage.to_move(), CallLie)
    assert NextRound in stage.kinds()


async def next_(stage: Stage) -> None:
    stage.bot.driver.go()
    await stage.press("Ann", NextRound)
    await stage.time_passes(seconds=1)


async def forfeit(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    await bid_and_call(stage)


async def settle(stage: Stage) -> None:
    view = await stage.view()
    debtor = (await stage.table()).seats[view.state.debtors[0]].name
    await stage.press(debtor, SettleForfeit)
    await stage.time_passes(seconds=1)


async def result(stage: Stage) -> None:
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", rounds="1")
    await bid_and_call(stage)


async def again(stage: Stage) -> None:
    await stage.press("Ann", Rematch)


async def evening(stage: Stage) -> None:
    await result(stage)
    await stage.press("Ann", Rematch)
    await stage.press("Ann", Start)
    await bid_and_call(stage)


async def night(stage: Stage) -> None:
    await stage.time_passes(seconds=NIGHT)


ALL: dict[str, Phase] = {
    "play": Phase(nothing, play),
    "lobby": Phase(lobby, start),
    "round": Phase(round_, bid_and_call),
    "turn": Phase(round_, nothing),
    "showdown": Phase(showdown, next_),
    "forfeit": Phase(forfeit, settle),
    "result": Phase(result, again),
    "evening": Phase(evening, night),
}
"""All phases by name."""


async def goes_on(stage: Stage) -> None:
    """If a round is running, let the player whose turn it is bid, and check that the panel shows the bid."""
    if PlaceBid in stage.kinds():
        name = await stage.raise_once()
        assert f"{name}" in stage.text()
