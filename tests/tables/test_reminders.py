"""Tests of reminders. A player gets at most two reminders in a turn, and a quick player gets none."""

from datetime import timedelta

import pytest

from bot.people import PreferencesRepository, SettingsRepository
from bot.people.preferences import Reminders
from bot.tables.duties import CallThem
from bot.tables.reminders import Call
from engine.core.actions import Quit
from engine.core.state import Phase
from engine.poker_cup.actions import MakeClaim, Peek
from engine.poker_cup.ranking import Claim, Kind
from tests.tables.house import GUILD, House, Sitting, person


async def call(sitting: Sitting) -> tuple[timedelta, int] | None:
    """Return the time until the next reminder, and the reminder's number. Return None if another duty comes first."""
    due = await sitting.house.tables.timers.next(sitting.id)
    if due is None or not isinstance(due.duty, CallThem):
        return None
    return due.at - sitting.house.now, due.duty.step


async def test_reminders_come_after_eight_seconds_and_half_of_the_clock(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", clock=180)
    name = await sitting.turn()
    assert await call(sitting) == (timedelta(seconds=8), 1)
    await house.next_duty(sitting.id)
    assert await call(sitting) == (timedelta(seconds=82), 2)
    await house.next_duty(sitting.id)
    assert house.called == [(name, "ping"), (name, "dm")]
    assert await call(sitting) is None


async def test_a_recent_press_at_the_table_delays_the_reminder_to_thirty_seconds(house: House) -> None:
    """Every press at this table counts, even if it is not a move. Presses at other tables do not count."""
    sitting = await house.game("common", "ann", "bob", clock=180)
    name, presence = await sitting.turn(), house.tables.presence
    presence.pressed(sitting.id + 1, person(name).id)
    assert await call(sitting) == (timedelta(seconds=8), 1)
    presence.pressed(sitting.id, person(name).id)
    assert await call(sitting) == (timedelta(seconds=30), 1)
    await house.next_duty(sitting.id)
    assert house.called == [(name, "ping")]


async def test_a_player_who_is_choosing_is_reminded_once_and_late(house: House) -> None:
    """Ann opens her dice after seven seconds and a menu after seventy. The ping that was due before is not sent."""
    sitting = await house.game("common", "ann", "bob", clock=90)
    name, presence = await sitting.turn(), house.tables.presence
    house.wait(seconds=7)
    early = await house.tables.timers.next(sitting.id)
    presence.pressed(sitting.id, person(name).id)
    house.wait(seconds=1)
    assert early is not None
    assert isinstance(early.duty, CallThem)
    assert await house.tables.timers.call(early, early.duty) == Call()
    assert await call(sitting) == (timedelta(seconds=52), 2)
    house.wait(seconds=32)
    presence.pressed(sitting.id, person(name).id)
    assert await call(sitting) == (timedelta(seconds=30), 2)
    house.wait(seconds=22)
    presence.pressed(sitting.id, person(name).id)
    assert await call(sitting) == (timedelta(seconds=13), 2), "a sixth of the time is left for the move"
    await house.next_duty(sitting.id)
    assert house.called == [(name, "dm")]
    assert await call(sitting) is None


async def test_a_player_who_chooses_until_the_last_seconds_is_not_reminded(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", clock=90)
    for _ in range(9):
        house.wait(seconds=9)
        house.tables.presence.pressed(sitting.id, person(await sitting.turn()).id)
        assert await house.clock_strikes() == []
    assert await call(sitting) is None
    assert house.called == []


async def test_without_a_clock_the_reminder_comes_half_a_minute_after_the_last_press(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", clock=None)
    house.wait(seconds=5)
    house.tables.presence.pressed(sitting.id, person(await sitting.turn()).id)
    assert await call(sitting) == (timedelta(seconds=30), 1)


async def test_a_player_who_answers_a_reminder_is_reminded_again_only_late(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", clock=90)
    name = await sitting.turn()
    await house.next_duty(sitting.id)
    house.wait(seconds=4)
    house.tables.presence.pressed(sitting.id, person(name).id)
    assert await call(sitting) == (timedelta(seconds=48), 2)
    await house.next_duty(sitting.id)
    assert house.called == [(name, "ping"), (name, "dm")]


async def test_a_step_with_the_cup_is_a_press_in_the_turn(house: House) -> None:
    """K4: Bob peeks, and then thinks about his dice. The clock restarts at this step (L2)."""
    sitting = await house.game("cup", "ann", "bob", clock=90)
    table = (await sitting.see()).view
    assert table is not None
    opener, name = ("ann", "bob") if table.awaited == (0,) else ("bob", "ann")
    await sitting.act(opener, MakeClaim(Claim(Kind.PAIR, (2,))))
    assert await call(sitting) == (timedelta(seconds=8), 1)
    house.tables.presence.pressed(sitting.id, person(name).id)
    house.wait(seconds=1)
    await sitting.act(name, Peek())
    assert await call(sitting) == (timedelta(seconds=60), 2)


async def test_a_press_older_than_a_minute_does_not_delay_the_reminder(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", clock=None)
    first = await sitting.turn()
    other = "bob" if first == "ann" else "ann"
    house.tables.presence.pressed(sitting.id, person(other).id)
    house.wait(seconds=61)
    await sitting.bid(1, 2)
    assert await call(sitting) == (timedelta(seconds=8), 1)


async def test_a_quick_player_is_never_reminded(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", clock=60)
    for quantity in range(1, 8):
        house.wait(seconds=7)
        assert await house.clock_strikes() == []
        await sitting.bid(quantity, 6)
    assert house.called == []


@pytest.mark.parametrize(("clock", "calls"), [(30, [(8, 1), (15, 2)]), (60, [(8, 1), (30, 2)]), (None, [(8, 1)])])
async def test_with_a_short_clock_or_without_one_reminders_come_as_usual(
    house: House, clock: int | None, calls: list[tuple[int, int]]
) -> None:
    sitting = await house.game("common", "ann", "bob", clock=clock)
    began, found = house.now, []
    while (step := await call(sitting)) is not None:
        await house.next_duty(sitting.id)
        found.append(((house.now - began).seconds, step[1]))
    assert found == calls


async def test_if_half_of_the_turns_time_is_over_first_only_one_reminder_comes(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", clock=30)
    house.tables.presence.pressed(sitting.id, person(await sitting.turn()).id)
    assert await call(sitting) == (timedelta(seconds=15), 2)
    await house.next_duty(sitting.id)
    assert await call(sitting) is None


async def test_with_a_clock_of_an_hour_the_player_is_reminded_at_once(house: House) -> None:
    """Nobody watches such a slow table, so the reminder comes at once even after a recent press.

    The second reminder comes after half of the turn's time.
    """
    sitting = await house.game("common", "ann", "bob", clock=3600)
    house.tables.presence.pressed(sitting.id, person(await sitting.turn()).id)
    assert await call(sitting) == (timedelta(), 1)
    await house.next_duty(sitting.id)
    assert await call(sitting) == (timedelta(minutes=30), 2)


@pytest.mark.parametrize(
    ("chosen", "after"),
    [
        ("half", [(0, "ping"), (30, "dm")]),
        ("tenth", [(0, "ping"), (54, "dm")]),
        ("both", [(0, "ping"), (30, "dm"), (54, "dm")]),
    ],
)
async def test_in_a_slow_game_people_choose_when_they_are_reminded(
    house: House, chosen: str, after: list[tuple[int, str]]
) -> None:
    """A process that stops and starts in between changes nothing."""
    sitting = await house.game("common", "ann", "bob", clock=3600)
    await PreferencesRepository(house.store).change(person(await sitting.turn()).id, reminders=Reminders(chosen))
    began, found = house.now, list[tuple[int, str]]()
    while await call(sitting) is not None:
        before = len(house.called)
        await house.reopen()
        await house.next_duty(sitting.id)
        found += [((house.now - began).seconds // 60, way) for _name, way in house.called[before:]]
    assert found == after


async def test_a_late_reminder_leaves_ten_minutes_to_the_next_one(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", clock=3600)
    await PreferencesRepository(house.store).change(person(await sitting.turn()).id, reminders=Reminders.BOTH)
    await house.next_duty(sitting.id)
    house.wait(minutes=49)
    await house.next_duty(sitting.id)
    assert await call(sitting) == (timedelta(minutes=10), 3)


async def test_the_next_player_is_reminded_and_the_last_reminder_is_still_known(house: House) -> None:
    """The table's row keeps the id of the earlier reminder until that message is deleted."""
    sitting = await house.game("common", "ann", "bob", clock=180)
    await house.next_duty(sitting.id)
    await house.tables.showing.called(sitting.id, 77)
    house.wait(seconds=5)
    await sitting.act("ann", Quit())
    assert (await sitting.info()).annotations.called == 1, "a vote to quit asks nothing of others"
    await sitting.bid(1, 2)
    meanwhile = (await sitting.info()).annotations
    assert (meanwhile.called, meanwhile.call) == (0, 77)
    await house.reopen()
    assert await call(sitting) == (timedelta(seconds=8), 1)
    await house.tables.showing.called(sitting.id, None)
    assert (await sitting.info()).annotations.call is None


@pytest.mark.parametrize("whose", ["the server's", "the person's"])
async def test_reminders_can_be_turned_off_by_the_server_or_the_person(house: House, whose: str) -> None:
    """A server can turn off reminders for all its people, and a person can turn off their own."""
    sitting = await house.game("common", "ann", "bob", clock=180)
    if whose == "the server's":
        await SettingsRepository(house.store).change(GUILD, pings=False)
    else:
        await PreferencesRepository(house.store).change(person(await sitting.turn()).id, pings=False)
    await house.next_duty(sitting.id)
    await house.next_duty(sitting.id)
    assert (house.called, (await sitting.info()).annotations.called) == ([], 2)


async def test_a_player_with_closed_dms_is_reminded_in_the_channel_again(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", clock=180)
    name = await sitting.turn()
    await house.reach.closed_dm(person(name).id)
    await house.next_duty(sitting.id)
    await house.next_duty(sitting.id)
    assert house.called == [(name, "ping"), (name, "ping")]


async def test_in_a_pause_only_a_player_with_an_open_forfeit_is_reminded(house: House) -> None:
    for wait_settled in (False, True):
        sitting = await house.game("common", "ann", "bob", wait_settled=wait_settled, channel=int(wait_settled))
        await sitting.a_lie()
        assert (await sitting.view()).state.phase is Phase.BETWEEN
        assert (await call(sitting) is not None) is wait_settled


async def test_nobody_is_reminded_of_a_turn_that_has_timed_out(house: House) -> None:
    """The process does not run for a minute.

    Then it plays the turn that has timed out, without sending a reminder first.
    """
    await house.game("common", "ann", "bob", clock=60)
    house.wait(seconds=61)
    (table,) = await house.clock_strikes()
    assert house.called == []
    assert table.status == "playing"
