"""Test that a recount that is killed five times gives the same statistics as a computation from scratch."""

import asyncio

import pytest

from tests.kills.recounts import KILLS, fill, is_exact, killed

pytestmark = pytest.mark.long


@pytest.mark.timeout(900)  # the machine may be busy
async def test_a_recount_goes_on_after_five_kills(database_url: str) -> None:
    """The places at which the process is killed depend on the speed of the machine. Each of them must be safe."""
    await fill(database_url, 200, 8, 10)
    await asyncio.to_thread(killed, database_url, [1.5 + number / 4 for number in range(KILLS)])
    assert await is_exact(database_url)
