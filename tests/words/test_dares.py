"""Dares for losers: forty a deck, all different, each short enough for a phone's line or two."""

import pytest

from bot.tables.model import LONGEST_FORFEIT
from bot.words.cleaning import clean
from bot.words.dares import FOLDER, dare, decks

LANGUAGES = [file.stem for file in FOLDER.glob("*.toml")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_deck_has_forty_dares_of_its_own(language: str) -> None:
    found = decks(language)
    assert list(found) == ["gentle", "silly", "keyboard"]
    every = [line for deck in found.values() for line in deck]
    assert [len(deck) for deck in found.values()] == [40, 40, 40]
    assert len(set(every)) == 120
    assert all(clean(line) == line and len(line) <= LONGEST_FORFEIT for line in every)


def test_equal_draws_give_equal_dares_and_all_of_them_come_up() -> None:
    drawn = [dare("gentle", draw) for draw in range(0, 4096 * 400, 4096)]
    assert drawn == [dare("gentle", draw) for draw in range(0, 4096 * 400, 4096)]
    assert set(drawn) == set(decks("en")["gentle"])


def test_a_language_without_decks_has_the_english_ones() -> None:
    assert decks("tlh") == decks("en")
