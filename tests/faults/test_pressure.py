"""Test that chat, rate limits and a slow Discord may delay a panel. Nothing is lost or shown in the wrong order."""

import asyncio
import re
import time
from typing import Any

import pytest

from bot.presses.base import Press
from bot.presses.bids import PlaceBid
from bot.presses.codec import decode, encode
from bot.presses.game import CallLie
from bot.sandbox.adapter import Message
from bot.sandbox.faults import Fault
from bot.tables.pace import Pace
from engine.bids.actions import Bid
from engine.bids.view import View
from tests.faults.wire import Wire, buttons, words

VERDICT = re.compile(r"There (?:were|was|are|is) \W*(?:\d|none)")


async def shown_table(wire: Wire, where: int, *people: str, **more: Any) -> int:
    table = await wire.table(where, *people, **more)
    await wire.until(wire.is_shown, table)
    return table


async def press(wire: Wire, key: str, message: Message, custom_id: str) -> None:
    body = {"channel": str(message.channel_id), "message": str(message.id), "custom_id": custom_id}
    await wire.server.page.actions.do("click", wire.server.world.person(key), body)


async def chat(wire: Wire, key: str, where: int) -> None:
    body = {"channel": str(where), "text": "Anybody for pizza?"}
    await wire.server.page.actions.do("send", wire.server.world.person(key), body)


async def any_bid(wire: Wire, table: int, where: int) -> None:
    """Let the player whose turn it is make the first bid on the panel."""
    shown = wire.panel(where)
    custom_id = next(part["custom_id"] for part in buttons(shown.components) if part["custom_id"].startswith("bid:"))
    await press(wire, await wire.asked(table), shown, custom_id)


async def test_a_panel_moves_below_the_chat_at_most_once_a_minute(wire: Wire) -> None:
    where = wire.new_channel("dice")
    table = await shown_table(wire, where, "ann", "ben")
    old = wire.panel(where)
    await chat(wire, "cleo", where)
    await any_bid(wire, table, where)
    await wire.until(wire.is_shown, table)
    assert wire.panel(where).id == old.id, "once a minute at most"
    await wire.time_passes(seconds=61)
    await any_bid(wire, table, where)
    await wire.until(wire.is_shown, table)
    assert wire.panel(where).id != old.id
    await wire.until(lambda: old.id not in {message.id for message in wire.messages(where)})
    assert wire.messages(where)[-1].id == wire.panel(where).id


@pytest.mark.parametrize("kind", ["429", "slow"])
async def test_presses_during_a_slow_edit_are_answered_at_once(wire: Wire, kind: Any) -> None:
    """The bot edits the panel with the token of a press, and Discord delays this edit.

    Further presses are answered at once.
    """
    where = wire.new_channel("dice")
    table = await shown_table(wire, where, "ann", "ben")
    await any_bid(wire, table, where)
    await wire.until(wire.is_shown, table)
    panel, edits = wire.panel(where), "PATCH /webhooks/*/messages/@original"
    wire.trouble(Fault(kind, "/webhooks/*", "PATCH", seconds=2.0, times=1))
    showing = asyncio.create_task(after_a_move(wire, table))
    await wire.until(wire.hits, kind)
    before, by_bot = wire.server.faults.seen[edits], edits_by_bot(wire)
    for number in range(3):
        key, version = await wire.asked(table), (await wire.info(table)).version
        least = (await view(wire, table, key)).legal.bids
        assert "failed" not in await press_unseen(wire, key, panel, PlaceBid.of(table, version, least[-1]))
        assert number == 2 or not showing.done(), "answered while the previous edit still waits"
    newest = (await view(wire, table)).state.standing
    await showing
    await wire.until(wire.is_shown, table)
    assert newest is not None
    stands = wire.panel(where)
    assert stands.id == panel.id
    assert f"\u2060×{newest.quantity}" in words(stands.components)
    assert wire.server.faults.seen[edits] - before <= 2, "only pictures in between are skipped"
    assert edits_by_bot(wire) == by_bot


