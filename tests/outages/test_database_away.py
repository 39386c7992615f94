"""Test a PostgreSQL server that freezes or crashes while people play, and then comes back.

Nothing is lost, and everything goes on by itself.
"""

from pathlib import Path

import pytest

from tests.outages.away import SHORT, Outages, impatient
from tests.outages.server import Unsteady

pytestmark = pytest.mark.real_clock

TABLES = 3


@pytest.mark.timeout(300)
async def test_nothing_is_lost_if_the_database_goes_away_and_comes_back(tmp_path: Path, server: Unsteady) -> None:
    """All presses are answered, each message appears once, and every table goes on."""
    async with Outages(tmp_path, server.url, 2026, TABLES, impatient) as evening:
        await evening.go_through(server, *SHORT)
        assert not evening.found, "\n".join(evening.found)
        assert evening.done == len(SHORT)
        assert "the database complained" in evening.said_since(0).decode(), "somebody got a reference"
