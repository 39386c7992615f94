"""Test each action several times.

Each time, one of its requests is held back while all its other requests go ahead.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.inbox import dispatcher
from bot.outbox.answer import answer_of
from bot.outbox.client import Interaction
from bot.outbox.waiting import in_background
from bot.presses.bids import OpenBidForm, PlaceBid
from bot.presses.game import CallLie, NextRound, ShowDice
from bot.presses.history import ShareMoment
from bot.presses.lobby import Start
from tests.bot.games.test_evening import a_bold_lie_is_caught
from tests.bot.requests.test_requests import by_direct_message
from tests.bot.rounds.test_pauses import a_showdown
from tests.bot.stage import Stage

Act = Awaitable[Any]
ANSWER = "POST /interactions/"
TURNS = 30
"""After this many turns of the event loop without a read or write, all remaining work waits for Discord."""


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


class Storing:
    """Counts the work of a bot's store, and can delay writes until the answer is deferred."""

    def __init__(self, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
        """Count the reads and writes that are under way. If `waits_for_promise` is set, delay each write."""
        store = stage.bot._store
        assert store is not None
        self.under_way, self.waits_for_promise, self.is_promised = 0, False, asyncio.Event()
        monkeypatch.setattr(store, "write", self._counted(store.write, is_write=True))
        monkeypatch.setattr(store, "read", self._counted(store.read))

    def _counted(self, work: Callable[..., Act], is_write: bool = False) -> Callable[..., Act]:
        async def counted(*what: Any, **more: Any) -> Any:
            self.under_way += 1
            try:
                if is_write and self.waits_for_promise:
                    await self.is_promised.wait()
                return await work(*what, **more)
            finally:
                self.under_way -= 1

        return counted

    async def at_rest(self) -> None:
        """Wait until everything that is left to do is waiting for Discord."""
        turns = 0
        while turns < TURNS:
            turns = 0 if self.under_way else turns + 1
            await asyncio.sleep(0 if turns else 0.001)


def promised_at_once(interaction: Interaction) -> None:
    """Defer an answer immediately. The bot does so after 1.5 s, but no time passes while a request is held back."""
    in_background(answer_of(interaction)._promise_quietly())


async def held_at_each_point(stage: Stage, storing: Storing, act: Act, is_carried_out: bool) -> int:
    """Carry out an action, and hold back each of its requests in turn. Return the number of requests.

    Each request is held until all work that does not depend on it is done.
    """
    points, held = 0, stage.transit.hold("*", is_carried_out)
    done = asyncio.ensure_future(act)
    while True:
        arrived = asyncio.ensure_future(held.arrived.wait())
        await asyncio.wait({done, arrived}, return_when=asyncio.FIRST_COMPLETED)
        if not held.arrived.is_set():
            break
        if any(call.startswith(ANSWER) for call in stage.transit.calls):
            storing.is_promised.set()
        await storing.at_rest()
        before, held = held, stage.transit.hold("*", is_carried_out)
        before.let_go()
        points += 1
    arrived.cancel()
    stage.transit.let_go()
    await done
    return points


@pytest.mark.parametrize("way", ["there, and promised first", "back"])
@pytest.mark.parametrize("prepared", [a_press, start, next_round, play, a_form, a_call, share, by_dm, my_dice, the_end])
async def test_everything_is_shown_and_answered_once_if_any_request_is_held_back(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, prepared: Callable[[Stage], Awaitable[Act]], way: str
) -> None:
    act = await prepared(stage)
    if prepared is not by_dm:
        stage.tokens_expire()  # only the token of this press is left
    storing, before = Storing(stage, monkeypatch), stage.requests()
    stage.transit.calls.clear()
    if way != "back":
        monkeypatch.setattr(dispatcher, "promise_in_time", promised_at_once)
        storing.waits_for_promise = True
    assert await held_at_each_point(stage, storing, act, is_carried_out=way == "back")
    await stage.time_passes(seconds=2)
    answers = [call for call in stage.transit.calls if call.startswith(ANSWER)]
    assert max(Counter(answers).values()) == 1, "no interaction is answered twice"
    edits = [call for call in stage.calls_since(before) if call.startswith(f"PATCH /channels/{stage.channel.id}/")]
    assert edits == [], "all edits use tokens"
    pending = await stage.bot.services.tables.showing.pending((await stage.table()).id)
    assert (pending.news, pending.panel_stale) == ((), False), "everything saved is shown"
    assert pending.panel is not None
    assert pending.panel.message == stage.panel().id
