"""Test failovers of PostgreSQL under load. The primary is killed, and its synchronous standby is promoted."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.outages.away import Away, Outages
from tests.outages.failover import Failover, failing_over

pytestmark = pytest.mark.real_clock

TABLES = 3
SOON, LATER = Away("immediate", 0.5), Away("immediate", 5.0)
"""Failovers with the seconds until the standby is promoted."""


@pytest.fixture
def one() -> Iterator[Failover]:
    with failing_over(1) as it:
        yield it


@pytest.fixture
def three() -> Iterator[Failover]:
    with failing_over(3) as it:
        yield it


async def play(folder: Path, servers: Failover, *times: Away) -> None:
    """Let people play through these failovers, and check after each that nothing is lost and every table moves."""
    await servers.add_standby()
    async with Outages(folder, servers.url, 2026, TABLES) as evening:
        await evening.go_through(servers, *times)
        assert not evening.found, "\n".join(evening.found)
        assert evening.done == len(times)


@pytest.mark.timeout(300)
async def test_nothing_is_lost_if_the_standby_takes_the_place_of_a_killed_primary(
    tmp_path: Path, one: Failover
) -> None:
    """`DATABASE_URL` names both hosts, and the bot finds the new primary by itself."""
    await play(tmp_path, one, SOON)


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_nothing_is_lost_in_three_failovers(tmp_path: Path, three: Failover) -> None:
    await play(tmp_path, three, SOON, LATER, SOON)
