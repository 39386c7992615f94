"""Turn a typed claim into a key: the faces, numbers and kinds of hands that it names.

The key does not depend on which of their names were typed.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from gettext import NullTranslations
from itertools import product
from typing import NamedTuple

from bot.screens.families.poker_cup.ranking import words_of
from bot.words import vocabulary as typed
from bot.words.dice import face_name, nickname
from bot.words.faces_and_numbers import any_of, faces_by_name, numbers_by_name, read_quantity
from bot.words.language import pgettext, speaking, spoken_language
from bot.words.reading import is_hand
from bot.words.vocabulary import plain
from engine.core.dice import FACES
from engine.poker_cup.ranking import EVERY

Key = tuple[str, ...]
"""The meaningful words of a claim. Faces and numbers are digits, and "fives" is "5s"."""

WORD = re.compile(
    r"[⚀-⚅]|[1-6]er(?![^\W\d_])|[0-9]+(?:'?s(?![^\W\d_]))?|[ぁ-ゖ]+|[ァ-ヺー]+|[一-鿿々]+|[^\W\d_ぁ-ゖァ-ヺー一-鿿々]+"
)
"""Matches a word, or a German "3er". Japanese has no blanks, but its script changes from word to word."""


def key(text: str) -> Key:
    """Return the key of a text, read word by word."""
    return key_of(vocabulary(spoken_language()).words(text))


def key_of(words: Iterable[str]) -> Key:
    """Return the key of the words of a text."""
    return tuple(filter(None, map(vocabulary(spoken_language()).meaning, words)))


def readings(text: str) -> list[Key]:
    """Return the possible keys of a typed text, the likeliest first.

    The first key reads the text word by word. The second key reads a number before a face's nickname as a count. More
    keys are needed because a nickname may mean one die or several, because French "un" may be an article or a
    number, because the kind of hand may come last, and because other words may join the dice.
    """
    own = vocabulary(spoken_language())
    words = own.words(text)
    key = [own.meaning(word) for word in words]
    faces = [own.nicknames.get(word, 0) for word in words]
    counted = [
        f"{face}s" if face and before.isdigit() else meant
        for meant, face, before in zip(key, faces, ["", *key], strict=False)
    ]
    either = [(meant, f"{face}s", str(face)) if face else (meant,) for meant, face in zip(key, faces, strict=True)]
    others = product(*either) if sum(map(bool, faces)) <= EVERY.dice else ()
    last = [found for found in (_kind_first(key), _unjoined(key)) if found]
    return list(dict.fromkeys(tuple(filter(None, each)) for each in (key, counted, *others, *last)))


def _unjoined(key: list[str]) -> list[str]:
    """Return a key that begins with its kind of hand, without the words that join dice, or [] for any other key.

    The bot joins three dice with one word, but players may use a word before each die: "six-high with 4 and 2 and 1".
    """
    names_kind = key[:1] and (key[0] in vocabulary(spoken_language()).kinds or key[0] in _KINDS.values())
    return [word for word in key if word != JOIN] if names_kind and JOIN in key[2:] and key[1] != JOIN else []


def _kind_first(key: list[str]) -> list[str]:
    """Return a key with its kind of hand first and without the words that join dice, or [] if it names no kind.

    German "Vierer-Drilling" and "Drilling mit Vieren" are both three fours. Except in a full house, a join before a
    single die adds another die ("pair with a 5"). "Two pair" are not a pair of twos. So both are left alone.
    """
    own = vocabulary(spoken_language())
    words = [word for word in key if word != JOIN]
    kind = next((word for word in words if word in own.kinds or word in _KINDS.values()), "")
    before = words[: words.index(kind)] if kind else []
    after = words[len(before) + 1 :]
    joins_two = len(words) == len(key) or kind == "full"
    to_be_plural = before if joins_two else [*before, *after]
    is_clear = all(word[:-1].isdigit() and word.endswith("s") for word in filter(None, to_be_plural))
    is_clear = is_clear or (not own.has_plurals and len(key) == 2 and before != ["2"])
    return [kind, *before, *after] if kind and is_clear else []


class ByHand(NamedTuple):
    """A claim in which a word that can be a face or a hand is read as a hand.

    `is_certain` is True if that word cannot be a face here. `is_counted` is True if a number before the word makes a
    face likely.
    """

    said: list[str]
    is_certain: bool
    is_counted: bool = False


def by_hand(text: str) -> ByHand | None:
    """Return the claim that reads an ambiguous word as a hand, or None if no word can be either a face or a hand.

    In Portuguese, "quadra de 5" is certainly a hand, but "quadra 5" and "5 quadra" may be dice. The bot itself says "5
    quadras" for dice.
    """
    hands, words = typed.hand_words(), vocabulary(spoken_language()).written(text)
    if len(words) > 2 and words[0] in vocabulary(spoken_language()).silent and words[1] in hands:
        words = words[1:]  # an article
    match words:
        case [first, between, hand, *rest] if between in typed.words_between() and hand in hands and _face(first):
            return ByHand([_KINDS[hands[hand]], _face(first), *rest], is_certain=True)
        case [number, hand, *rest] if _face(number) and hand in hands:
            return (
                ByHand([_KINDS[hands[hand]], _face(number), *rest], False, is_counted=True)
                if is_hand(number, hand)
                else None
            )
        case [hand, *rest] if hand in hands:
            return _before_face(_KINDS[hands[hand]], rest)
        case _:
            return None


def _before_face(kind: str, words: list[str]) -> ByHand | None:
    """Return the claim of a hand of this `kind` whose faces are given by `words`.

    Return None if `words` do not begin with a face.
    """
    small = 0
    while words[small:] and words[small] in typed.words_of() | typed.words_between():
        small += 1
    face = _face(words[small]) if words[small:] else ""
    is_certain = not typed.words_of().isdisjoint(words[:small]) or read_quantity("".join(words[small:][:1])) is None
    return ByHand([kind, face, *words[small + 1 :]], is_certain) if face else None


def _face(word: str) -> str:
    """Return the word of a key for several dice of a face ("5s"), or "" if `word` is no face."""
    meant = vocabulary(spoken_language()).meanings.get(word, word).rstrip("s")
    return f"{meant}s" if meant in map(str, FACES) else ""


_KINDS = {2: "pair", 3: "trips", 4: "quads", 5: "quints", 6: "six alike"}
"""The names of hands by the number of equal dice. Six equal dice cannot be claimed."""


JOIN = "+"
"""The mark in a key for any word that joins dice: "fours *and* twos", "a pair *with* a six"."""


class Vocabulary(NamedTuple):
    """The words of claims in one language.

    - `silent`: words without a meaning of their own, such as articles. `joins`: words that join dice. In a key each of
      them is `JOIN`.
    - `meanings`: the meanings of faces and numbers as digits, with an s for several dice.
    - `nicknames`: other names of faces. `kinds`: words that name a kind of hand.
    """

    silent: frozenset[str]
    joins: frozenset[str]
    meanings: dict[str, str]
    nicknames: dict[str, int]
    kinds: tuple[str, ...]
    has_plurals: bool

    def words(self, text: str) -> list[str]:
        """Return the words of a text that may have a meaning."""
        return [word for word in self.written(text) if word not in self.silent or word in self.nicknames]

    def written(self, text: str) -> list[str]:
        """Return all words of a text."""
        return [part for word in WORD.findall(plain(text)) for part in _parts(spoken_language(), word)]

    def names_hand(self, text: str) -> bool:
        """Return whether a word of the text can be a face or a hand."""
        return not typed.hand_words().keys().isdisjoint(self.written(text))

    def meaning(self, word: str) -> str:
        """Return the meaning of a word in a key, or "" if the word probably has no meaning of its own."""
        if word in self.silent:
            return ""
        return JOIN if word in self.joins else self.meanings.get(word, word.replace("'", ""))


@lru_cache(maxsize=1024)
def _parts(language: NullTranslations, word: str) -> tuple[str, ...]:
    """Return the parts of a word that joins a kind of hand and a face without a blank ("エースハイ").

    A word in Chinese characters may be a whole claim ("葫蘆三帶二"), and is split into known words. Return any other
    word as its only part.
    """
    own = vocabulary(language)
    if any(word in known for known in (own.silent, own.joins, own.meanings, own.kinds)):
        return (word,)
    for kind in own.kinds:
        if (face := word.removeprefix(kind)) != word and face in own.meanings:
            return kind, face
        if (face := word.removesuffix(kind)) != word and face in own.meanings:
            return face, kind
    parts = _known_han(language).findall(word) if _HAN.fullmatch(word) else []
    return tuple(parts) if "".join(parts) == word and parts else (word,)


_HAN = re.compile("[一-鿿々]+")


@lru_cache(maxsize=8)
def _known_han(language: NullTranslations) -> re.Pattern[str]:
    """Return a pattern that matches any known word in Chinese characters."""
    own = vocabulary(language)
    known = {*own.silent, *own.joins, *own.meanings, *own.kinds}
    return re.compile(any_of(filter(_HAN.fullmatch, known)) or "$.")


@lru_cache(maxsize=8)
def vocabulary(language: NullTranslations) -> Vocabulary:
    """Return the words of claims in a language and in English."""
    faces, numbers = faces_by_name(language), numbers_by_name(language)
    meanings = {word: _KINDS[many] for word, many in typed.alike().items()}
    meanings |= {word: str(number) for word, number in numbers.items()}
    meanings |= {word: f"{face}s" if word.endswith("s") else str(face) for word, face in faces.items()}
    meanings |= {plain(word): f"{face}s" for face in FACES for word in (face_name(face), nickname(face))}
    meanings |= {plain(face_name(face, 1)): str(face) for face in FACES}
    own = {plain(face_name(face, many)) for face in FACES for many in (1, 2)}
    nicknames = {
        word: face for word, face in faces.items() if word.isalnum() and not word.isdigit() and word not in own
    }
    said = " ".join(words.format(single=" ", first=" ", second=" ") for kind in EVERY.kinds for words in words_of(kind))
    kinds = tuple(sorted({*WORD.findall(plain(said))}, key=len, reverse=True))
    has_plurals = any(face_name(face, 1) != face_name(face) for face in FACES)
    return Vocabulary(in_both_languages(_silent), in_both_languages(_joining), meanings, nicknames, kinds, has_plurals)


def in_both_languages(words: Callable[[], str]) -> frozenset[str]:
    """Return the words that `words` lists, in the current language and in English."""
    with speaking(""):
        english = words()
    return frozenset([*english.split(), *plain(words()).split()])


def _silent() -> str:
    return pgettext("words of a claim without weight, between blanks", "a an the of kind house card")


def _joining() -> str:
    return pgettext("words that join the dice of a claim, between blanks", "and with over to")
