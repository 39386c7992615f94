"""Tests of time: turns that time out (L2), forfeits that wait, time limits (E1), idle lobbies, and outages."""

from datetime import timedelta

import pytest

from bot.tables.duties import ShowIt, TurnRanOut
from bot.tables.pending import PanelRef
from engine.core.state import Phase
from tests.tables.house import House, person


async def test_the_clock_plays_for_an_absent_player_who_then_leaves(house: House) -> None:
    """L2: the clock plays the first missed turn. After the second missed turn in a row, the player leaves."""
    sitting = await house.game("common", "ann", "bob", "cid", clock=60, wait_settled=True)
    opener = await sitting.turn()
    house.wait(seconds=59)
    assert await house.clock_strikes() == []
    house.wait(seconds=1)
    (table,) = await house.clock_strikes()
    view = await sitting.view()
    assert view.state.standing is not None
    assert (view.state.standing.quantity, sitting.name(table, view.state.standing.bidder)) == (1, opener)
    assert table.deadline == house.now + timedelta(seconds=60)
    assert await house.clock_strikes() == []
    for _ in range(6):  # all players are absent, and leave one by one
        if (await sitting.info()).status != "playing":
            break
        house.wait(seconds=60)
        await house.clock_strikes()
    table = await sitting.info()
    assert table.status == "over"
    assert sum(player.left for player in (await sitting.view()).state.players) == 2


async def test_a_move_restarts_the_count_of_missed_turns(house: House) -> None:
    """L2: only two missed turns in a row count."""
    sitting = await house.game("common", "ann", "bob", clock=60)
    opener = await sitting.turn()
    house.wait(seconds=60)
    await house.clock_strikes()
    await sitting.bid(2, 6)
    await sitting.bid(3, 6, opener)
    await sitting.bid(4, 6)
    house.wait(seconds=60)
    await house.clock_strikes()
    assert not any(player.left for player in (await sitting.view()).state.players)


