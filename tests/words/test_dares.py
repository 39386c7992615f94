"""Tests of the dares for losers. Each deck has forty different dares, which are all short enough for a phone."""

import pytest

from bot.tables.model import LONGEST_FORFEIT
from bot.words.cleaning import clean
from bot.words.dares import FOLDER, decks

LANGUAGES = [file.stem for file in FOLDER.glob("*.toml")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_deck_has_forty_different_dares(language: str) -> None:
    found = decks(language)
    assert list(found) == ["gentle", "silly", "keyboard"]
    every = [line for deck in found.values() for line in deck]
    assert [len(deck) for deck in found.values()] == [40, 40, 40]
    assert len(set(every)) == 120
    assert all(clean(line) == line and len(line) <= LONGEST_FORFEIT for line in every)


def test_a_language_without_decks_uses_the_english_ones() -> None:
    assert decks("tlh") == decks("en")
