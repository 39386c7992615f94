"""Test that the result of a practice game says that it is one, even if all its lines are full (L4)."""

import pytest
from msgspec.structs import replace

from bot.screens.elements.widths import height
from bot.screens.table.cards import cards
from engine.variants import VARIANTS
from tests.bot.random_games import table_of
from tests.bot.screens.test_every_screen import played
from tests.bot.screens.test_less import LINES_OF_A_RESULT, full_of_results, texts


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_full_result_of_a_practice_game_still_says_that_it_does_not_count(variant: str) -> None:
    for many in (2, 3, 6):
        table = table_of(many, variant, computers=True, rounds="1")
        first, *others = table.seats
        table = replace(table, seats=(first, *(replace(seat, user=None) for seat in others)))
        over = list(played(table, luck=11))[-1]
        pending = replace(over.pending(), outcome=full_of_results(table, over))
        told = list(texts(cards(pending)[-1].lasting))
        assert "\n".join(told).splitlines().count("-# Practice game: doesn’t count.") == 1
        assert sum(map(height, told)) <= LINES_OF_A_RESULT
