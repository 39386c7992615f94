"""Test the options of a table. Options that contradict each other are refused with the names of both."""

from io import BytesIO

import pytest

from engine.core.refusals import OptionsClash, OptionValue, Refused
from engine.options import rules_for
from engine.record import replay
from engine.variants import VARIANTS

SENSELESS = [
    ("bar", {"verdict": "poll"}, ("verdict", "price")),  # P6
    ("joker", {"price": "die"}, ("verdict", "price")),
    ("joker", {"exact": "on"}, ("exact", "price")),  # C5
    ("joker", {"palifico": "on"}, ("palifico", "price")),  # C6
    ("bar", {"gift": "on"}, ("gift", "price")),  # P5
    ("firehouse", {"gift": "on"}, ("gift", "price")),
    ("common", {"playoff": "on"}, ("playoff", "price")),  # E4
    ("common", {"loss": "difference"}, ("loss", "price")),  # P2
    ("firehouse", {"loss": "difference"}, ("loss", "price")),
    ("dudo", {"price": "lives", "loss": "difference"}, ("loss", "price")),
    ("joker", {"price": "lives"}, ("verdict", "price")),  # P7
    ("bar", {"lives": "2"}, ("lives", "price")),
    ("common", {"price": "lives", "gift": "on"}, ("gift", "price")),
    ("cup", {"price": "lives", "gift": "on"}, ("gift", "price")),
    ("cup", {"lives": "4"}, ("lives", "price")),
    ("cup", {"price": "die"}, ("price", "variant")),  # P6
    ("dudo", {"price": "shed", "palifico": "on"}, ("palifico", "price")),  # P4
    ("common", {"exact-pays": "others"}, ("exact-pays", "exact")),  # C5
    ("perudo", {"exact": "off", "exact-pays": "bidder"}, ("exact-pays", "exact")),
    ("common", {"exact-by": "anyone"}, ("exact-by", "exact")),
    ("dudo", {"palifico-face": "nobody"}, ("palifico-face", "palifico")),  # C6
    ("perudo", {"palifico": "off", "palifico-face": "opener"}, ("palifico-face", "palifico")),
    ("joker", {"palifico": "always"}, ("palifico", "price")),
    ("perudo", {"wild": "ones-until-bid"}, ("wild", "raising")),  # C2
    ("joker", {"wild": "ones-until-bid"}, ("wild", "raising")),
    ("perudo", {"palifico": "off", "palifico-two": "on"}, ("palifico-two", "palifico")),
    ("joker", {"met": "others"}, ("met", "price")),  # P8
    ("firehouse", {"met": "others"}, ("met", "price")),
    ("bluff", {"price": "lives"}, ("loss", "price")),  # P6
    ("bluff", {"wild": "none"}, ("wild", "raising")),  # B4
    ("bluff", {"wild": "ones-until-bid"}, ("wild", "raising")),
    ("dahua", {"wild": "sixes"}, ("wild", "raising")),
    ("dahua", {"price": "die", "palifico": "on"}, ("raising", "palifico")),
    ("cup", {"opens": "next"}, ("opens", "variant")),  # O2
    ("dudo", {"straights": "on"}, ("straights", "variant")),  # K10
    ("dudo", {"slippery": "0.5"}, ("slippery", "variant")),  # K14
]


@pytest.mark.parametrize(("variant", "options", "two"), SENSELESS)
def test_contradictory_options_are_refused_with_both_names(
    variant: str, options: dict[str, str], two: tuple[str, str]
) -> None:
    with pytest.raises(Refused) as refused:
        rules_for(variant, options)
    assert refused.value.reason == OptionsClash(*two)


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("perudo", {"price": "forfeit"}),  # C6: nobody is ever down to one die
        ("firehouse", {"bads": "2"}),  # E4: one player has two bads before two can have three
        ("joker", {"raising": "quantity", "wild": "red", "challenge": "anyone"}),
        ("common", {"wild": "red", "raising": "aces-halve", "price": "die", "exact": "on", "palifico": "on"}),
        ("dudo", {"wild": "ones-until-bid", "loss": "difference", "opens": "next", "palifico": "always", "dice": "10"}),
        ("firehouse", {"exact": "on", "exact-pays": "others", "exact-by": "anyone", "raising": "face-first"}),
        ("joker", {"opens": "next", "raising": "rising-face", "wild": "ones-until-bid", "absence": "sit-out"}),
        ("cup", {"gift": "on", "absence": "sit-out", "opens": "loser"}),
        ("cup", {"price": "lives", "lives": "1"}),  # P7
        ("perudo", {"price": "lives", "lives": "10"}),  # C6: palifico is about dice, so there is never one
        ("firehouse", {"price": "lives", "exact": "on", "exact-pays": "back"}),
        ("joker", {"verdict": "duel"}),  # P4
        ("common", {"price": "shed", "wild": "ones-until-bid"}),
        ("dudo", {"price": "bads", "playoff": "on", "opens": "challenger", "seating": "joined", "dice": "auto"}),
    ],
)
def test_options_without_a_contradiction_may_be_combined(variant: str, options: dict[str, str]) -> None:
    assert rules_for(variant, options) != VARIANTS[variant].rules


def test_e4_a_table_may_set_the_limit_to_two_bads() -> None:
    text = b"""@record 1
@variant firehouse
@option bads 2
@option seating joined
@players ann bob
@score ann -1 bob -1
round 1
red 6
roll ann 1 1 1 1 1
roll bob 1 1 1 1 1
ann bid 6x5
bob bang
= score ann -2
= over losers ann
"""
    assert replay(BytesIO(text)).over()


@pytest.mark.parametrize(
    ("word", "value", "allowed"),
    [
        ("dice", "11", "1-10 or auto"),
        ("rounds", "101", "1-100 or none"),
        ("minutes", "0", "1-10080 or none"),
        ("bads", "1", "2-20"),
        ("lives", "11", "1-10"),
        ("price", "life", "forfeit, die, bads, shed, lives"),
        ("crooked", "1.5", "0-1"),
        ("ante", "1000001", "0-1000000"),
        ("exact", "yes", "on, off"),
        ("wild", "sevens", "none, ones, twos, threes, fours, fives, sixes, red, ones-until-bid"),
        ("direction", "left", "clockwise, counterclockwise"),
    ],
)
def test_an_invalid_value_is_refused_with_the_allowed_values(word: str, value: str, allowed: str) -> None:
    with pytest.raises(Refused) as refused:
        rules_for("common", {word: value})
    assert refused.value.reason == OptionValue(word, value, allowed)
