"""Test two hours without Discord. `make faults WHAT=hours` does so with 500 games."""

from pathlib import Path

import pytest

from tests.outages.hours import away_for_hours

GAMES = 60


@pytest.mark.timeout(300)
async def test_every_game_gets_its_time_back_after_two_hours_without_discord(tmp_path: Path) -> None:
    await away_for_hours(tmp_path, GAMES)
