"""Tests of showing: only saved events are shown, and no saved event is lost or shown twice."""

from datetime import timedelta
from random import Random

import pytest

from bot.tables.duties import SendDms, ShowIt, TurnRanOut
from bot.tables.pending import PanelRef
from engine.bids import events as b
from engine.bids.actions import Bid
from engine.bids.view import View
from engine.core import events as e
from engine.core.actions import Quit
from tests.tables.house import House, Sitting, person


async def is_wanted(house: House, sitting: Sitting) -> bool:
    """Return whether this table has saved events that were not shown yet."""
    due = await house.tables.timers.next(sitting.id)
    return due is not None and isinstance(due.duty, ShowIt)


async def show(sitting: Sitting, message: int = 1) -> tuple[e.Event, ...]:
    return (await sitting.house.show(sitting.id, message)).news


@pytest.fixture(autouse=True)
def nothing_is_shown_by_itself(house: House) -> None:
    house.shows = False


async def test_a_table_waits_to_be_shown_after_the_start_and_after_each_move(house: House) -> None:
    sitting = await house.game("common", "ann", "bob")
    assert await is_wanted(house, sitting)
    news = await show(sitting)
    assert [type(event) for event in news if not isinstance(event, e.RollOff)] == [e.Ordered, e.RoundBegan]
    assert not await is_wanted(house, sitting)
    pending = await house.tables.showing.pending(sitting.id)
    assert (pending.news, pending.undelivered, pending.panel_stale) == ((), (), False)
    assert pending.panel is not None
    assert (pending.panel.channel, pending.panel.message) == (7, 1)
    await sitting.bid(1, 2)
    pending = await house.tables.showing.pending(sitting.id)
    assert [type(event) for event in pending.news] == [b.BidMade]
    assert pending.panel_stale


async def test_every_public_event_is_shown_once(house: House) -> None:
    """Computer players and the next deal wait until the earlier events have been shown.

    So the events are shown one by one.
    """
    sitting = await house.game("firehouse", "ann", "bob", computers=2)
    told: list[e.Event] = []
    luck = Random(5)
    while (await sitting.info()).status == "playing":
        told += await show(sitting)
        if set(await sitting.awaited()) & {"ann", "bob"}:
            await sitting.play_on(luck, 1)
        else:
            await house.one_step(sitting.id)
    told += await show(sitting)
    assert await show(sitting) == ()
    assert sum(isinstance(event, e.RoundBegan) for event in told) == (await sitting.view()).state.round
    assert isinstance(next(event for event in reversed(told) if not isinstance(event, e.ForfeitOwed)), e.GameOver)
    assert not await is_wanted(house, sitting)


async def test_events_that_are_saved_between_showing_and_marking_are_shown_later(house: House) -> None:
    sitting = await house.game("common", "ann", "bob")
    pending = await house.tables.showing.pending(sitting.id)
    await sitting.bid(1, 2)
    await house.tables.showing.shown(pending, PanelRef(7, 1, pending.table.version))
    assert await is_wanted(house, sitting)
    assert [type(event) for event in (await house.tables.showing.pending(sitting.id)).news] == [b.BidMade]


async def test_a_mark_that_comes_late_does_not_undo_a_newer_mark(house: House) -> None:
    sitting = await house.game("common", "ann", "bob")
    early = await house.tables.showing.pending(sitting.id)
    await sitting.bid(1, 2)
    await show(sitting, message=2)
    await house.tables.showing.shown(early, PanelRef(7, 1, early.table.version))
    pending = await house.tables.showing.pending(sitting.id)
    assert (pending.news, pending.panel_stale) == ((), False)
    assert pending.panel is not None
    assert pending.panel.message == 2


async def test_a_table_whose_channel_was_deleted_has_no_more_duties(house: House) -> None:
    """The game ends without a result, and the bot does not try to show this."""
    sitting = await house.game("common", "ann", "bob")
    await house.tables.showing.retire(sitting.id)
    assert (await sitting.info()).status == "closed"
    assert await house.tables.timers.next(sitting.id) is None
    assert await house.tables.timers.due(house.now + timedelta(days=30)) == ()


async def test_dice_are_sent_once_and_again_in_the_next_round(house: House) -> None:
    sitting = await house.game("firehouse", "ann", "bob")
    pending = await house.tables.showing.pending(sitting.id)
    assert {each.user for each in pending.undelivered} == {person("ann").id, person("bob").id}
    showing, first = house.tables.showing, pending.undelivered[0].upto
    await showing.told(sitting.id, {0: (first, None)}, {})
    assert [each.seat for each in (await showing.pending(sitting.id)).undelivered] == [1]
    await showing.told(sitting.id, {1: (first, None)}, {})
    house.shows = True
    await sitting.a_lie()
    house.shows = False
    await house.tables.moves.act(sitting.id, person(await sitting.turn()).id, Quit(), house.key())
    assert (await showing.pending(sitting.id)).undelivered == (), "both got the dice of round 2"
    await showing.told(sitting.id, {0: (first, None), 1: (first, None)}, {})  # late marks of round 1 change nothing
    assert (await showing.pending(sitting.id)).undelivered == ()


