"""Read the words of typed bids that the catalogues do not have. Each language has a file with such words.

In these files, such as `typed/en.toml`, anybody can add an expression without writing code. The English words count in
every language. Words are compared without case, accents and wide characters (`plain`).
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from bot.words.language import ENGLISH, spoken_key

FOLDER = Path(__file__).with_name("typed")

_ACCENTS = re.compile("[\u0300-\u036f]")

AROUND = ' .,;:!?¡¿。、！？*_"“”«»„「」'
"""Characters that mean nothing at the beginning and the end of typed text."""

_SIGN = re.compile(r"(?:(?<!\w)|(?<=\dx))(?<!\d\s)[-−–—+](?=\d)")
"""Matches a sign that belongs to a number, not a dash between words or numbers."""

_KANJI = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def plain(text: str) -> str:
    """Return typed text in a form for comparison: without case, accents and wide characters."""
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold()))
    return unicodedata.normalize("NFC", bare).replace("×", "x").replace("’", "'").strip()


def ways() -> tuple[str, ...]:
    """Return the patterns of typed bids that the catalogue does not have, such as "{n} of a {face}"."""
    return _listed("bids", "ways")


def unclear_ways() -> tuple[str, ...]:
    """Return the patterns of bids in which either of two numbers may be the face, such as "3の4"."""
    return _listed("bids", "unclear")


def small_words() -> frozenset[str]:
    """Return the words in a bid that mean nothing, such as "of"."""
    return frozenset(_listed("bids", "small"))


def counters() -> frozenset[str]:
    """Return the words after a number that mark it as the quantity, such as "times" or 個."""
    return frozenset(_listed("bids", "counters"))


def words_of_bids(name: str) -> tuple[str, ...]:
    """Return the words that call a bid `name`, "pure" or "fly", in plain form.

    The words "show" come before or after dice that are shown with a bid. The words "also" come between two of them.
    """
    return _listed("bids", name)


def wilds() -> frozenset[str]:
    """Return the words for dice of the wild number."""
    return frozenset(_listed("bids", "wilds"))


def more_faces() -> dict[str, int]:
    """Return a mapping from names of faces to faces, for names that the catalogue does not have."""
    named = [(name, int(face)) for table in _tables("faces") for face, names in table.items() for name in names]
    return {plain(name): face for name, face in named}


def hand_words() -> dict[str, int]:
    """Return the words that name both a face and a hand, with the hand's number of equal dice: four for "quadra"."""
    return _hand_words(_key())


@lru_cache(maxsize=16)
def _hand_words(_language: str) -> dict[str, int]:
    words = [found for table in _tables("hands") for found in table.get("words", {}).items()]
    return {plain(word): many for word, many in words}


def counted_hand_words() -> frozenset[str]:
    """Return the hand words that can only be a face if a number comes before them: "5 Fuenfer".

    They do not include the bot's own names of faces.
    """
    return frozenset(_listed("hands", "counted"))


def words_of() -> frozenset[str]:
    """Return the words that may come between a hand and its face: "quadra *de* 5"."""
    return frozenset(_listed("hands", "of"))


def words_between() -> frozenset[str]:
    """Return the words that may come between a face and the hand after it: "5*の*フォー"."""
    return frozenset(_listed("hands", "between"))


def calls(name: str) -> tuple[str, ...]:
    """Return the words for the call `name` ("liar", "exact" or "double") that the catalogue does not have."""
    return _listed("calls", name)


def more_numbers() -> dict[str, int]:
    """Return a mapping from words to numbers, for words that the catalogues do not have: "a dozen" is 12."""
    return {plain(word): many for table in _tables("numbers") for word, many in table.get("words", {}).items()}


def alike() -> dict[str, int]:
    """Return names of hands that also mean a number of equal dice in a bid: "a pair of sixes" is a bid of two sixes."""
    return _alike(_key())


@lru_cache(maxsize=16)
def _alike(_language: str) -> dict[str, int]:
    return {plain(word): many for table in _tables("hands") for word, many in table.get("alike", {}).items()}


def named_dice() -> dict[str, tuple[int, int]]:
    """Return the names of whole bids or hands, such as "snake eyes", with their quantities and faces."""
    return _named_dice(_key())


