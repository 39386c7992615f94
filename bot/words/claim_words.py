"""The words in which people name a hand, each with what it can mean."""

import re
import unicodedata
from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple

from bot.words.reading import read_face, read_quantity

MOST_PARTS = 30
"""Words of a claim that mean something."""


class Is(Enum):
    """What a word can be."""

    NUMBER = auto()  # a face or a count: "2", "two"
    FACE = auto()  # a face alone: "ace", a picture
    FACES = auto()  # "twos", "2s", "aces"
    HEAD = auto()  # so many of the face that follows: "pair"
    TWO_PAIRS = auto()
    FULL = auto()
    STRAIGHT = auto()
    HIGH = auto()
    SIZE = auto()  # of a straight
    TO = auto()  # only a straight goes from somewhere to somewhere
    OF_A_KIND = auto()
    TIMES = auto()
    A = auto()
    COMMA = auto()
    AND = auto()
    WITH = auto()
    OVER = auto()


class Part(NamedTuple):
    """A word with its meaning; `value` is a face, a count, or the highest die of a straight."""

    means: Is
    value: int
    word: str


_WORDS: dict[str, tuple[Is, int]] = {
    word: (means, value)
    for means, value, words in (
        (Is.HEAD, 2, "pair"),
        (Is.HEAD, 3, "trip trips triple triples triplet triplets set"),
        (Is.HEAD, 4, "quad quads quadruple quadruples quadruplets poker"),
        (Is.HEAD, 5, "quint quints quintuple quintuples quintuplets"),
        (Is.TWO_PAIRS, 0, "pairs twopair twopairs"),
        (Is.FULL, 0, "full house fullhouse boat fullboat"),
        (Is.STRAIGHT, 0, "straight run"),
        (Is.HIGH, 0, "high highcard"),
        (Is.SIZE, 5, "small little short"),
        (Is.SIZE, 6, "large big long"),
        (Is.TO, 0, "to from up"),
        (Is.OF_A_KIND, 0, "ofakind"),
        (Is.TIMES, 0, "x × *"),
        (Is.A, 1, "a an"),
        (Is.COMMA, 0, ", ; : . / ( )"),
        (Is.AND, 0, "and & + n plus then"),
        (Is.WITH, 0, "with w kicker kickers"),
        (Is.OVER, 0, "over"),
    )
    for word in words.split()
}
# Words without weight. "Other", "dice" and "no" are not among them: "two other dice" names no twos.
_SILENT = frozenset(["of", "the", "i", "ive", "its", "say", "claim", "have", "got", "my", "just", "only", "card"])
_OF_A_KIND = re.compile(r"\bof\W+(?:an?\W+)?kind\b")
_WORD = re.compile(r"[⚀-⚅×,;:./()&+]|(?<=[0-9])\*(?=[0-9])|[0-9]+s?(?![^\W0-9_x])|[^\W0-9_]+|[0-9]+")
_FIVE_DICE = re.compile(r"[1-6]{5}")
KINDS = (Is.HEAD, Is.TWO_PAIRS, Is.FULL, Is.STRAIGHT, Is.HIGH, Is.OF_A_KIND)
FACE_LIKE = (Is.NUMBER, Is.FACE, Is.FACES)
JOINS = (Is.COMMA, Is.AND, Is.WITH, Is.OVER)
DANGLING = (Is.AND, Is.WITH, Is.OVER, Is.A, Is.TO)


def parts_of(text: str) -> list[Part] | None:
    """The words that mean something; None where one is not understood."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("'", "").replace("’", "")
    parts = []
    for word in _WORD.findall(_OF_A_KIND.sub("ofakind", plain)):
        if _FIVE_DICE.fullmatch(word):
            parts += [Part(Is.NUMBER, int(digit), digit) for digit in word]
        elif word not in _SILENT:
            if (part := _part(word)) is None:
                return None
            parts.append(part)
    if parts and parts[-1].word.startswith("kicker"):  # "with a 5 kicker"
        parts.pop()
    return parts if len(parts) <= MOST_PARTS else None


def _part(word: str) -> Part | None:
    if word in _WORDS:
        return Part(*_WORDS[word], word)
    single = word.removesuffix("s")
    number = None if single in ("a", "an") else read_quantity(single)
    face = number if number is not None else read_face(word)
    if face is None or face > 99:  # no die, and no slip of the finger either
        return None
    if word.endswith("s"):
        return Part(Is.FACES, face, word)
    return Part(Is.FACE if number is None else Is.NUMBER, face, word)


def with_heads(parts: Sequence[Part]) -> list[Part] | None:
    """Numbers that count become heads: "three fives", "3 of a kind", "5x6", "two pair"."""
    kindless = not any(part.means in KINDS for part in parts)
    result: list[Part] = []
    for part in parts:
        last = result[-1] if result else None
        if last is None or last.means is not Is.NUMBER:
            result.append(part)
        elif part.word in ("pair", "pairs"):  # "two pair" is a kind; "three pair" is no hand
            if last.value not in (1, 2) or (last.value == 1 and part.word == "pairs"):
                return None
            result[-1] = part if last.value == 1 else part._replace(means=Is.TWO_PAIRS)
        elif part.means in (Is.OF_A_KIND, Is.TIMES, Is.FACES) or (part.means is Is.FACE and kindless):
            if last.value not in (1, 2, 3, 4, 5):
                return None
            result[-1] = last._replace(means=Is.A if last.value == 1 else Is.HEAD)
            if part.means in (Is.FACE, Is.FACES):
                result.append(part)
        else:
            result.append(part)
    return result
