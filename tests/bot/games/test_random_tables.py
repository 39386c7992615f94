"""Test tables with random house rules, at which people press any control that is shown.

No press is refused, no player is left without a move, and no hidden dice are shown. `RANDOM_TABLES` is the number of
tables for each game, and `RANDOM_FROM` the number of the first. `make tables` plays a thousand.
"""

import os

import pytest

from bot.screens.families.variants import offered
from tests.bot.at_random.table import Table
from tests.bot.stage import Stage
from tests.effort import at_length

AT_ONCE = 3
"""How many tables are played one after the other on the same in-memory Discord."""
FIRST, MANY = int(os.environ.get("RANDOM_FROM", "0")), int(os.environ.get("RANDOM_TABLES", at_length(1, 3)))


@pytest.mark.parametrize("first", range(FIRST, FIRST + MANY, AT_ONCE))
@pytest.mark.parametrize("game", offered())
async def test_random_presses_play_any_table_to_its_end(english_stage: Stage, game: str, first: int) -> None:
    for number in range(first, min(first + AT_ONCE, FIRST + MANY)):
        await Table(english_stage, game, number).play()
