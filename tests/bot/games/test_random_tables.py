"""Tables with any house rules, whose people press whatever is shown: no refusal, no dead end, no leak.

`RANDOM_TABLES` says how many a game, `RANDOM_FROM` the number of the first; `make tables` plays a thousand.
"""

import os

import pytest

from bot.screens.families.variants import offered
from tests.bot.at_random.table import Table
from tests.bot.stage import Stage
from tests.effort import at_length

AT_ONCE = 3
"""Tables in one Discord, one after the other."""
FIRST, MANY = int(os.environ.get("RANDOM_FROM", "0")), int(os.environ.get("RANDOM_TABLES", at_length(1, 3)))


@pytest.mark.parametrize("first", range(FIRST, FIRST + MANY, AT_ONCE))
@pytest.mark.parametrize("game", offered())
async def test_any_table_is_played_to_its_end_by_pressing_what_is_shown(
    english_stage: Stage, game: str, first: int
) -> None:
    for number in range(first, min(first + AT_ONCE, FIRST + MANY)):
        await Table(english_stage, game, number).play()
