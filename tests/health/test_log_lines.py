"""What the log says of play: a line for each game's end, and one for each hour in which something happened."""

import logging
from datetime import timedelta

import pytest

from bot.metrics import HOUR, Hour
from tests.databases import database_url, postgresql_server, postgresql_url, sqlite_url
from tests.faults.conftest import wire
from tests.faults.wire import Wire
from tests.tables.conftest import house
from tests.tables.house import House

__all__ = ["database_url", "house", "postgresql_server", "postgresql_url", "sqlite_url", "wire"]


@pytest.fixture(autouse=True)
def heard(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new hour, and every line of it."""
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
    await house.tables.moves.end(stopped.id, (await stopped.info()).host, house.key(), manager=True)
    assert said(caplog, "Game 2") == ["Game 2 is over: dudo. People: 3. Rounds: 1. Minutes: 0. Ended by: stopped."]
    assert HOUR.games == 2


async def test_an_hour_is_one_line_and_one_without_play_is_none(wire: Wire, caplog: pytest.LogCaptureFixture) -> None:
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