async def test_other_players_votes_do_not_restart_the_clock(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", "cid", clock=60)
    before = (await sitting.info()).deadline
    name = await sitting.turn()
    house.wait(seconds=30)
    table = await sitting.quit(next(other for other in ("ann", "bob", "cid") if other != name))
    assert table.deadline == before
    table = await sitting.bid(1, 2)
    assert table.deadline == house.now + timedelta(seconds=60)


async def test_a_timer_that_fires_too_early_or_too_late_does_nothing(house: House) -> None:
    """A timeout applies to one version of the table, and happens once."""
    sitting = await house.game("common", "ann", "bob", clock=60)
    due = await house.after_all_calls(sitting.id)
    assert due is not None
    assert (due.duty, due.at) == (TurnRanOut(), house.now + timedelta(seconds=60))
    assert await house.tables.timers.carry_out(due) is None
    house.wait(seconds=60)
    bid = await sitting.bid(1, 2)
    assert await house.tables.timers.carry_out(due) is None
    assert await sitting.info() == bid
    house.wait(seconds=60)
    late = await house.after_all_calls(sitting.id)
    assert late is not None
    once, again = [await house.tables.timers.carry_out(late) for _ in range(2)]
    assert once is not None
    assert again == once


async def test_a_forfeit_waits_as_long_as_a_turn_then_goes_on_the_tab(house: House) -> None:
    """L2: this is so if the table waits for forfeits. A debtor with only one unsettled forfeit does not leave."""
    sitting = await house.game("common", "ann", "bob", clock=60, wait_settled=True)
    liar, _ = await sitting.a_lie()
    house.wait(seconds=60)
    await house.clock_strikes()
    view = await sitting.view()
    assert (view.state.round, view.state.phase) == (2, Phase.BIDDING)
    (owed,) = await house.debts.forfeits(1_100_000_000_000_000_001, person(liar).id)
    assert owed.state == "owed"


async def test_without_a_clock_a_forfeit_waits_ten_minutes_and_a_turn_seven_days(house: House) -> None:
    """L2: if nobody moves for seven days, the table is closed without a result."""
    sitting = await house.game("common", "ann", "bob", clock=None, wait_settled=True)
    await sitting.a_lie()
    house.wait(minutes=9)
    assert await house.clock_strikes() == []
    house.wait(minutes=1)
    (table,) = await house.clock_strikes()
    assert (await sitting.view()).state.phase is Phase.BIDDING
    assert not any(player.left for player in (await sitting.view()).state.players)
    house.wait(days=6, hours=23)
    assert await house.clock_strikes() == []
    house.wait(hours=2)
    (table,) = await house.clock_strikes()
    assert table.status == "closed"


async def test_the_time_limit_lets_the_round_finish(house: House) -> None:
    """E1: the round in which time runs out is played to its end."""
    sitting = await house.game("common", "ann", "bob", clock=None, minutes=5)
    table = await sitting.info()
    assert table.ends_at == house.now + timedelta(minutes=5)
    await sitting.bid(1, 2)
    house.wait(minutes=5)
    (table,) = await house.clock_strikes()
    assert (table.status, (await sitting.view()).state.time_up) == ("playing", True)
    assert await house.clock_strikes() == []
    table = await sitting.liar()
    assert table.status == "over"


async def test_the_time_limit_ends_the_wait_for_a_forfeit(house: House) -> None:
    """E1: if time runs out while a forfeit waits, the game ends at once. The forfeit is still owed."""
    sitting = await house.game("common", "ann", "bob", clock=None, minutes=5)
    liar, caller = await sitting.a_lie()
    house.wait(minutes=5)
    (table,) = await house.clock_strikes()
    assert table.status == "over"
    view = await sitting.view()
    assert view.state.result is not None
    assert [sitting.name(table, seat) for seat in view.state.result.winners] == [caller]
    (owed,) = await house.debts.forfeits(table.place.guild, person(liar).id)
    assert owed.debtor == person(liar)


async def test_an_idle_lobby_closes_after_half_an_hour(house: House) -> None:
    sitting = await house.lobby("common", "ann")
    house.wait(minutes=29)
    await house.tables.lobbies.join(sitting.id, person("bob"), house.key())
    house.wait(minutes=29)
    assert await house.clock_strikes() == []
    house.wait(minutes=1)
    (table,) = await house.clock_strikes()
    assert table.status == "closed"
    assert await house.tables.queries.live() == ()


@pytest.mark.parametrize("away", [timedelta(seconds=5), timedelta(hours=3), timedelta(days=2)])
async def test_an_outage_does_not_shorten_a_turn_or_the_game(house: House, away: timedelta) -> None:
    """The test runs with outages of seconds, hours and days."""
    sitting = await house.game("common", "ann", "bob", clock=60, minutes=30)
    before = await sitting.info()
    house.wait(seconds=20)
    await house.tables.time.beat()
    await house.close()
    house.now += away
    await house.open()
    assert await house.tables.time.resume() == away
    after = await sitting.info()
    assert before.deadline is not None
    assert before.ends_at is not None
    assert (after.deadline, after.ends_at) == (before.deadline + away, before.ends_at + away)
    house.wait(seconds=39)
    await house.follow(sitting.id)
    assert await house.clock_strikes() == []
    house.wait(seconds=1)
    assert len(await house.clock_strikes()) == 1
    assert await house.tables.time.resume() == timedelta(seconds=40)  # it has not reported since then that it runs
    assert await house.tables.time.resume() == timedelta()


async def test_a_turn_that_began_during_an_outage_gets_only_its_own_time_back(house: House) -> None:
    """The deadline is moved only by the part of the outage that came after the turn had begun."""
    sitting = await house.game("common", "ann", "bob", clock=60)
    await house.tables.time.beat()
    house.wait(seconds=30)
    table = await sitting.bid(1, 2)
    house.wait(seconds=10)
    await house.tables.time.resume()
    assert table.deadline is not None
    assert (await sitting.info()).deadline == table.deadline + timedelta(seconds=10)


async def test_a_turns_time_starts_when_the_turn_has_been_shown(house: House) -> None:
    """Nobody can time out before then, however long Discord takes."""
    sitting = await house.game("common", "ann", "bob", clock=60)
    house.shows = False
    await sitting.bid(1, 2)
    house.wait(seconds=300)
    due = await house.tables.timers.next(sitting.id)
    assert due is not None
    assert due.duty == ShowIt()
    pending = await house.show(sitting.id)
    assert pending.table.deadline == house.now + timedelta(seconds=60)
    assert (await sitting.info()).deadline == house.now + timedelta(seconds=60)
    due = await house.after_all_calls(sitting.id)
    assert due is not None
    assert (due.duty, due.at) == (TurnRanOut(), house.now + timedelta(seconds=60))


async def test_a_deadline_that_was_shown_too_early_is_shown_again_once(house: House) -> None:
    """Discord takes ten seconds to show the panel.

    The bot corrects the panel once, and the deadline then stays the same.
    """
    sitting = await house.game("common", "ann", "bob", clock=60)
    house.shows = False
    await sitting.bid(1, 2)
    pending = await house.tables.showing.pending(sitting.id)
    house.wait(seconds=10)
    await house.tables.showing.shown(pending, PanelRef(7, 2, pending.table.version))
    again = await house.tables.showing.pending(sitting.id)
    assert (again.news, again.panel_stale) == ((), True)
    assert again.table.deadline == house.now + timedelta(seconds=60)
    house.wait(seconds=10)
    await house.tables.showing.shown(again, PanelRef(7, 2, again.table.version))
    assert not (await house.tables.showing.pending(sitting.id)).panel_stale
    assert (await sitting.info()).deadline == again.table.deadline


async def test_a_game_ends_if_all_its_people_are_absent(house: House) -> None:
    """L2, L4: computer players do not play on without people, and the table has no duty left."""
    sitting = await house.game("firehouse", "ann", "bob", computers=2, clock=30)
    for _ in range(10):
        house.wait(seconds=30)
        await house.clock_strikes()
    assert (await sitting.info()).status == "over"
    assert await house.tables.timers.due(house.now + timedelta(days=30)) == ()


async def test_pruning_happens_every_six_hours_even_across_restarts(house: House) -> None:
    """The next pruning is due six hours after the last one. Restarts do not delay it."""
    assert await house.tables.time.prune()
    for _ in range(11):
        house.wait(minutes=30)
        await house.reopen()
        assert not await house.tables.time.prune()
    house.wait(minutes=30)
    await house.reopen()
    assert await house.tables.time.prune()
