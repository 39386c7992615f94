"""Stop the real bot while people play. `make faults WHAT=stops` does so twenty times on each database."""

from pathlib import Path

import pytest

from tests.kills.stops import Stops

STOPS = 3
SEED = 2026
TABLES = 5

pytestmark = [pytest.mark.xdist_group("kills"), pytest.mark.real_clock]


@pytest.mark.timeout(300)
async def test_a_bot_that_is_stopped_under_load_shows_everything_first(tmp_path: Path, sqlite_url: str) -> None:
    """The bot exits with code 0 and without a traceback."""
    async with Stops(tmp_path, sqlite_url, SEED, TABLES) as evening:
        await evening.stop_and_start(STOPS)
        assert not evening.found, "\n".join(evening.found)
        assert evening.done == STOPS
