"""Every variant that the engine knows is told to players in a file of its own."""

from pathlib import Path

import pytest

import bot.screens.variants as files
from bot.screens.variants import offered, told
from engine.options import OPTIONS, rules_for
from engine.variants import VARIANTS
from tests.bot.pseudo import heard

OTHERS = {"__init__", "told", "switches"}


def test_each_variant_has_its_file_and_each_file_its_variant() -> None:
    assert {file.stem for file in Path(files.__file__).parent.glob("*.py")} - OTHERS == set(VARIANTS)


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_told_in_a_title_and_two_lines(name: str) -> None:
    said = told(name)
    assert said.emoji
    assert 0 < len(heard(said.title)) <= 30
    assert all(20 < len(heard(line)) <= 120 for line in said.rules)
    assert all(heard(switch.label) and heard(switch.about) for switch in said.switches)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_house_rule_that_is_proposed_may_be_played(name: str) -> None:
    said = told(name)
    rules_for(name, said.proposed)
    for switch in said.switches:
        assert switch.option in OPTIONS
        assert rules_for(name, {switch.option: switch.value}) != rules_for(name)


def test_a_host_chooses_among_those_that_are_offered() -> None:
    assert {"common", "firehouse"} <= set(offered()) <= set(VARIANTS)
