"""What people type, read: faces by their many names (RULES.md section 1), and quantities.

Whatever we say ourselves is read, in the language that is spoken, and in English always.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from gettext import NullTranslations

from bot.words.dice import DIE, face_name, nicknames
from bot.words.language import pgettext, speaking, spoken_language
from engine.core.dice import FACES

Meanings = dict[str, int]


def read_face(text: str) -> int | None:
    """Return the face that `text` names: a digit 1-6, a picture, or a name in any case; None for anything else."""
    return faces_by_name(spoken_language()).get(text.strip().casefold())


def read_quantity(text: str) -> int | None:
    """Return the number that `text` names, in up to four digits or in words up to twenty; None for anything else."""
    word = text.strip().casefold()
    if word.isascii() and word.isdigit() and len(word) <= 4:
        return int(word)
    return numbers_by_name(spoken_language()).get(word)


def read_bid(text: str) -> tuple[int | None, int | None]:
    """The quantity and the face that `text` names: "5 ducks", "4x3", "five sixes", "5 of 6", "sixes, five".

    None stands for what is not in it, or cannot be read; with two bare numbers the first is the quantity.
    """
    words = _words(text)
    parts = _parts(words)
    for first, second in parts:
        if read_quantity(first) is not None and read_face(second) is not None:
            return read_quantity(first), read_face(second)
    for first, second in parts:
        if not first.isdigit() and read_face(first) is not None and read_quantity(second) is not None:
            return read_quantity(second), read_face(first)
    quantity = read_quantity(" ".join(words[:1]))
    return quantity, read_face(" ".join(words[1:])) or (read_face(" ".join(words)) if quantity is None else None)


def may_become(text: str, quantity: int, face: int) -> bool:
    """Whether somebody who has typed `text` so far may be on the way to this bid."""
    read, words = read_bid(text), _words(text)
    if None not in read or not words:
        return not words or read == (quantity, face)
    numbers, faces = numbers_by_name(spoken_language()), faces_by_name(spoken_language())
    named = [name for name, meant in faces.items() if meant == face]
    counted = [str(quantity), *(name for name, meant in numbers.items() if meant == quantity)]
    whole = " ".join(words)
    return any(name.startswith(whole) for name in (*named, *counted)) or any(
        read_quantity(first) == quantity and any(name.startswith(rest) for name in named)
        for first, rest in _parts(words)
    )


def _words(text: str) -> list[str]:
    """Return the words of a typed bid that mean something."""
    return [word for word in _WORD.findall(_FACE_IN_DIGITS.sub(_as_die, text.casefold())) if word not in _fillers()]


def _parts(words: list[str]) -> list[tuple[str, str]]:
    """Return every way to cut the words in two."""
    return [(" ".join(words[:at]), " ".join(words[at:])) for at in range(len(words) + 1)]


_WORD = re.compile(r"\d+|[⚀-⚅]|[^\W\d_]+")
_FACE_IN_DIGITS = re.compile(r"(?<!\d)([1-6])['’]?s\b")
"""Matches a face as in "five 6s"."""


def _as_die(face: re.Match[str]) -> str:
    return DIE[int(face[1])]


def _fillers() -> frozenset[str]:
    """Return the words that may stand between quantity and face, and mean nothing."""
    return _fillers_of(spoken_language())


@lru_cache(maxsize=64)
def _fillers_of(_language: NullTranslations) -> frozenset[str]:
    def small_words() -> Meanings:
        small = pgettext("small words in a typed bid, between blanks", "x of times at least i bid say dice die")
        return dict.fromkeys(small.split(), 0)

    return frozenset(_also_in_english(small_words))


@lru_cache(maxsize=64)
def faces_by_name(_language: NullTranslations) -> Meanings:
    """Return the face for every way in which one is typed."""
    signs = {sign: face for face in FACES for sign in (str(face), DIE[face])}
    return signs | _also_in_english(lambda: {name: face for face in FACES for name in _names(face)})


@lru_cache(maxsize=64)
def numbers_by_name(_language: NullTranslations) -> Meanings:
    """Return the number for every word from 1 to 20."""
    return _also_in_english(lambda: {word: number for number in range(1, 21) for word in _number(number)})


def _also_in_english(meanings: Callable[[], Meanings]) -> Meanings:
    with speaking(""):
        english = meanings()
    return english | {word.casefold(): meant for word, meant in meanings().items()}


def _names(face: int) -> list[str]:
    """Return what we call a face and what people call it."""
    return [face_name(face, 1), face_name(face), *nicknames(face)]


def _number(number: int) -> list[str]:
    """Return the words for a number from 1 to 20."""
    words = pgettext(
        "the numbers from 1 to 20, between blanks; other words for one of them after a stroke",
        "one/a/an two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty",
    ).split()
    return words[number - 1].split("/") if number <= len(words) else []
