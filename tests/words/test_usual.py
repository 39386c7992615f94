"""Test the usual ways to type a bid, a hand of the cup and a call: `usual/` has a file for each language."""

import tomllib
from pathlib import Path

import pytest

from bot.screens.families.poker_cup import claims
from bot.words.language import speaking
from bot.words.reading import bid_readings, read_call
from engine.poker_cup.claims import claim_in_words

USUAL = sorted(Path(__file__).with_name("usual").glob("*.toml"))
"""The files of the languages."""


@pytest.mark.parametrize("file", USUAL, ids=lambda file: file.stem)
@pytest.mark.usefixtures("as_translated")
def test_the_usual_ways_to_type_are_read_in_each_language(file: Path) -> None:
    usual = tomllib.loads(file.read_text(encoding="utf-8"))
    with speaking(file.stem):
        bids = {typed: " or ".join(f"{many}x{face}" for many, face in bid_readings(typed)) for typed in usual["bids"]}
        hands = {typed: " or ".join(map(claim_in_words, claims.meanings(typed))) for typed in usual["hands"]}
        calls = {typed: read_call(typed) for typed in usual["calls"]}
    assert bids == usual["bids"]
    assert hands == usual["hands"]
    assert calls == usual["calls"]


@pytest.mark.parametrize(("typed", "meant"), [("33322", "full 3 2"), ("11111", "quints 1"), ("54321", "straight 5")])
@pytest.mark.parametrize("language", ["en", *(file.stem for file in USUAL)])
@pytest.mark.usefixtures("as_translated")
def test_five_digits_are_the_hand_that_these_dice_make(language: str, typed: str, meant: str) -> None:
    with speaking(language):
        assert list(map(claim_in_words, claims.meanings(typed))) == [meant]
        assert claims.meanings("12347") == ()
