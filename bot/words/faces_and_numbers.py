"""Read the names of faces and numbers that people type, in the current language and always in English."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from gettext import NullTranslations

from bot.words import vocabulary
from bot.words.dice import DIE, face_name, nicknames
from bot.words.language import pgettext, speaking, spoken_language
from bot.words.vocabulary import plain
from engine.core.dice import FACES

Meanings = dict[str, int]

WILD = 0
"""The value that takes the place of the face in a bid on wild dice, such as "5 wilds".

The table knows which number is wild.
"""

MOST = 9999
"""The largest quantity that is read. A larger number is read as this one, and no table has this many dice."""


def read_face(text: str) -> int | None:
    """Return the face that `text` names, or None.

    A face may be typed as a digit 1-6, as a picture, or as a name in any case.
    """
    return faces_by_name(spoken_language()).get(plain(text))


def read_quantity(text: str) -> int | None:
    """Return the number that `text` names in digits or in words, at most `MOST`, or None for any other text."""
    word = plain(text)
    if word.isascii() and word.isdigit():
        return int(word) if len(word) <= 4 else MOST
    language = spoken_language()
    return numbers_by_name(language).get(word) or above_twenty(language)[0].get(word)


@lru_cache(maxsize=64)
def faces_by_name(_language: NullTranslations) -> Meanings:
    """Return a mapping to faces from each name or sign that people may type for them."""
    signs = {sign: face for face in FACES for sign in (str(face), DIE[face])}
    named = also_in_english(lambda: {name: face for face in FACES for name in _names(face)})
    return vocabulary.more_faces() | signs | named


def known_faces() -> Meanings:
    """Return a mapping from the names of faces to faces, and from words for wild dice to `WILD`.

    A word with both meanings counts as the name of a face.
    """
    return _faces_and_wilds(spoken_language())


@lru_cache(maxsize=64)
def _faces_and_wilds(language: NullTranslations) -> Meanings:
    return dict.fromkeys(vocabulary.wilds(), WILD) | faces_by_name(language)


@lru_cache(maxsize=64)
def numbers_by_name(_language: NullTranslations) -> Meanings:
    """Return a mapping from words for numbers, such as the words for 1 to 20, to the numbers."""
    counted = also_in_english(lambda: {word: number for number in range(1, 21) for word in _number(number)})
    return vocabulary.more_numbers() | counted


def also_in_english(meanings: Callable[[], Meanings]) -> Meanings:
    """Return the meanings of words in the current language and in English. The current language has priority."""
    with speaking(""):
        english = meanings()
    return english | {plain(word): meant for word, meant in meanings().items()}


def _names(face: int) -> list[str]:
    """Return all names of a face: the bot's names and the nicknames that people use."""
    return [face_name(face, 1), face_name(face), *nicknames(face)]


def _number(number: int) -> list[str]:
    """Return the words for a number from 1 to 20."""
    words = pgettext(
        "the numbers from 1 to 20, between blanks; other words for one of them after a stroke",
        "one/a/an two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty",
    ).split()
    return words[number - 1].split("/") if number <= len(words) else []


@lru_cache(maxsize=64)
def above_twenty(language: NullTranslations) -> tuple[Meanings, re.Pattern[str]]:
    """Return a mapping from words to numbers above 20, and a pattern that matches any of these words."""
    above = vocabulary.numbers_above(numbers_by_name(language))
    return above, re.compile(rf"(?<![a-z])(?:{any_of(above)})(?![a-z])")


def any_of(names: Iterable[str]) -> str:
    """Return a pattern that matches any of these names, trying longer names first."""
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