async def test_a_late_mark_for_dms_of_one_round_does_not_count_for_the_next_round(house: House) -> None:
    sitting = await house.game("firehouse", "ann", "bob")
    showing = house.tables.showing
    first = (await showing.pending(sitting.id)).undelivered[0].upto
    await sitting.a_lie()
    await show(sitting)
    await house.one_step(sitting.id)
    await showing.told(sitting.id, {0: (first, None), 1: (first, None)}, {})
    untold = (await showing.pending(sitting.id)).undelivered
    assert [(each.seat, each.view.state.round) for each in untold] == [(0, 2), (1, 2)]
    assert all(each.upto > first for each in untold)


async def test_a_process_claims_the_dms_that_it_sends_and_retries_failed_ones(house: House) -> None:
    """If two processes show the same events, only one of them sends the DMs.

    A DM is sent again if it could not be sent, or if the process that claimed it has died.
    """
    sitting = await house.game("firehouse", "ann", "bob")
    showing = house.tables.showing
    pending = await showing.pending(sitting.id)
    mine = await showing.shown(pending, PanelRef(7, 1, pending.table.version))
    assert [each.seat for each in mine] == [0, 1]
    assert await showing.shown(pending, PanelRef(7, 1, pending.table.version)) == ()
    assert (await showing.claim(sitting.id)).undelivered == ()
    await showing.told(sitting.id, {0: (mine[0].upto, None)}, {1: house.now + timedelta(seconds=2)})
    due = await house.tables.timers.next(sitting.id)
    assert due is not None
    assert (due.duty, due.at) == (SendDms(), house.now + timedelta(seconds=2))
    house.wait(seconds=2)
    assert [(each.seat, each.tries) for each in (await showing.claim(sitting.id)).undelivered] == [(1, 1)]
    house.wait(seconds=21)  # the process that claimed it has died
    assert [each.seat for each in (await showing.claim(sitting.id)).undelivered] == [1]
    await showing.told(sitting.id, {1: (mine[1].upto, None)}, {})
    due = await house.after_all_calls(sitting.id)
    assert due is not None
    assert due.duty == TurnRanOut()


async def test_dice_that_are_thrown_again_follow_the_dm_that_is_being_sent(house: House) -> None:
    """The second DM waits until the first has arrived, so that it can take its place (B6)."""
    sitting = await house.game("bluff", "ann", "bob", seating="joined")
    showing = house.tables.showing
    pending = await showing.pending(sitting.id)
    first, _other = await showing.shown(pending, PanelRef(7, 1, pending.table.version))
    die = (await sitting.dice("ann"))[0]
    await sitting.act("ann", Bid(1, die, show=(die,)))
    assert (await showing.pending(sitting.id)).undelivered == ()
    await showing.told(sitting.id, {first.seat: (first.upto, 77)}, {})
    (again,) = (await showing.pending(sitting.id)).undelivered
    assert (again.seat, again.message) == (first.seat, 77)
    assert isinstance(again.view, View)
    assert again.view.state.open == ((die,), ())


async def test_dice_of_a_finished_game_are_not_sent(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", rounds=1)
    await sitting.a_lie()
    assert (await house.tables.showing.pending(sitting.id)).undelivered == ()
    await show(sitting)
    assert await house.tables.timers.next(sitting.id) is None


async def test_in_the_cup_each_peek_is_sent_to_one_player(house: House) -> None:
    """K4: a sent DM is marked with its event and not with its round, because a round may have several peeks."""
    house.shows = True
    sitting = await house.game("cup", "ann", "bob")
    house.shows = False
    showing, heard = house.tables.showing, []
    for luck in range(6):
        await sitting.play_on(Random(luck), 1)
        for each in (await showing.pending(sitting.id)).undelivered:
            heard.append((each.view.state.round, each.seat, each.upto))
            await showing.told(sitting.id, {each.seat: (each.upto, None)}, {})
    assert len(heard) > len({(number, seat) for number, seat, _ in heard})
    assert len(heard) == len(set(heard))


async def test_a_closed_dm_is_remembered_and_reported_once(house: House) -> None:
    ann = person("ann").id
    assert await house.reach.closed_dm(ann)
    assert not await house.reach.closed_dm(ann)
    await house.reopen()
    assert not await house.reach.closed_dm(ann)
    await house.reach.dm_open(ann)
    assert await house.reach.closed_dm(ann)


async def test_pruning_deletes_old_tables_but_keeps_running_games(house: House) -> None:
    over = await house.game("common", "ann", "bob", rounds=1)
    await over.a_lie()
    running = await house.game("common", "ann", "bob", channel=1, clock=None)
    name = await running.turn()
    house.wait(days=91)
    assert await house.tables.time.prune()
    assert (await over.info()).seed is not None
    assert len((await house.tables.showing.pending(running.id)).news) > 1
    assert name in await running.awaited()
    lines = await house.debts.forfeits(over_guild := (await over.info()).place.guild, person("ann").id)
    assert over_guild
    assert len(lines) == 1
