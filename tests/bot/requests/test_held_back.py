"""Each request that comes of what somebody does is held back in turn, and all others overtake it."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.outbox import reply
from bot.presses.bids import OpenBidForm, PlaceBid
from bot.presses.game import CallLie, NextRound, ShowDice
from bot.presses.history import ShareMoment
from bot.presses.lobby import Start
from tests.bot.games.test_evening import a_bold_lie_is_caught
from tests.bot.requests.test_races import slowly
from tests.bot.requests.test_requests import by_direct_message
from tests.bot.rounds.test_pauses import a_showdown
from tests.bot.stage import Stage

Act = Awaitable[Any]


async def a_press(stage: Stage) -> Act:
    await stage.start("Ann", "Ben")
    return stage.press(await stage.to_move(), PlaceBid)


async def start(stage: Stage) -> Act:
    await stage.sit("Ann", "Ben")
    return stage.press("Ann", Start)


async def next_round(stage: Stage) -> Act:
    await a_showdown(stage, "Ann", "Ben", rounds="3")
    await stage.press("Ann", NextRound)
    return stage.press("Ben", NextRound)


async def play(stage: Stage) -> Act:
    return stage.slash("Ann", "play")


async def a_form(stage: Stage) -> Act:
    await stage.start("Ann", "Ben")
    name = await stage.to_move()
    form = await stage.pick(name, stage.panel(), OpenBidForm)
    return stage.fill(name, form, quantity="2", face=["5"])


async def a_call(stage: Stage) -> Act:
    await stage.start("Ann", "Ben", "Cleo", rounds="3")
    await stage.raise_once()
    return stage.press(await stage.to_move(), CallLie)


async def share(stage: Stage) -> Act:
    await a_bold_lie_is_caught(stage)
    return stage.press("Ben", ShareMoment, stage.panel())


async def by_dm(stage: Stage) -> Act:
    await stage.start("Ann", "Ben")
    return by_direct_message(stage)


async def my_dice(stage: Stage) -> Act:
    await stage.start("Ann", "Ben")
    return stage.press("Ann", ShowDice)


async def the_end(stage: Stage) -> Act:
    await stage.start("Ann", "Ben", rounds="1")
    await stage.raise_once()
    return stage.press(await stage.to_move(), CallLie)


async def held_at_each_point(stage: Stage, act: Act, is_carried_out: bool) -> int:
    """Do something while each of its requests is held back in turn; return how many there were."""
    points, held = 0, stage.transit.hold("*", is_carried_out)
    done = asyncio.ensure_future(act)
    while True:
        arrived = asyncio.ensure_future(held.arrived.wait())
        await asyncio.wait({done, arrived}, return_when=asyncio.FIRST_COMPLETED)
        if not held.arrived.is_set():
            break
        for _turn in range(10):  # what can be done without it is done meanwhile
            await asyncio.sleep(0.001)
        before, held = held, stage.transit.hold("*", is_carried_out)
        before.let_go()
        points += 1
    arrived.cancel()
    stage.transit.let_go()
    await done
    return points


@pytest.mark.parametrize("way", ["there, and promised first", "back"])
@pytest.mark.parametrize("prepared", [a_press, start, next_round, play, a_form, a_call, share, by_dm, my_dice, the_end])
async def test_whatever_is_held_back_everything_is_shown_and_answered_once(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, prepared: Callable[[Stage], Awaitable[Act]], way: str
) -> None:
    act = await prepared(stage)
    assert stage.bot._store is not None
    if prepared is not by_dm:
        stage.tokens_expire()  # those of who pressed before: there is but this one's
    if way != "back":
        monkeypatch.setattr(reply, "TIMEOUT", 0.05)
        monkeypatch.setattr(stage.bot._store, "write", slowly(stage.bot._store.write))
    before = stage.requests()
    stage.transit.calls.clear()
    assert await held_at_each_point(stage, act, is_carried_out=way == "back")
    await stage.time_passes(seconds=2)
    answers = [call for call in stage.transit.calls if call.startswith("POST /interactions/")]
    assert max(Counter(answers).values()) == 1, "nothing is answered twice"
    edits = [call for call in stage.calls_since(before) if call.startswith(f"PATCH /channels/{stage.channel.id}/")]
    assert edits == [], "a token would do"
    pending = await stage.bot.services.tables.showing.pending((await stage.table()).id)
    assert (pending.news, pending.panel_stale) == ((), False), "everything saved is shown"
    assert pending.panel is not None
    assert pending.panel.message == stage.panel().id
