"""Tables with any house rules, whose people press whatever is shown: no refusal, no dead end, no leak.

`RANDOM_TABLES` says how many a game; `make tables` plays a thousand.
"""

import os

import pytest

from bot.screens.variants import offered
from engine import games
from engine.options import rules_for
from tests.bot.at_random import Table
from tests.bot.stage import Stage

AT_ONCE = 4
"""Tables in one Discord, one after the other."""
MANY = int(os.environ.get("RANDOM_TABLES", "8"))
BIDS = [name for name in offered() if games.family(rules_for(name)).name == "common-hand"]


@pytest.mark.parametrize("first", range(0, MANY, AT_ONCE))
@pytest.mark.parametrize("game", BIDS)
async def test_any_table_is_played_to_its_end_by_pressing_what_is_shown(
    english_stage: Stage, game: str, first: int
) -> None:
    for number in range(first, min(first + AT_ONCE, MANY)):
        await Table(english_stage, game, number).play()
