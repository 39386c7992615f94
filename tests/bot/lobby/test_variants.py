"""Test that every variant of the engine has words that explain it to players."""

import pytest

from bot.screens.families.variants import WORDINGS, offered, wording
from bot.tables.model import OWN
from engine.bids.rules import Rules
from engine.core.refusals import Refused
from engine.options import OPTIONS, rules_for
from engine.variants import VARIANTS
from tests.bot.pseudo import heard


def test_every_variant_has_a_wording_and_every_wording_a_variant() -> None:
    assert set(WORDINGS) == set(VARIANTS)


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_has_a_title_and_a_short_description(name: str) -> None:
    said = wording(name)
    assert said.emoji
    assert 0 < len(heard(said.title)) <= 30
    assert all(10 < len(heard(line)) <= 200 for line in said.describe(rules_for(name)))
    assert all(heard(switch.label) for switch in said.switches)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_proposed_house_rule_is_valid(name: str) -> None:
    said = wording(name)
    rules_for(name, said.proposed)
    for switch in said.switches:
        if switch.option not in OWN:
            assert switch.option in OPTIONS
            assert rules_for(name, {switch.option: switch.value}) != rules_for(name)


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("challenge", "anyone"),
        ("raising", "quantity"),
        ("raising", "rising-face"),
        ("exact", "on"),
        ("gift", "on"),
        ("wild", "ones"),
        ("palifico", "on"),
        ("opens", "next"),
        ("dice", "4"),
        ("straights", "on"),
    ],
)
def test_a_house_rule_changes_the_sentences_that_describe_the_game(name: str, option: str, value: str) -> None:
    """Otherwise the rules would say "the next in turn" at a table where any player may doubt a bid."""
    usual, describe = rules_for(name), wording(name).describe
    try:
        changed = rules_for(name, {option: value})
    except Refused:
        return
    # If nobody loses dice, there is never a palifico round (C6).
    never = option == "palifico" and isinstance(changed, Rules) and not changed.may_have_palifico(20)
    assert (describe(changed) != describe(usual)) == (changed != usual and not never)
    assert "{" not in "".join(describe(changed))


def test_rules_by_which_anybody_may_doubt_do_not_mention_the_next_player() -> None:
    calls = " ".join(wording("common").describe(rules_for("common", {"challenge": "anyone"})))
    assert "next player" not in calls
    assert "Anyone may call Bang!" in calls


def test_the_games_on_offer_are_known_variants() -> None:
    assert {"common", "firehouse"} <= set(offered()) <= set(VARIANTS)
