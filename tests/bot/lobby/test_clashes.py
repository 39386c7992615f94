"""Test that the bot refuses two house rules that contradict each other (P6), and names both."""

import pytest
from msgspec.structs import replace

from bot.presses.lobby import SendOptions
from bot.screens.families.variants import wording
from bot.screens.table.options import option_name
from engine import games
from engine.core.refusals import OptionsClash, Refused
from engine.options import OPTIONS, rules_for
from engine.variants import VARIANTS
from tests.bot.stage import Stage
from tests.unoffered import offered_words

CLASHES = [
    ("bar", "verdict=poll"),
    ("joker", "exact=on"),
    ("joker", "palifico=on"),
    ("common", "loss=difference"),
    ("bar", "exact-pays=others"),
    ("bar", "exact-by=anyone"),
    ("bar", "palifico-face=nobody"),
    ("bar", "palifico-two=on"),
    ("joker", "met=others"),
    ("perudo", "wild=ones-until-bid"),
    ("bar", "gift=on"),
    ("dudo", "playoff=on"),
    ("cup", "opens=next"),
    ("cup", "price=die"),
    ("cup", "exact=on"),
    ("bar", "straights=on"),
    ("bar", "lives=5"),
    ("cup", "lives=5"),
    ("cup", "mia=double"),
    ("cup", "give-up=on"),
    ("mia", "straights=on"),
    ("mia", "cup-wild=ones"),
    ("mia", "gift=on"),
    ("dahua", "palifico=on"),
    ("dahua", "wild=none"),
]


@pytest.mark.parametrize(("variant", "wanted"), CLASHES)
async def test_a_clash_of_two_rules_is_refused_with_both_names(stage: Stage, variant: str, wanted: str) -> None:
    """The pages do not offer most of these pairs together, but a modified client may send them (P6)."""
    await stage.sit("Ann", "Ben", game=variant)
    before, (option, _, word) = await stage.table(), wanted.partition("=")
    with pytest.raises(Refused) as refused:
        rules_for(variant, {**wording(variant).proposed, option: word})
    assert isinstance(refused.value.reason, OptionsClash)
    names = {option_name(refused.value.reason.first), option_name(refused.value.reason.second)}
    assert len(names) == 2
    assert not any("`" in name for name in names)
    stage.typed |= {option, word}
    answer = await stage.forge_form("Ann", SendOptions(before.id), clock=["180"], switches=[wanted])
    assert all(name in answer.words for name in names), (names, answer.words)
    assert await stage.table() == before


def test_every_clash_of_options_that_the_rules_know_is_tested() -> None:
    """`CLASHES` contains every pair of options that the engine refuses (P6)."""
    known = {(family, first, second) for family, clashes in _clashes().items() for first, second in clashes}
    heard = set()
    for variant, wanted in CLASHES:
        option, _, word = wanted.partition("=")
        with pytest.raises(Refused) as refused:
            rules_for(variant, {**wording(variant).proposed, option: word})
        reason = refused.value.reason
        assert isinstance(reason, OptionsClash)
        heard.add((games.family(rules_for(variant)).name, reason.first, reason.second))
    assert known <= heard


def _clashes() -> dict[str, set[tuple[str, str]]]:
    """Return the pairs of options that contradict each other in some variant, by the family of the variant."""
    found: dict[str, set[tuple[str, str]]] = {}
    for rules in (rules_for(variant) for variant in VARIANTS):
        for option in (each for each in OPTIONS.values() if each.is_of(rules)):
            changed = (
                replace(rules, **{option.field: option.read(word)})
                for word in offered_words(option.word, games.family(rules).name)
            )
            if any(map(option.clashes, changed)):
                found.setdefault(games.family(rules).name, set()).add((option.word, option.under))
    return found


@pytest.mark.parametrize(
    ("variant", "wanted"),
    [
        ("joker", "verdict=duel"),  # P4
        ("common", "price=shed"),
    ],
)
async def test_rules_without_screens_are_refused(stage: Stage, variant: str, wanted: str) -> None:
    """No page offers them. A modified client may send them all the same."""
    await stage.sit("Ann", "Ben", game=variant)
    before = await stage.table()
    answer = await stage.forge_form("Ann", SendOptions(before.id), clock=["180"], switches=[wanted])
    assert "can’t be played here yet" in answer.words
    assert await stage.table() == before
