"""Kill the real bot again and again while people play. Nothing may be lost. `make faults` does this for hours."""

from pathlib import Path

import pytest

from tests.effort import at_length
from tests.kills.kills import Kills
from tests.kills.seal import POINTS, SealKills

KILLS = at_length(2, 4)
"""The number of kills on each database. A kill costs more than a second of processor time."""
MOST, TABLES = 20, 3
SEED = 2026

pytestmark = [pytest.mark.xdist_group("kills"), pytest.mark.real_clock]


@pytest.mark.timeout(600)
async def test_a_bot_that_is_killed_repeatedly_loses_nothing(tmp_path: Path, database_url: str) -> None:
    async with Kills(tmp_path, database_url, SEED) as run:
        await run.kill(KILLS)
        while not (run.checks.direct_messages or run.found) and run.done < MOST:
            await run.kill(1)  # the bots may have died too early to throw any dice
        assert not run.found, "\n".join(run.found)
        assert KILLS <= run.done <= MOST
        assert run.people.asked > KILLS, "people play"
        assert run.people.answers > 0, "and are answered"
        assert run.checks.direct_messages > 0, "and get their dice"


@pytest.mark.timeout(600)
async def test_a_bot_that_is_killed_while_it_seals_a_game_seals_it_once(tmp_path: Path, database_url: str) -> None:
    """The bot is killed once at each of five points. `make faults WHAT=seal` does so more often."""
    async with SealKills(tmp_path, database_url, SEED, TABLES) as run:
        await run.kill(len(POINTS))
        assert not run.found, "\n".join(run.found)
        assert run.done == len(POINTS)
        assert run.checks.direct_messages > 0, "and people get their dice"