def edits_by_bot(wire: Wire) -> int:
    seen = wire.server.faults.seen.items()
    return sum(times for route, times in seen if "PATCH /channels" in route and "messages" in route)


async def test_computer_players_keep_their_pace_if_edits_are_slow(wire: Wire) -> None:
    """Computer players are five times as fast as usual.

    If the six moves were shown one by one, they would take more than twice as long.
    """
    wire.bot.services.tables.changes.pace = Pace(
        quickest=0.2, slowest=0.3, run=2.0, edit=0.2, dice=0, pause=0, hand=0, calls=False
    )
    where = wire.new_channel("dice")
    table = await shown_table(wire, where, "ann", computers=6, game="dudo", seating="joined")
    wire.trouble(Fault("slow", "*/messages/*", "PATCH", seconds=0.7))
    await wire.bot.services.tables.moves.act(table, wire.who("ann").id, Bid(1, 2), wire.key())
    await wire.bot.services.announcer.show(table)
    began, edits = time.monotonic(), wire.hits("slow")
    await wire.until(wire.asked, table)
    await wire.until(wire.is_shown, table)
    state = (await view(wire, table)).state
    assert (state.round, len(state.bids)) == (1, 7), "all of them bid"
    assert wire.hits("slow") - edits <= 2
    assert time.monotonic() - began < 3


async def view(wire: Wire, table: int, key: str | None = None) -> View:
    seen = (await wire.see(table, key)).view
    assert isinstance(seen, View)
    return seen


async def after_a_move(wire: Wire, table: int) -> None:
    """Save a move that does not come from a press on the panel, such as a move in a DM. Then show it on the panel."""
    await wire.move(table)
    await wire.bot.services.announcer.show(table)


async def press_unseen(wire: Wire, key: str, message: Message, press: Press) -> dict[str, Any]:
    """Press a button that this person's client does not show yet. Return the first answer to the press."""
    data, person = {"custom_id": encode(press), "component_type": 2}, wire.server.world.person(key)
    answer: dict[str, Any] = await wire.server.page.actions._asking.ask(3, message.channel_id, person, data, message)
    return answer


async def doubted(wire: Wire, where: int) -> tuple[int, int]:
    """Let one player bid and another challenge. Return the table, and the id of the message that shows the round."""
    table = await shown_table(wire, where, "ann", "ben")
    await any_bid(wire, table, where)
    await wire.until(wire.is_shown, table)
    panel = wire.panel(where)
    presses = {part["custom_id"]: decode(part["custom_id"]) for part in buttons(panel.components)}
    await press(
        wire, await wire.asked(table), panel, next(each for each in presses if isinstance(presses[each], CallLie))
    )
    return table, panel.id


def said(wire: Wire, where: int, message: int) -> str:
    return next(words(each.components) for each in wire.messages(where) if each.id == message)


async def test_a_showdown_interrupted_by_a_kill_is_shown_after_the_start(wire: Wire) -> None:
    """A showdown is shown in several steps, and the bot dies between two of them.

    The steps themselves are not saved.
    """
    where, beats, stands = wire.new_channel("dice"), wire.bot.services.announcer.beats, asyncio.Event()

    async def forever(_seconds: float) -> None:
        stands.set()
        await asyncio.Event().wait()

    beats.wanted, beats.stand = True, forever
    table, message = await doubted(wire, where)
    await asyncio.wait_for(stands.wait(), 5)
    assert not VERDICT.search(said(wire, where, message))
    await wire.kill_bot()
    await wire.start_bot()
    await wire.until(wire.is_shown, table)
    assert VERDICT.search(said(wire, where, message))
    assert len(wire.messages(where)) == 3


async def test_a_bot_that_stops_during_a_showdown_shows_its_result_first(wire: Wire) -> None:
    where = wire.new_channel("dice")
    wire.bot.services.announcer.beats.wanted = True
    _, message = await doubted(wire, where)
    began = time.monotonic()
    await wire.stop_bot()
    assert time.monotonic() - began < 3, "the beats alone take more"
    assert VERDICT.search(said(wire, where, message))
