"""Tests of the tables that a process keeps in memory.

A cached table is used only if it is the newest, because another process may have written to it.
"""

from functools import partial

import pytest
from sqlalchemy import event

from bot.storage import table_rows
from bot.tables import Tables, playing
from bot.tables.duties import Deal, MoveComputer
from bot.tables.pending import PanelRef
from bot.tables.table import Table
from engine.bids.actions import Bid
from engine.bids.events import BidMade
from engine.bids.view import View
from engine.core.actions import Leave
from engine.core.refusals import Refused
from tests.swarm.health import is_no_fold
from tests.tables.house import House, Sitting, person


def elsewhere(house: House) -> Tables:
    """Return the tables as another process on the same database would have them.

    The other process keeps its own tables in memory.
    """
    return Tables(house.store, lambda: house.now, house._entropy, pace=house.pace)


async def two_bids(house: House, *, computers: int = 0) -> tuple[Sitting, Tables, list[str]]:
    """Make a bid in this process, and the next bid in another process.

    Return the table, the other process's tables, and the players' names. The table in this process's memory has only
    the first bid.
    """
    sitting = await house.game("dudo", "ann", "bob", "cid", computers=computers, seating="joined")
    other, order = elsewhere(house), ["ann", "bob", "cid"]
    await sitting.bid(1, 2, "ann")
    await other.moves.act(sitting.id, person("bob").id, Bid(2, 2), house.key())
    return sitting, other, order


async def all_is_well(house: House, sitting: Sitting, *bids: tuple[int, int]) -> None:
    """Check that these bids are saved in this order, and that the snapshot follows from the events."""
    found = (await sitting.view()).state.bids
    assert [(each.quantity, each.face) for each in found] == [*bids]
    assert await house.store.read(partial(is_no_fold, table=sitting.id)) == ""


async def test_a_move_applies_to_the_state_that_another_process_has_saved(house: House) -> None:
    sitting, _, _ = await two_bids(house)
    await house.tables.moves.act(sitting.id, person("cid").id, Bid(3, 2), house.key())
    await all_is_well(house, sitting, (1, 2), (2, 2), (3, 2))


async def test_a_refusal_applies_to_the_state_that_another_process_has_saved(house: House) -> None:
    """In the table that this process has in memory, it is still Bob's turn."""
    sitting, _, _ = await two_bids(house)
    with pytest.raises(Refused):
        await house.tables.moves.act(sitting.id, person("bob").id, Bid(3, 2), house.key())
    await all_is_well(house, sitting, (1, 2), (2, 2))


async def test_a_request_that_another_process_has_carried_out_is_not_repeated(house: House) -> None:
    sitting, other, _ = await two_bids(house)
    key = house.key()
    after = await other.moves.act(sitting.id, person("cid").id, Bid(3, 2), key)
    again = await house.tables.moves.act(sitting.id, person("cid").id, Bid(3, 2), key)
    assert again.version == after.version
    await all_is_well(house, sitting, (1, 2), (2, 2), (3, 2))


async def test_after_an_older_state_was_shown_the_newer_events_are_still_to_show(
    house: House,
) -> None:
    house.shows = False
    sitting = await house.game("dudo", "ann", "bob", "cid", seating="joined")
    await house.show(sitting.id)
    await sitting.bid(1, 2, "ann")
    pending = await house.tables.showing.pending(sitting.id, is_marked=True)
    await elsewhere(house).moves.act(sitting.id, person("bob").id, Bid(2, 2), house.key())
    await house.tables.showing.shown(pending, PanelRef(7, 1, pending.table.version))
    rest = await house.tables.showing.pending(sitting.id)
    assert len(rest.news) == 1
    assert rest.panel_stale
    await all_is_well(house, sitting, (1, 2), (2, 2))


