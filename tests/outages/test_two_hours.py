"""Two hours without Discord; `make faults WHAT=hours` does it with 500 games."""

from pathlib import Path

import pytest

from tests.outages.hours import away_for_hours

GAMES = 60


@pytest.mark.timeout(300)
async def test_two_hours_without_discord_cost_no_game_anything(tmp_path: Path) -> None:
    await away_for_hours(tmp_path, GAMES)
