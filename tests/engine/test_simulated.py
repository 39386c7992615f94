"""Test that the recorded games of computer players can be repeated exactly from their seeds.

If a change of the computer players changes a game although the rules are the same, record the game again with `python
-m engine simulate`. The head of the record has the arguments: variant, options, number of players and seed.
"""

from pathlib import Path

import pytest

from engine.__main__ import header_of
from engine.fairness import Seed
from engine.record import replay, verified, write
from engine.simulated_game import simulate
from engine.variants import VARIANTS

SIMULATED = sorted((Path(__file__).parent.parent / "records" / "simulated").glob("*.dice"))


@pytest.mark.parametrize("path", SIMULATED, ids=lambda path: path.stem)
def test_a_recorded_game_can_be_repeated_from_its_seed(path: Path) -> None:
    with path.open("rb") as file:
        head = replay(file).header
    told = simulate(head.variant, len(head.players), head.options, Seed.from_hex(head.seed))
    assert write(header_of(told), told.events) == path.read_text("utf-8")


@pytest.mark.parametrize("path", SIMULATED, ids=lambda path: path.stem)
def test_every_throw_follows_from_the_seed(path: Path) -> None:
    with path.open("rb") as file:
        done, throws, *_ = verified(file)
    assert done.over()
    assert throws == sum(
        line.split()[:1] in (["seat"], ["roll"], ["red"], ["crooked"]) for line in path.read_text("utf-8").splitlines()
    )


def test_every_preset_has_a_simulated_record() -> None:
    assert {path.stem.split("_")[0] for path in SIMULATED} == set(VARIANTS)
