"""Test the log lines about the end of each game, and about each hour in which something happened."""

import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest

from bot.metrics import HOUR, Hour
from bot.tables import playing
from engine.core.actions import Quit
from engine.games import AnyView
from tests.databases import database_url, postgresql_server, postgresql_url, sqlite_url
from tests.faults.conftest import wire
from tests.faults.wire import Wire
from tests.tables.conftest import house
from tests.tables.house import GUILD, House, Sitting, person

__all__ = ["database_url", "house", "postgresql_server", "postgresql_url", "sqlite_url", "wire"]


@pytest.fixture(autouse=True)
def heard(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Capture the bot's log, and reset the counts of the current hour."""
    caplog.set_level(logging.INFO, "bot")
    for name, value in vars(Hour()).items():
        monkeypatch.setattr(HOUR, name, value)


def said(caplog: pytest.LogCaptureFixture, start: str) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.getMessage().startswith(start)]


async def test_the_end_of_a_game_is_one_line_without_names(house: House, caplog: pytest.LogCaptureFixture) -> None:
    sitting = await house.game("common", "ann", "bob", rounds=1)
    house.wait(minutes=3)
    await sitting.a_lie()
    assert said(caplog, "Game ") == ["Game 1 is over: common. People: 2. Rounds: 1. Minutes: 3. Ended by: rounds."]
    stopped = await house.game("dudo", "ann", "bob", "cid", channel=1, computers=1)
    await house.tables.lobbies.end(stopped.id, (await stopped.info()).host, house.key(), manager=True)
    assert said(caplog, "Game 2") == ["Game 2 is over: dudo. People: 3. Rounds: 1. Minutes: 0. Ended by: stopped."]
    assert HOUR.games == 2


async def all_call_it_quits(_: House, sitting: Sitting) -> None:
    for name in ("ann", "bob"):
        await sitting.quit(name)


async def all_leave(_: House, sitting: Sitting) -> None:
    for name in ("ann", "bob"):
        await sitting.leave(name)


async def nobody_moves(house: House, sitting: Sitting) -> None:
    while (await sitting.info()).status == "playing":
        assert await house.next_duty(sitting.id) is not None


async def the_host_ends_it(house: House, sitting: Sitting) -> None:
    await sitting.leave("bob")
    await house.tables.lobbies.end(sitting.id, person("ann"), house.key())


async def a_manager_ends_it(house: House, sitting: Sitting) -> None:
    await house.tables.lobbies.end(sitting.id, person("cid"), house.key(), manager=True)


async def the_channel_is_gone(house: House, sitting: Sitting) -> None:
    await house.tables.showing.retire(sitting.id)


async def a_forfeit_is_settled_on_the_tab(house: House, sitting: Sitting) -> None:
    """Pretend that the settlement of a forfeit makes the computer players end the game.

    By the rules, no settlement ends a game. If one did, the bot would log this end, too.
    """

    def quits(_: object, view: AnyView) -> playing.Step:
        return next(seat for seat in view.state.seats_in() if not view.state.players[seat].quits), Quit()

    liar, caller = await sitting.a_lie()
    (line,) = await house.debts.forfeits(GUILD, person(liar).id)
    with mock.patch.object(playing, "_at_once", quits):
        for _ in range(2):
            await house.debts.settle_forfeit(line.id, person(caller).id, "waived", "i:1")


@pytest.mark.parametrize(
    ("ends", "why", "rules"),
    [
        (nobody_moves, "rounds", {"rounds": 1, "computers": 2}),
        (nobody_moves, "time", {"minutes": 10, "absence": "sit-out"}),
        (nobody_moves, "deserted", {}),
        (nobody_moves, "stopped", {"absence": "sit-out"}),
        (all_call_it_quits, "quits", {}),
        (all_leave, "quits", {"computers": 2}),
        (the_host_ends_it, "stopped", {"computers": 2}),
        (a_manager_ends_it, "stopped", {}),
        (the_channel_is_gone, "stopped", {}),
        (a_forfeit_is_settled_on_the_tab, "quits", {}),
    ],
)
async def test_every_kind_of_end_of_a_game_is_logged_in_one_line(
    house: House,
    caplog: pytest.LogCaptureFixture,
    ends: Callable[[House, Sitting], Awaitable[None]],
    why: str,
    rules: dict[str, Any],
) -> None:
    sitting = await house.game("common", "ann", "bob", **rules)
    await ends(house, sitting)
    for _ in range(3):  # later events log nothing
        house.wait(days=1)
        await house.clock_strikes()
    (line,) = said(caplog, "Game ")
    assert line.startswith("Game 1 is over: common. People: 2. ")
    assert line.endswith(f" Ended by: {why}.")
    assert HOUR.games == 1


async def test_the_log_has_a_line_only_for_an_hour_in_which_people_played(
    wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    where = wire.new_channel("dice")
    wire.bot._each_minute()
    table = await wire.table(where, "ann", "ben")
    await wire.until(wire.is_shown, table)
    await wire.bid(await wire.asked(table), wire.panel(where), 1, 6)
    await wire.until(wire.has_answered)
    wire.bot._each_minute()
    assert said(caplog, "The last hour") == []
    assert 0 < HOUR.slowest < 30
    now = wire.bot.now
    for hours in (1, 2):
        wire.bot.now = lambda hours=hours: now() + timedelta(hours=hours)  # type: ignore[misc]
        wire.bot._each_minute()
        (line,) = said(caplog, "The last hour")
        assert line.startswith("The last hour: games ended: 0; presses: 1; slowest answer: "), line
    wire.bot.now = now
