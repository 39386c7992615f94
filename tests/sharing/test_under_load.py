"""Several processes of the real bot hold many live tables, and lose nothing while people play at some of them.

`python -m tests.bench.load` does the same with 2,000 tables, and measures the processor time.
"""

from pathlib import Path

import pytest

from tests.bench.load import MOST_REFUSED, Given, load

pytestmark = [pytest.mark.real_clock, pytest.mark.long]


@pytest.mark.timeout(300)
async def test_two_processes_behind_a_proxy_lose_no_press(tmp_path: Path, postgresql_url: str) -> None:
    """The proxy grants 50 requests a second to both processes together."""
    given = Given(live=100, played=8, rate=4.0, processes=2, seconds=10.0, quiet=1.0, scrape_every=1.0)
    told = await load(given, postgresql_url, tmp_path)
    assert not told.found, "\n".join(told.found)
    assert told.presses > 0
    assert told.unsaved == 0
    assert told.refused_share <= MOST_REFUSED
