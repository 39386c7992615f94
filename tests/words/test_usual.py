"""Test the usual ways to type a bid, a hand of the cup and a call: `usual/` has a file for each language."""

import tomllib
from pathlib import Path

import pytest

from bot.screens.families.poker_cup import claims, ranking
from bot.words.language import speaking
from bot.words.reading import bid_readings, read_call
from engine.poker_cup.claims import claim_in_words
from engine.poker_cup.ranking import Kind, poker

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


@pytest.mark.parametrize(("kind", "meant"), [(Kind.FULL, "full 6 2"), (Kind.TWO_PAIRS, "twopair 6 2")])
@pytest.mark.parametrize("language", ["en", *(file.stem for file in USUAL)])
@pytest.mark.usefixtures("as_translated")
def test_both_faces_of_a_hand_may_be_one_number(language: str, kind: Kind, meant: str) -> None:
    with speaking(language):
        for typed in (f"{ranking.kind_name(kind)} 62", f"{ranking.kind_name(kind)}62"):
            assert list(map(claim_in_words, claims.meanings(typed))) == [meant], typed
        assert claims.meanings("62") == ()


@pytest.mark.usefixtures("as_translated")
def test_claims_are_offered_for_another_name_of_their_hand() -> None:
    every = poker(straights=True)
    with speaking("ja"):
        for typed, first in (("3カード", "trips 1"), ("フルハウス62", "full 6 2"), ("4カード", "quads 1")):
            offered = list(map(claim_in_words, claims.claims_meant(typed, every.claims[0], every)))
            assert first in offered, (typed, offered)
