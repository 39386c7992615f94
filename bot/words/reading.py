"""Reading of typed text: faces by their many names (RULES.md section 1), quantities, bids by patterns, and calls.

Everything that the bot itself writes can be read, in the current language and always in English. Capitals, accents and
the width of characters make no difference.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from gettext import NullTranslations
from typing import Literal, get_args

from bot.words.dice import DIE, face_name, nicknames
from bot.words.language import pgettext, speaking, spoken_language
from engine.core.dice import FACES, AnyBid

Meanings = dict[str, int]

Call = Literal["liar", "exact"]
"""The calls instead of a bid: that the bid is a lie, or that it is exactly right."""

_ACCENTS = re.compile("[\u0300-\u036f]")


def plain(text: str) -> str:
    """Return typed text for comparison: without capitals, accents and wide characters."""
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold()))
    return unicodedata.normalize("NFC", bare).replace("×", "x").strip()


def read_face(text: str) -> int | None:
    """Return the face that `text` names: a digit 1-6, a picture, or a name in any case; None for anything else."""
    return faces_by_name(spoken_language()).get(plain(text))


def read_quantity(text: str) -> int | None:
    """Return the number that `text` names, in up to four digits or in words up to twenty; None for anything else."""
    word = plain(text)
    if word.isascii() and word.isdigit() and len(word) <= 4:
        return int(word)
    return numbers_by_name(spoken_language()).get(word)


def read_bid(text: str) -> tuple[int | None, int | None]:
    """Return the quantity and the face in `text`: "5 ducks", "4x3", "five sixes", "5 of 6", "sixes, five".

    A part that is missing or cannot be read is None; of two bare numbers the first is the quantity.
    """
    whole = " ".join(plain(text).split()).strip(_AROUND)
    for pattern in patterns(spoken_language()):
        if found := pattern.fullmatch(whole):
            return read_quantity(found["n"]), read_face(found["face"])
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


def read_call(text: str) -> Call | None:
    """Return the call in `text`: "liar", "dudo!", "exact"; None if it is not a call."""
    return _calls(spoken_language()).get(plain(text).strip(_AROUND))


def may_become(text: str, bid: AnyBid) -> bool:
    """Return whether `text`, typed so far, may become this bid."""
    read, words, quantity, face = read_bid(text), _words(text), bid.quantity, bid.face
    if None not in read or not words:
        return not words or read == (quantity, face)
    if any(said.startswith(" ".join(plain(text).split())) for said in _spellings(spoken_language(), quantity, face)):
        return True
    numbers, faces = numbers_by_name(spoken_language()), faces_by_name(spoken_language())
    named = [name for name, meant in faces.items() if meant == face]
    counted = [str(quantity), *(name for name, meant in numbers.items() if meant == quantity)]
    whole = " ".join(words)
    return any(name.startswith(whole) for name in (*named, *counted)) or any(
        read_quantity(first) == quantity and any(name.startswith(rest) for name in named)
        for first, rest in _parts(words)
    )


def _words(text: str) -> list[str]:
    """Return the meaningful words of a typed bid."""
    return [word for word in _WORD.findall(_FACE_IN_DIGITS.sub(_as_die, plain(text))) if word not in _fillers()]


def _parts(words: list[str]) -> list[tuple[str, str]]:
    """Return every way to split the words in two."""
    return [(" ".join(words[:at]), " ".join(words[at:])) for at in range(len(words) + 1)]


_WORD = re.compile(r"\d+|[⚀-⚅]|[^\W\d_]+")
_FACE_IN_DIGITS = re.compile(r"(?<!\d)([1-6])['’]?s\b")
"""Matches a face as in "five 6s"."""


def _as_die(face: re.Match[str]) -> str:
    return DIE[int(face[1])]


_AROUND = " .,;:!?¡¿。、！？"
"""Characters around typed text that mean nothing."""

_BLANK = r"(?:[\s,;:.]+|(?<=\d)(?=\D)|(?<=\D)(?=\d))"


@lru_cache(maxsize=64)
def patterns(language: NullTranslations) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of typed bids in a language; the first match counts."""
    found = {
        "{n}": rf"(?P<n>\d{{1,4}}|{_any_of(numbers_by_name(language))})",
        "{face}": rf"(?P<face>{_any_of(faces_by_name(language))})",
        " ": _BLANK,
    }
    ways = [[part for part in re.split(r"(\{n\}|\{face\}| )", way) if part] for way in _ways()]
    return tuple(re.compile(r"\s*".join(found.get(part, re.escape(part)) for part in way)) for way in ways)


def _any_of(names: Meanings) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


def _ways() -> list[str]:
    """Return the patterns of bids in the current language."""
    # Translators: every usual way to type a bid, the likeliest first; {n} is how many, {face} the face or its name.
    ways = pgettext("how a bid is typed, with strokes between", "{n} {face} / {n}x{face} / {n} of {face}")
    return [plain(way) for way in ways.split("/")]


@lru_cache(maxsize=4096)
def _spellings(language: NullTranslations, quantity: int, face: int) -> frozenset[str]:
    """Return every spelling of a bid."""
    counted = [str(quantity), *(name for name, meant in numbers_by_name(language).items() if meant == quantity)]
    named = [name for name, meant in faces_by_name(language).items() if meant == face]
    return frozenset(
        way.replace("{n}", many).replace("{face}", which) for way in _ways() for many in counted for which in named
    )


@lru_cache(maxsize=64)
def _calls(_language: NullTranslations) -> dict[str, Call]:
    def words() -> Meanings:
        lies = pgettext(
            "words that call a bid a lie, with strokes between", "liar/lie/doubt/i doubt it/bluff/dudo/bang"
        )
        right = pgettext("words that call a bid exactly right, with strokes between", "exact/exactly/spot on/calza")
        return {word: number for number, said in enumerate((lies, right)) for word in said.split("/")}

    return {word: get_args(Call)[number] for word, number in _also_in_english(words).items()}


def _fillers() -> frozenset[str]:
    """Return the words between quantity and face that mean nothing."""
    return _fillers_of(spoken_language())


@lru_cache(maxsize=64)
def _fillers_of(_language: NullTranslations) -> frozenset[str]:
    def small_words() -> Meanings:
        small = pgettext("small words in a typed bid, between blanks", "x of times at least i bid say dice die")
        return dict.fromkeys(small.split(), 0)

    return frozenset(_also_in_english(small_words))


@lru_cache(maxsize=64)
def faces_by_name(_language: NullTranslations) -> Meanings:
    """Return the face of every name or sign for one."""
    signs = {sign: face for face in FACES for sign in (str(face), DIE[face])}
    return signs | _also_in_english(lambda: {name: face for face in FACES for name in _names(face)})


@lru_cache(maxsize=64)
def numbers_by_name(_language: NullTranslations) -> Meanings:
    """Return the number of every word from 1 to 20."""
    return _also_in_english(lambda: {word: number for number in range(1, 21) for word in _number(number)})


def _also_in_english(meanings: Callable[[], Meanings]) -> Meanings:
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
