"""The real bot is killed again and again under load, and nothing is lost; `make faults` does it for hours."""

from pathlib import Path

import pytest

from tests.effort import at_length
from tests.kills.kills import Kills
from tests.kills.seal import POINTS, SealKills

KILLS = at_length(2, 4)
"""Kills on each database; each costs more than a second of processor, so `make faults` does more."""
MOST, TABLES = 20, 3
SEED = 2026

pytestmark = [pytest.mark.xdist_group("kills"), pytest.mark.real_clock]


@pytest.mark.timeout(600)
async def test_a_bot_that_is_killed_again_and_again_loses_nothing(tmp_path: Path, database_url: str) -> None:
    async with Kills(tmp_path, database_url, SEED) as run:
        await run.kill(KILLS)
        while not (run.checks.direct_messages or run.found) and run.done < MOST:
            await run.kill(1)  # their lives are so short that no dice may have been dealt yet
        assert not run.found, "\n".join(run.found)
        assert KILLS <= run.done <= MOST
        assert run.people.asked > KILLS, "people play"
        assert run.people.answers > 0, "and are answered"
        assert run.checks.direct_messages > 0, "and get their dice"


@pytest.mark.timeout(600)
async def test_a_bot_that_is_killed_between_start_and_the_first_panel_seals_and_throws_once(
    tmp_path: Path, database_url: str
) -> None:
    """The bot is killed once at each point. `make faults WHAT=seal` does it more often."""
    async with SealKills(tmp_path, database_url, SEED, TABLES) as run:
        await run.kill(len(POINTS))
        assert not run.found, "\n".join(run.found)
        assert run.done == len(POINTS)
        assert run.checks.direct_messages > 0, "and people get their dice"
