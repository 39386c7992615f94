"""Run the bot against a Discord that has trouble again and again. `make soak` does so for half an hour."""

from pathlib import Path

import pytest

from tests.kills.soak import Soak

SECONDS, TABLES = 8.0, 4
SEED = 2026

pytestmark = [pytest.mark.xdist_group("kills"), pytest.mark.real_clock]


@pytest.mark.timeout(300)
async def test_repeated_trouble_at_discord_loses_no_move_and_doubles_no_message(
    tmp_path: Path, sqlite_url: str
) -> None:
    async with Soak(tmp_path, sqlite_url, SEED, TABLES) as evening:
        await evening.soak(SECONDS)
        assert not evening.found, "\n".join(evening.found)
        assert evening.done > 1
        assert sum(evening.server.faults.hits.values()) > 0
