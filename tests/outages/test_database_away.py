"""PostgreSQL is frozen, crashes and comes back while people play: nothing is lost, and it goes on by itself."""

from pathlib import Path

import pytest

from tests.outages.away import SHORT, Outages, impatient
from tests.outages.server import Unsteady

pytestmark = pytest.mark.real_clock

TABLES = 3


@pytest.mark.timeout(300)
async def test_a_database_that_goes_away_and_comes_back_costs_nobody_anything(tmp_path: Path, server: Unsteady) -> None:
    """Presses meanwhile are answered, messages appear once each, and every table moves on and is shown."""
    async with Outages(tmp_path, server.url, 2026, TABLES, impatient) as evening:
        await evening.go_through(server, *SHORT)
        assert not evening.found, "\n".join(evening.found)
        assert evening.done == len(SHORT)
        assert "the database complained" in evening.said_since(0).decode(), "somebody got a reference"
