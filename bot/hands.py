"""Hands as people type and say them: words in, claims out, and back (K10, K11).

A claim is typed in any way that a bar would understand. Each word becomes a part; numbers that count ("three fives",
"three of a kind", "a pair of") become heads; what is left are the faces, with what joined them. The order in which
people name two pairs or other dice is put right here; everything else that K11 refuses is left to the engine.
"""

import re
import unicodedata
from collections.abc import Sequence
from enum import Enum, auto
from itertools import pairwise
from typing import NamedTuple

from bot.names import _, face_name, read_face, read_quantity
from engine.dice import FACES, Hand
from engine.single_cup.hands import STRAIGHTS, Claim, Kind, real_hand

LONGEST = 120
"""Characters of a typed claim; whoever writes more is telling a story."""
_MOST_PARTS = 30


class _Is(Enum):
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


class _Part(NamedTuple):
    """A word with its meaning; `value` is a face, a count, or the highest die of a straight."""

    means: _Is
    value: int
    word: str


class _Named(NamedTuple):
    """A face that was named: how many of it (0: not said), in the plural or not, and what joined it to the rest."""

    face: int
    many: int
    plural: bool
    after: _Is | None


_WORDS: dict[str, tuple[_Is, int]] = {
    word: (means, value)
    for means, value, words in (
        (_Is.HEAD, 2, "pair"),
        (_Is.HEAD, 3, "trip trips triple triples triplet triplets set"),
        (_Is.HEAD, 4, "quad quads quadruple quadruples quadruplets poker"),
        (_Is.HEAD, 5, "quint quints quintuple quintuples quintuplets"),
        (_Is.TWO_PAIRS, 0, "pairs twopair twopairs"),
        (_Is.FULL, 0, "full house fullhouse boat fullboat"),
        (_Is.STRAIGHT, 0, "straight run"),
        (_Is.HIGH, 0, "high highcard"),
        (_Is.SIZE, 5, "small little short"),
        (_Is.SIZE, 6, "large big long"),
        (_Is.TO, 0, "to from up"),
        (_Is.OF_A_KIND, 0, "ofakind"),
        (_Is.TIMES, 0, "x × *"),
        (_Is.A, 1, "a an"),
        (_Is.COMMA, 0, ", ; : . / ( )"),
        (_Is.AND, 0, "and & + n plus then"),
        (_Is.WITH, 0, "with w kicker kickers"),
        (_Is.OVER, 0, "over"),
    )
    for word in words.split()
}
# Words without weight. "Other", "dice" and "no" are not among them: "two other dice" names no twos.
_SILENT = frozenset(["of", "the", "i", "ive", "its", "say", "claim", "have", "got", "my", "just", "only", "card"])
_OF_A_KIND = re.compile(r"\bof\W+(?:an?\W+)?kind\b")
_WORD = re.compile(r"[⚀-⚅×,;:./()&+]|(?<=[0-9])\*(?=[0-9])|[0-9]+s?(?![^\W0-9_x])|[^\W0-9_]+|[0-9]+")
_FIVE_DICE = re.compile(r"[1-6]{5}")
_KINDS = (_Is.HEAD, _Is.TWO_PAIRS, _Is.FULL, _Is.STRAIGHT, _Is.HIGH, _Is.OF_A_KIND)
_FACE_LIKE = (_Is.NUMBER, _Is.FACE, _Is.FACES)
_JOINS = (_Is.COMMA, _Is.AND, _Is.WITH, _Is.OVER)
_DANGLING = (_Is.AND, _Is.WITH, _Is.OVER, _Is.A, _Is.TO)
_OF_COUNTS = {
    (2,): Kind.PAIR, (2, 2): Kind.TWO_PAIRS, (3,): Kind.TRIPS, (3, 2): Kind.FULL, (4,): Kind.QUADS, (5,): Kind.QUINTS,
}  # fmt: skip


def read_claim(text: str) -> Claim | None:
    """The claim that `text` names, in people's words or in the record's; None where it cannot be read for certain.

    What is read may still be malformed (K11), or a straight where they are off: the engine says so.
    """
    if len(text) > LONGEST or (parts := _parts(text)) is None or (parts := _heads(parts)) is None:
        return None
    said = {part.means for part in parts}
    if not parts or parts[-1].means in _DANGLING or {_Is.OF_A_KIND, _Is.TIMES} & said:
        return None
    if _Is.STRAIGHT in said:
        return None if {_Is.HEAD, _Is.FULL, _Is.TWO_PAIRS} & said else _straight(parts)
    if {_Is.SIZE, _Is.TO} & said or {_Is.FULL, _Is.TWO_PAIRS} <= said:
        return None
    if _Is.HIGH in said and not {_Is.FULL, _Is.TWO_PAIRS, _Is.HEAD} & said:
        return _high(parts)
    if (named := _named(parts)) is None:
        return None
    if _Is.FULL in said:
        return _two_faced(Kind.FULL, named)
    if _Is.TWO_PAIRS in said:
        return _two_faced(Kind.TWO_PAIRS, named)
    if not named:
        heads = {part.value for part in parts if part.means is _Is.HEAD}
        return Claim(_OF_COUNTS[*heads], ()) if heads else None
    return _grouped(named) if _Is.HEAD in said else _bare(named)


