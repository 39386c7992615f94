"""The real bot is stopped under load; `make faults WHAT=stops` does it twenty times on each database."""

from pathlib import Path

import pytest

from tests.kills.stops import Stops

STOPS = 3
SEED = 2026
TABLES = 5

pytestmark = [pytest.mark.xdist_group("kills"), pytest.mark.real_clock]


@pytest.mark.timeout(300)
async def test_a_bot_that_is_stopped_under_load_leaves_nothing_unshown(tmp_path: Path, sqlite_url: str) -> None:
    """It exits without a traceback, with the code 0."""
    async with Stops(tmp_path, sqlite_url, SEED, TABLES) as evening:
        await evening.stop_and_start(STOPS)
        assert not evening.found, "\n".join(evening.found)
        assert evening.done == STOPS
