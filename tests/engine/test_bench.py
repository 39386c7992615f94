"""The random players of the benchmarks make legal moves in each preset."""

import pytest

from engine.options import rules_for
from engine.variants import VARIANTS
from tests.bench.ours import play_one


@pytest.mark.parametrize("name", VARIANTS)
def test_the_benchmarks_play_legal_games(name: str) -> None:
    assert play_one(rules_for(name, {"rounds": "2"}), 3, seed=1, seen=True) > 0
