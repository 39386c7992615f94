"""Another program holds SQLite's file for what is a minute to the bot: all wait or are told, and it goes on."""

from pathlib import Path

import pytest

from tests.outages.lock import MINUTE, Locked, twelve_times_as_fast


@pytest.mark.timeout(300)
async def test_a_file_that_is_held_for_a_minute_costs_time_and_no_move(tmp_path: Path, sqlite_url: str) -> None:
    async with Locked(tmp_path, sqlite_url, 2026, 3, twelve_times_as_fast) as evening:
        await evening.go_through(sqlite_url, MINUTE / 12)
        assert not evening.found, "\n".join(evening.found)
        said = evening.said_since(0).decode()
        assert "SQLITE_BUSY" in said, "somebody was told a reference"
        assert "Time goes on: everybody gets back" in said
