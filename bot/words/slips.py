"""Correct slips of one letter in typed bids and claims: "4 onse" is meant as "4 ones"."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from gettext import NullTranslations

from bot.words.faces_and_numbers import Meanings, known_faces, numbers_by_name
from bot.words.language import spoken_language
from bot.words.vocabulary import without_wishes

_LETTERS = re.compile(r"[^\W\d_]{3,}")
"""Matches a word that is long enough to be corrected."""


def corrected(text: str, others: Iterable[str] = ()) -> str:
    """Return a typed bid in plain form, with slips of one letter in names of faces and numbers corrected.

    A word stays as it is if it is known, or if it may be a slip of words with different meanings. `others` are further
    known words, each with a meaning of its own.
    """
    known: dict[str, object] = {**{word: word for word in others}, **_known(spoken_language())}
    return _LETTERS.sub(lambda found: _meant(found[0], known), without_wishes(text))


def _meant(word: str, known: Mapping[str, object]) -> str:
    """Return the known word of which `word` is a slip, or `word` itself. Swapped letters are the usual slip.

    Of words with the same meaning, one with the same ending is preferred: "fivs" is a plural.
    """
    swapped = [name for name in known if is_swapped(word, name)]
    near = swapped or [name for name in known if is_off_by_one(word, name)]
    if word in known or len({known[name] for name in near}) != 1:
        return word
    return min(near, key=lambda name: name[-1] != word[-1])


@lru_cache(maxsize=64)
def _known(language: NullTranslations) -> Meanings:
    """Return a mapping from single words for faces and numbers to what they name."""
    meanings = known_faces() | numbers_by_name(language)
    return {word: meant for word, meant in meanings.items() if word.isalpha()}


def is_swapped(typed: str, word: str) -> bool:
    """Return whether two neighboring letters of `word` were swapped."""
    rest, meant = _differing(typed, word)
    return len(rest) > 1 and rest[:2] == meant[1::-1] and rest[2:] == meant[2:]


def is_off_by_one(typed: str, word: str) -> bool:
    """Return whether one letter of `word` was left out, added or replaced."""
    rest, meant = _differing(typed, word)
    return rest != meant and (rest[1:] == meant[1:] or rest[1:] == meant or rest == meant[1:])


def _differing(typed: str, word: str) -> tuple[str, str]:
    """Return both words from the first letter on in which they differ."""
    pairs = enumerate(zip(typed, word, strict=False))
    same = next((at for at, (one, other) in pairs if one != other), min(len(typed), len(word)))
    return typed[same:], word[same:]
