"""Test the options of the cup, and that it refuses options of other games."""

import pytest

from engine.core.refusals import OptionsClash, Refused
from engine.options import different, rules_for
from engine.poker_cup.rules import CupRules


def test_the_options_of_the_cup_are_read_and_written_back() -> None:
    options = {
        "opens": "loser",
        "seating": "joined",
        "direction": "counterclockwise",
        "rounds": "7",
        "minutes": "60",
        "gift": "on",
        "straights": "on",
        "slippery": "0.25",
        "ante": "5",
        "stake": "polish my boots",
        "equal": "on",
        "cup-wild": "ones",
    }
    rules = rules_for("cup", options)
    assert isinstance(rules, CupRules)
    assert different(rules, CupRules()) == options
    lives = {"price": "lives", "lives": "5"}
    assert different(rules_for("cup", lives), CupRules()) == lives


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("dice", "5"),
        ("wild", "none"),
        ("challenge", "next"),
        ("verdict", "duel"),
        ("price", "forfeit"),
        ("opens", "winner"),
        ("seating", "first"),
        ("exact", "off"),
        ("palifico", "off"),
        ("crooked", "0"),
        ("loss", "one"),
        ("exact-pays", "back"),
        ("exact-by", "turn"),
        ("palifico-face", "single"),
        ("absence", "leave"),
        ("playoff", "off"),
        ("straights", "off"),
        ("slippery", "0.0"),
        ("bads", "5"),
        ("pair-bads", "3"),
        ("equal", "off"),
        ("cup-wild", "none"),
        ("lives", "3"),
        ("least-opening", "1"),
        ("show", "off"),
        ("met", "challenger"),
        ("different", "count"),
        ("alike", "none"),
        ("palifico-two", "off"),
    ],
)
def test_an_option_with_the_value_of_the_preset_is_accepted(word: str, value: str) -> None:
    assert rules_for("cup", {word: value}) == CupRules()


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("dice", "4"),
        ("dice", "auto"),
        ("wild", "ones"),
        ("raising", "quantity"),
        ("challenge", "anyone"),
        ("verdict", "poll"),
        ("price", "die"),
        ("price", "bads"),
        ("price", "shed"),
        ("exact", "on"),
        ("palifico", "on"),
        ("crooked", "0.1"),
        ("bads", "7"),
        ("pair-bads", "2"),
        ("playoff", "on"),
        ("loss", "difference"),
        ("exact-pays", "others"),
        ("exact-by", "anyone"),
        ("opens", "next"),
        ("palifico", "always"),
        ("palifico-face", "nobody"),
        ("least-opening", "players"),
        ("show", "on"),
        ("met", "others"),
        ("different", "zero"),
        ("alike", "two"),
        ("palifico-two", "on"),
    ],
)
def test_an_option_of_another_game_is_refused_with_its_name(word: str, value: str) -> None:
    with pytest.raises(Refused) as refused:
        rules_for("cup", {word: value})
    assert refused.value.reason == OptionsClash(word, "variant")


OF_THE_CUP = {
    "straights": ("on", "off"),
    "slippery": ("0.5", "0"),
    "equal": ("on", "off"),
    "cup-wild": ("ones", "none"),
}


@pytest.mark.parametrize("word", OF_THE_CUP)
def test_options_of_the_cup_are_refused_in_other_games_unless_off(word: str) -> None:
    on, off = OF_THE_CUP[word]
    assert rules_for("common", {word: off}) == rules_for("common")
    with pytest.raises(Refused) as refused:
        rules_for("common", {word: on})
    assert refused.value.reason == OptionsClash(word, "variant")
