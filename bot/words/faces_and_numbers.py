"""Names of faces and numbers, as people type them: in the current language and always in English."""

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
"""The face of a bid of wild dice, whose number the table knows: "5 wilds"."""

MOST = 9999
"""The largest quantity that is read: a larger number counts as this one, which no table has."""


def read_face(text: str) -> int | None:
    """Return the face that `text` names: a digit 1-6, a picture, or a name in any case; None for anything else."""
    return faces_by_name(spoken_language()).get(plain(text))


def read_quantity(text: str) -> int | None:
    """Return the number that `text` names, in digits or in words, at most `MOST`; None for anything else."""
    word = plain(text)
    if word.isascii() and word.isdigit():
        return int(word) if len(word) <= 4 else MOST
    language = spoken_language()
    return numbers_by_name(language).get(word) or above_twenty(language)[0].get(word)


@lru_cache(maxsize=64)
def faces_by_name(_language: NullTranslations) -> Meanings:
    """Return the face of every name or sign for one."""
    signs = {sign: face for face in FACES for sign in (str(face), DIE[face])}
    named = also_in_english(lambda: {name: face for face in FACES for name in _names(face)})
    return vocabulary.more_faces() | signs | named


def known_faces() -> Meanings:
    """Return the face of every name, and `WILD` for dice of the wild number that have no number of their own."""
    return _faces_and_wilds(spoken_language())


@lru_cache(maxsize=64)
def _faces_and_wilds(language: NullTranslations) -> Meanings:
    return dict.fromkeys(vocabulary.wilds(), WILD) | faces_by_name(language)


@lru_cache(maxsize=64)
def numbers_by_name(_language: NullTranslations) -> Meanings:
    """Return the number of every word from 1 to 20."""
    return also_in_english(lambda: {word: number for number in range(1, 21) for word in _number(number)})


def also_in_english(meanings: Callable[[], Meanings]) -> Meanings:
    """Return meanings in the current language, and those in English of all other words."""
    with speaking(""):
        english = meanings()
    return english | {plain(word): meant for word, meant in meanings().items()}


def _names(face: int) -> list[str]:
    """Return our names for a face and other people's."""
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
    """Return the numbers above 20 in words, and the pattern of any of them."""
    above = vocabulary.numbers_above(numbers_by_name(language))
    return above, re.compile(rf"(?<![a-z])(?:{any_of(above)})(?![a-z])")


def any_of(names: Iterable[str]) -> str:
    """Return a pattern of any of these names, the longest first."""
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