@lru_cache(maxsize=16)
def _named_dice(_language: str) -> dict[str, tuple[int, int]]:
    named = [found for table in _tables("hands") for found in table.get("named", {}).items()]
    return {plain(words): (many, face) for words, (many, face) in named}


def in_usual_words(text: str) -> str:
    """Return plain text with the bot's own names of hands instead of others: "スリーカード" instead of "3カード"."""
    pattern, names = _usual(_key())
    return pattern.sub(lambda found: names[found[0]], text)


@lru_cache(maxsize=16)
def _usual(_language: str) -> tuple[re.Pattern[str], dict[str, str]]:
    named = [found for table in _tables("hands") for found in table.get("same", {}).items()]
    names = {plain(name): plain(usual) for name, usual in named}
    return re.compile("|".join(longest_first(names)) or "$."), names


def named_straights() -> dict[str, int]:
    """Return the names of straights that do not say a face, such as "small straight", with their highest faces."""
    return {plain(words): face for table in _tables("hands") for words, face in table.get("straights", {}).items()}


def numbers_above(known: Mapping[str, int]) -> dict[str, int]:
    """Return a mapping from words to numbers above 20. The words combine tens with the `known` words for units."""
    found: dict[str, int] = {}
    more = more_numbers()
    joined = {word: unit for word, unit in known.items() if word not in more}
    for table in _tables("numbers"):
        most = table.get("units", 9)
        units = [(word, unit) for word, unit in joined.items() if unit <= most]
        for ten, names in table["tens"].items():
            found |= {plain(name): int(ten) for name in names if int(ten) > 20}
            found |= {
                plain(way.format(tens=name, unit=word)): int(ten) + unit
                for way in table["ways"]
                for name in names
                for word, unit in units
            }
    return {word: number for word, number in found.items() if word not in known}


def without_wishes(text: str) -> str:
    """Return typed text in plain form, without the polite words around a bid, such as "we have ..." or "... please"."""
    whole = " ".join(plain(text).split()).strip(AROUND)
    before, after = _wishes(_key())
    rest = ""
    while rest != whole and whole:
        rest = whole
        if (found := before.match(whole)) or (found := after.search(whole)):
            whole = (whole[: found.start()] + whole[found.end() :]).strip(AROUND)
    return whole


def has_sign(text: str) -> bool:
    """Return whether a number in `text` has a sign: "-2x3", "+2 threes", "minus two threes"."""
    return _SIGN.search(plain(text)) is not None or without_wishes(text).startswith(_listed("bids", "signs"))


@lru_cache(maxsize=16)
def _wishes(_language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of the polite words before and after a bid. Longer expressions are tried first.

    Except in Japanese and Chinese, a word boundary has to separate these words from the bid.
    """
    before = "|".join(f"{word}{edge(word)}" for word in longest_first(_listed("bids", "before")))
    after = "|".join(f"{edge(word)}{word}" for word in longest_first(_listed("bids", "after")))
    return re.compile(f"(?:{before})"), re.compile(f"(?:{after})$")


def longest_first(words: Iterable[str]) -> list[str]:
    """Return patterns that match these words, longer words first."""
    return sorted(map(re.escape, words), key=len, reverse=True)


def edge(word: str) -> str:
    """Return a pattern for the edge of a word. Japanese and Chinese words need none."""
    return "" if _KANJI.search(word) else r"(?:\b|(?<=\d)|(?=\d))"


def _listed(section: str, name: str) -> tuple[str, ...]:
    """Return the words of a list in the current language's file and in the English file, in plain form."""
    return _listed_in(_key(), section, name)


@lru_cache(maxsize=256)
def _listed_in(_language: str, section: str, name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(plain(word) for table in _tables(section) for word in table.get(name, ())))


def _tables(section: str) -> list[dict[str, Any]]:
    """Return a section of the current language's file, followed by the same section of the English file."""
    return [_file(key).get(section, {}) for key in dict.fromkeys((_key(), ENGLISH))]


def _key() -> str:
    """Return the key of the current language's file, or English if the language has no file."""
    return _key_of(spoken_key())


@lru_cache(maxsize=64)
def _key_of(language: str) -> str:
    return language if (FOLDER / f"{language}.toml").exists() else ENGLISH


@lru_cache(maxsize=16)
def _file(key: str) -> dict[str, Any]:
    with (FOLDER / f"{key}.toml").open("rb") as file:
        return tomllib.load(file)