def _parts(text: str) -> list[_Part] | None:
    """The words that mean something; None where one is not understood."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("'", "").replace("’", "")
    parts = []
    for word in _WORD.findall(_OF_A_KIND.sub("ofakind", plain)):
        if _FIVE_DICE.fullmatch(word):
            parts += [_Part(_Is.NUMBER, int(digit), digit) for digit in word]
        elif word not in _SILENT:
            if (part := _part(word)) is None:
                return None
            parts.append(part)
    if parts and parts[-1].word.startswith("kicker"):  # "with a 5 kicker"
        parts.pop()
    return parts if len(parts) <= _MOST_PARTS else None


def _part(word: str) -> _Part | None:
    if word in _WORDS:
        return _Part(*_WORDS[word], word)
    single = word.removesuffix("s")
    number = None if single in ("a", "an") else read_quantity(single)
    face = number if number is not None else read_face(word)
    if face is None or face > 99:  # no die, and no slip of the finger either
        return None
    if word.endswith("s"):
        return _Part(_Is.FACES, face, word)
    return _Part(_Is.FACE if number is None else _Is.NUMBER, face, word)


def _heads(parts: Sequence[_Part]) -> list[_Part] | None:
    """Numbers that count become heads: "three fives", "3 of a kind", "5x6", "two pair"."""
    kindless = not any(part.means in _KINDS for part in parts)
    result: list[_Part] = []
    for part in parts:
        last = result[-1] if result else None
        if last is None or last.means is not _Is.NUMBER:
            result.append(part)
        elif part.word in ("pair", "pairs"):  # "two pair" is a kind; "three pair" is no hand
            if last.value not in (1, 2) or (last.value == 1 and part.word == "pairs"):
                return None
            result[-1] = part if last.value == 1 else part._replace(means=_Is.TWO_PAIRS)
        elif part.means in (_Is.OF_A_KIND, _Is.TIMES, _Is.FACES) or (part.means is _Is.FACE and kindless):
            if last.value not in (1, 2, 3, 4, 5):
                return None
            result[-1] = last._replace(means=_Is.A if last.value == 1 else _Is.HEAD)
            if part.means in (_Is.FACE, _Is.FACES):
                result.append(part)
        else:
            result.append(part)
    return result


def _named(parts: Sequence[_Part]) -> list[_Named] | None:
    """The faces in the order they were named, each with its head; None where a head stands without a face."""
    named: list[_Named] = []
    head, join, before_head = 0, None, None
    for part in _without_articles(parts):
        if part.means is _Is.HEAD:
            if head and (part.value != head or join is not _Is.COMMA):  # "a pair, two fives", but not "pair 2 5s"
                return None
            before_head = before_head if head else join
            head, join = part.value, None
        elif part.means in _JOINS:
            join = _Is.WITH if join is _Is.WITH else part.means
        elif part.means in _FACE_LIKE:
            plural = part.means is _Is.FACES
            if head and not plural and join in (_Is.AND, _Is.WITH, _Is.OVER):  # "a pair with a five": a pair of what?
                return None
            named.append(_Named(part.value, head, plural, before_head if head else join))
            head, join = 0, None
    if not head or not named:
        return named
    if named[-1].many or before_head is not None:
        return None
    return [*named[:-1], named[-1]._replace(many=head)]  # "fives trips"


def _without_articles(parts: Sequence[_Part]) -> list[_Part]:
    """The parts without "a" and without the "one" of "and one five"."""
    kept: list[_Part] = []
    counting = False
    for part, following in pairwise([*parts, _Part(_Is.COMMA, 0, ",")]):
        single = following.means in (_Is.NUMBER, _Is.FACE) and (part.word != "1" or not following.word.isdigit())
        one = single and part.means is _Is.NUMBER and part.value == 1
        counting = counting or (one and bool(kept) and kept[-1].means in (*_JOINS, _Is.FACES))
        if part.means is not _Is.A and not (one and counting):
            kept.append(part)
    return kept


def _claim(kind: Kind, own: Sequence[int], others: Sequence[_Named]) -> Claim | None:
    """The claim with its other dice in falling order; None where "over twos" or "with twos" leaves them in doubt."""
    if any(other.plural or other.after is _Is.OVER for other in others):
        return None
    faces = sorted(own, reverse=True) if kind is Kind.TWO_PAIRS else own
    return Claim(kind, tuple(faces), tuple(sorted((other.face for other in others), reverse=True)))


def _grouped(named: Sequence[_Named]) -> Claim | None:
    """Faces of which so many were said: "three fives and two sixes", "an ace and two fours"."""
    groups = sorted((group for group in named if group.many), key=lambda group: group.many, reverse=True)
    kind = _OF_COUNTS.get(tuple(group.many for group in groups))
    first = next(group for group in named if group.many)
    if kind is None or (first is not named[0] and first.after is None):
        return None
    return _claim(kind, [group.face for group in groups], [other for other in named if not other.many])


def _two_faced(kind: Kind, named: Sequence[_Named]) -> Claim | None:
    """Two pairs and full houses: two faces, or their groups one by one."""
    if any(group.many for group in named):
        claim = _grouped(named)
        return claim if claim is not None and claim.kind is kind else None
    own = 2
    if kind is Kind.TWO_PAIRS and len(named) > 1 and named[1].after is _Is.WITH and not named[1].plural:
        own = 1  # "two pairs, fours, with a three": one pair is missing
    return _claim(kind, [face.face for face in named[:own]], named[own:])


def _bare(named: Sequence[_Named]) -> Claim | None:
    """No kind was said: "fours and ones" are two pairs, and five dice are the hand they make."""
    faces = tuple(face.face for face in named)
    plural = [face.plural for face in named]
    if len(faces) == 5 and not any(plural) and set(faces) <= set(FACES):
        return None if tuple(sorted(faces)) in STRAIGHTS else real_hand(faces, straights=False)
    if plural[:2] != [True, True] or named[1].after is _Is.WITH:
        return None
    if named[1].after is _Is.OVER and len(named) == 2:  # as good as a full house
        return None
    return _claim(Kind.TWO_PAIRS, faces[:2], named[2:])


def _high(parts: Sequence[_Part]) -> Claim | None:
    """A high card: "six high with a four", "high card 6 4"; of several faces before "high" the highest leads."""
    at = next(index for index, part in enumerate(parts) if part.means is _Is.HIGH)
    before, after = _named(parts[:at]), _named(parts[at + 1 :])
    if before is None or after is None:
        return None
    named = sorted(before, key=lambda face: face.face, reverse=True) + after
    if any(face.plural for face in named):
        return None
    return _claim(Kind.HIGH, [face.face for face in named[:1]], named[1:])


def _straight(parts: Sequence[_Part]) -> Claim | None:
    """A straight by its highest die, by its ends, by its size or by all its dice."""
    named = _named(parts)
    sizes = {part.value for part in parts if part.means is _Is.SIZE}
    if named is None or len(sizes) > 1:
        return None
    faces = tuple(face.face for face in named)
    if tuple(sorted(faces)) in STRAIGHTS or (len(faces) == 2 and abs(faces[0] - faces[1]) == 4):
        faces = (max(faces),)
    if sizes and faces:
        return Claim(Kind.STRAIGHT, faces) if faces == (*sizes,) else None
    return Claim(Kind.STRAIGHT, faces[:1] or (*sizes,), faces[1:])


def claim_spoken(claim: Claim) -> str:
    """A well-formed claim as it stands in a sentence: "a pair of twos with a five"."""
    hand = _hand_spoken(claim.kind, claim.faces)
    if not claim.others:
        return hand
    sentence = _("{hand}, with {dice}") if claim.kind is Kind.TWO_PAIRS else _("{hand} with {dice}")
    return sentence.format(hand=hand, dice=_dice_spoken(claim.others))


def _hand_spoken(kind: Kind, faces: Hand) -> str:
    words = {
        Kind.HIGH: _("{single} high"),
        Kind.PAIR: _("a pair of {first}"),
        Kind.TWO_PAIRS: _("two pairs, {first} and {second}"),
        Kind.TRIPS: _("three {first}"),
        Kind.STRAIGHT: _("straight to {single}"),
        Kind.FULL: _("full house, {first} over {second}"),
        Kind.QUADS: _("four {first}"),
        Kind.QUINTS: _("five {first}"),
    }
    return words[kind].format(single=face_name(faces[0], 1), first=face_name(faces[0]), second=face_name(faces[-1]))


def _dice_spoken(dice: Hand) -> str:
    """Single dice in a row: "a six, a four and a two"."""
    single = [_("a {face}").format(face=face_name(die, 1)) for die in dice]
    if len(single) == 1:
        return single[0]
    return _("{dice} and {last}").format(dice=", ".join(single[:-1]), last=single[-1])
