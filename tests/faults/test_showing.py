"""Test that everything public appears in the channel exactly once, even if requests fail."""

import asyncio

import pytest

from bot.presses.base import Move
from bot.sandbox.faults import Fault, Kind
from bot.tables.duties import SealDice
from tests.faults.wire import Wire, words
from tests.swarm.choosing import offers, stands_for


@pytest.mark.parametrize("kind", ["reset", "lost", "500", "503"])
async def test_a_message_is_posted_once_even_if_requests_fail(wire: Wire, kind: Kind) -> None:
    """Discord recognizes the repeated message by its nonce."""
    where = wire.new_channel("dice")
    wire.trouble(Fault(kind, f"/channels/{where}/messages", "POST", times=2))
    table = await wire.table(where, "ann", "ben")
    await wire.until(wire.is_shown, table, patience=15)
    assert wire.hits(kind) == 2
    assert len(wire.messages(where)) == 3, "the lobby, the line that seals the dice, and the panel"


@pytest.mark.parametrize("kind", ["reset", "lost", "500"])
async def test_an_edit_whose_answer_is_lost_is_repeated(wire: Wire, kind: Kind) -> None:
    """The bot edits the panel again, without an interaction's token. Two equal edits have the same result as one."""
    where = wire.new_channel("dice")
    table = await wire.table(where, "ann", "ben")
    await wire.until(wire.is_shown, table)
    wire.trouble(Fault(kind, "/interactions/*", "POST", times=6))
    await wire.bid(await wire.asked(table), wire.panel(where), 1, 5)
    await wire.until(wire.is_shown, table, patience=10)
    assert sum("1 five" in text for text in wire.said(where)) == 1
    wire.calm()
    await wire.bid(await wire.asked(table), wire.panel(where), 2, 5)
    await wire.until(wire.is_shown, table)
    assert sum("2 fives" in text for text in wire.said(where)) == 1
    assert len([message for message in wire.messages(where) if "Round" in words(message.components)]) == 1


async def test_no_failure_is_counted_if_nothing_went_wrong(wire: Wire) -> None:
    where = wire.new_channel("dice")
    table = await wire.table(where, "ann", computers=1)
    for _ in range(3):
        await wire.goes_on(table)
    assert not wire.bot.services.announcer.messages.counted


async def test_a_move_is_shown_even_if_the_answer_to_its_press_is_too_late(wire: Wire) -> None:
    """The bot's answer takes more than three seconds, so Discord refuses it.

    The move still counts and is shown.
    """
    where = wire.new_channel("dice")
    table = await wire.table(where, "ann", "ben")
    await wire.until(wire.is_shown, table)
    wire.trouble(Fault("slow", "/interactions/*", seconds=3.5, times=1))
    await wire.bid(await wire.asked(table), wire.panel(where), 1, 5)
    await wire.until(wire.is_shown, table)
    assert sum("1 five" in text for text in wire.said(where)) == 1


async def test_a_move_whose_handler_died_is_shown_within_seconds(wire: Wire) -> None:
    """The move was saved but not shown. Its row in the database says that it still has to be shown."""
    where = wire.new_channel("dice")
    table = await wire.table(where, "ann", "ben")
    await wire.until(wire.is_shown, table)
    await wire.move(table)
    assert not await wire.is_shown(table)
    await asyncio.sleep(0)
    await wire.until(wire.is_shown, table, patience=5)


async def thrown_and_lost(wire: Wire, where: int) -> tuple[int, int]:
    """Start a game. Discord posts its first panel, but the bot gets no answer to this request.

    Return the table and the id of the panel.
    """
    tables, driver = wire.bot.services.tables, wire.bot.driver
    driver.halt()
    table = await wire.table(where, "ann", "ben")
    await wire.until(lambda: len(wire.messages(where)) == 1)
    await wire.until(is_to_be_sealed, wire, table)
    due = await tables.timers.next(table)
    assert due is not None
    assert await tables.timers.throw(due, 2**62) is not None
    wire.trouble(Fault("lost", f"/channels/{where}/messages", "POST", times=3))
    driver.go()
    await wire.until(lambda: wire.hits("lost") == 3)
    _lobby, panel = wire.messages(where)
    return table, panel.id


async def is_to_be_sealed(wire: Wire, table: int) -> bool:
    due = await wire.bot.services.tables.timers.next(table)
    return due is not None and isinstance(due.duty, SealDice)


async def test_a_panel_whose_id_was_lost_is_found_and_used_again(wire: Wire) -> None:
    """The message was posted, but the bot did not get its id.

    Later the bot finds the message and shows the newer state in it, without posting another message.
    """
    where = wire.new_channel("dice")
    table, panel = await thrown_and_lost(wire, where)
    await wire.move(table)
    assert not await wire.is_shown(table)
    await wire.until(wire.is_shown, table, patience=15)
    assert [message.id for message in wire.messages(where)][1:] == [panel]
    offered = [stands_for(each) for each in offers(wire.panel(where))]
    assert {press.version for press in offered if isinstance(press, Move)} == {(await wire.info(table)).version}


async def test_a_message_deleted_before_it_was_saved_is_posted_again(wire: Wire) -> None:
    """Discord still knows the message's nonce, and returns the deleted message."""
    where = wire.new_channel("dice")
    table, lost = await thrown_and_lost(wire, where)
    wire.server.world.discord._b.delete_message(where, lost)
    await wire.move(table)
    await wire.until(wire.is_shown, table, patience=15)
    _lobby, shown = wire.messages(where)
    assert shown.id != lost
