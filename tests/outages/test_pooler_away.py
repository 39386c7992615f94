"""Test a bot behind PgBouncer in transaction mode while the pooler dies, and while the bot's processes are replaced."""

from pathlib import Path

import pytest

from tests.outages.away import Away
from tests.outages.rolling import Rolling, ThroughAPooler
from tests.poolers import pooling

pytestmark = pytest.mark.real_clock

TABLES = 3
KILLED = Away("immediate", 6.0)


@pytest.mark.timeout(300)
async def test_nothing_is_lost_if_the_pooler_is_killed_for_six_seconds(tmp_path: Path, postgresql_url: str) -> None:
    async with (
        pooling(postgresql_url) as pooler,
        ThroughAPooler(tmp_path, postgresql_url, pooler.url, TABLES) as evening,
    ):
        await evening.go_through(pooler, KILLED)
        assert not evening.found, "\n".join(evening.found)
        assert evening.done == 1


@pytest.mark.timeout(300)
async def test_both_processes_are_replaced_behind_a_pooler_while_people_play(
    tmp_path: Path, postgresql_url: str
) -> None:
    """Each new process waits for the shards of the old one. Nothing is lost, and every press is answered."""
    async with pooling(postgresql_url) as pooler, Rolling(tmp_path, postgresql_url, pooler.url, TABLES) as evening:
        await evening.roll(1)
        assert not evening.found, "\n".join(evening.found)
        assert evening.done == 2