async def test_showing_an_older_state_shows_only_its_own_events(house: House) -> None:
    """The next event is already saved, but the card is older. So the list of events must not include this event."""
    house.shows = False
    sitting = await house.game("dudo", "ann", "bob", "cid", seating="joined")
    await house.show(sitting.id)
    other = elsewhere(house)
    await other.moves.act(sitting.id, person("ann").id, Bid(1, 2), house.key())
    await house.tables.moves.act(sitting.id, person("bob").id, Bid(2, 2), house.key())
    await other.moves.act(sitting.id, person("cid").id, Bid(3, 2), house.key())
    pending = await house.tables.showing.pending(sitting.id, is_marked=True)
    said = [each.quantity for each in pending.news if isinstance(each, BidMade)]
    view = pending.table.view
    assert isinstance(view, View)
    assert said == [each.quantity for each in view.state.bids]
    await all_is_well(house, sitting, (1, 2), (2, 2), (3, 2))


async def test_events_that_another_process_has_saved_are_shown(house: House) -> None:
    sitting, _, _ = await two_bids(house)
    pending = await house.tables.showing.pending(sitting.id, is_marked=True)
    assert len(pending.news) == 1


async def test_a_computer_players_move_for_an_old_state_is_not_made(house: House) -> None:
    """The state has changed since the player decided on a move, so the move is not made."""
    house.shows = False
    sitting = await house.game("dudo", "ann", computers=2, seating="joined")
    await house.show(sitting.id)
    await sitting.bid(1, 2, "ann")
    await house.show(sitting.id)
    due = await house.tables.timers.next(sitting.id)
    assert due is not None
    assert isinstance(due.duty, MoveComputer)
    (mind,) = await house.tables.timers.minds(due, due.duty.seats)
    await elsewhere(house).moves.act(sitting.id, person("ann").id, Leave(), house.key())
    before = (await sitting.info()).version
    assert await house.tables.timers.move(due, mind.seat, Bid(2, 2)) is None
    assert (await sitting.info()).version == before


async def test_a_press_of_next_in_another_process_is_counted(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", "cid", seating="joined")
    house.shows = False
    await sitting.bid(15, 6, "ann")
    await sitting.liar("bob")
    await house.show(sitting.id)
    version = (await sitting.info()).version
    await house.tables.moves.next_round(sitting.id, person("ann").id, house.key(), version)
    await elsewhere(house).moves.next_round(sitting.id, person("bob").id, house.key(), version)
    await house.tables.moves.next_round(sitting.id, person("cid").id, house.key(), version)
    assert sorted((await sitting.info()).annotations.ready) == [0, 1, 2]
    await house.show(sitting.id)
    due = await house.tables.timers.next(sitting.id)
    assert due is not None
    assert due.duty == Deal()
    assert due.at <= house.now


async def test_a_failed_transaction_does_not_change_the_cached_table(house: House) -> None:
    """The transaction had changed the table in memory, so the cached table is discarded."""
    sitting = await house.game("dudo", "ann", "bob", "cid", seating="joined")

    def falters(table: Table) -> None:
        playing.play_act(table, 0, Bid(1, 2))
        raise RuntimeError("a fault of our own")

    with pytest.raises(RuntimeError):
        await house.tables.changes.change(sitting.id, house.key(), falters)
    await sitting.bid(1, 3, "ann")
    await all_is_well(house, sitting, (1, 3))


async def test_every_write_to_a_table_raises_its_write_number(house: House) -> None:
    """Annotations also raise it. Otherwise an equal number would not prove that the table is unchanged."""
    said: list[str] = []
    event.listen(house.store.engines[0], "before_cursor_execute", lambda *what: said.append(str(what[2])))
    sitting = await house.game("common", "ann", "bob", "cid", wait_settled=True, forfeit="sing")
    await sitting.a_lie()
    await house.tables.latecomers.wait(sitting.id, person("dora"))
    await house.tables.timers.put_off(sitting.id)
    await house.store.write(lambda c: table_rows.patch_table(c, sitting.id, ended_by=""))
    writes = [each for each in said if each.startswith("UPDATE tables")]
    assert len(writes) > 10
    assert [each for each in writes if "writes=" not in each] == []
