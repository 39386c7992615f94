"""Test that the bot never edits a panel twice at the same time, and that a second edit shows only the newest state.

No press waits for an edit, and no old state is shown late.
"""

import asyncio
from typing import Any

import pytest

from bot.outbox import reply
from bot.presses.bids import PlaceBid
from bot.presses.codec import encode
from bot.presses.game import CallLie
from tests.bot.answers import Answer, words
from tests.bot.rounds.test_beats import BUSY, unsettled
from tests.bot.rounds.test_pauses import stage_pace
from tests.bot.stage import Stage

LOOKS = "GET /users/@me"
"""The driver's check of whether Discord answers. It only happens on a busy machine."""


class Slow:
    """Makes Discord slow to edit the panel with a token. Each edit waits until `let_through` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.pictures: list[str] = []
        self.let_through = asyncio.Event()
        change = reply.change

        async def slowly(answer: Any, message: int, shown: Any) -> None:
            self.pictures.append(" ".join(item.content for item in shown.walk_children() if hasattr(item, "content")))
            await self.let_through.wait()
            await change(answer, message, shown)

        monkeypatch.setattr(reply, "change", slowly)


async def press(stage: Stage, kind: type, **fields: Any) -> Answer:
    """Press a button for the player whose turn it is, while an edit is under way. Return the immediate answer."""
    name, table = await stage.to_move(), await stage.table()
    made = kind(table.id, table.version, **fields)
    answer: Answer = await unsettled(stage, stage.forge(name, made, message=stage.panel()), patience=BUSY)
    return answer


async def under_way(stage: Stage, slow: Slow) -> PlaceBid:
    """Make a bid, and return it while the edit that shows it is under way."""
    name, panel = await stage.to_move(), stage.panel()
    made = next(each for each in stage.presses(panel) if isinstance(each, PlaceBid))
    await unsettled(stage, stage.people[name].click(panel, custom_id=encode(made)))
    while not slow.pictures:  # noqa: ASYNC110 - no event says that the edit has begun
        await asyncio.sleep(0.001)
    assert len(slow.pictures) == 1
    return made


async def test_presses_during_an_edit_are_answered_at_once_and_older_states_are_skipped(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    slow = Slow(monkeypatch)
    first = await under_way(stage, slow)
    quantities = [first.quantity + more for more in range(4)]
    for quantity in quantities[1:]:
        await press(stage, PlaceBid, quantity=quantity, face=first.face)
    assert len(slow.pictures) == 1
    before = stage.requests()
    slow.let_through.set()
    await stage.env.settle()
    assert len(slow.pictures) == 2, "the first and then only the newest"
    assert f"×{quantities[-1]}" in slow.pictures[1]
    assert all(f"×{quantity}" in stage.text() for quantity in quantities), "only edits are skipped, never bids"
    beside = [call for call in stage.calls_since(before) if call != LOOKS]
    assert beside == []


async def test_a_showdown_that_overtakes_a_bid_is_shown_once(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", rounds="3")
    first = stage.panel()
    slow = Slow(monkeypatch)
    await under_way(stage, slow)
    await press(stage, CallLie)
    slow.let_through.set()
    await stage.env.settle()
    record = next(message for message in stage.public() if message.id == first.id)
    assert "Round 1" in words(record)
    assert "Round 2" in stage.text()
    assert sum(PlaceBid in stage.kinds(message) for message in stage.public()) == 1
    assert all("×" in picture or "lie" in picture or "holds" in picture for picture in slow.pictures)


async def test_a_bid_during_a_ping_is_shown_once_the_ping_is_posted(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage_pace(stage, calls=True)
    await stage.start("Ann", "Ben", clock="180")
    calling, begun, let_through = stage.bot.services.announcer.calling, asyncio.Event(), asyncio.Event()
    call = calling.call

    async def slowly(*called: Any) -> None:
        begun.set()
        await let_through.wait()
        await call(*called)

    monkeypatch.setattr(calling, "call", slowly)
    await unsettled(stage, stage.time_passes(seconds=31))
    await begun.wait()
    made = next(each for each in stage.presses() if isinstance(each, PlaceBid))
    await press(stage, PlaceBid, quantity=made.quantity, face=made.face)
    assert f"×{made.quantity}" not in stage.text(), "the table is locked during the ping"
    let_through.set()
    await stage.env.settle()
    assert f"×{made.quantity}" in stage.text()
