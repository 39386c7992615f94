"""A claim from what was typed."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from bot.words.claim_words import DANGLING, FACE_LIKE, JOINS, Is, Part, parts_of, with_heads
from engine.core.dice import FACES
from engine.single_cup.hands import STRAIGHTS, Claim, Kind, real_hand

LONGEST = 120
"""Characters of a typed claim; whoever writes more is telling a story."""


class _Named(NamedTuple):
    """A face that was named: how many of it (0: not said), in the plural or not, and what joined it to the rest."""

    face: int
    many: int
    plural: bool
    after: Is | None


_OF_COUNTS = {
    (2,): Kind.PAIR, (2, 2): Kind.TWO_PAIRS, (3,): Kind.TRIPS, (3, 2): Kind.FULL, (4,): Kind.QUADS, (5,): Kind.QUINTS,
}  # fmt: skip


def read_claim(text: str) -> Claim | None:
    """The claim that `text` names, in people's words or in the record's; None where it cannot be read for certain.

    What is read may still be malformed (K11), or a straight where they are off: the engine says so.
    """
    if len(text) > LONGEST or (parts := parts_of(text)) is None or (parts := with_heads(parts)) is None:
        return None
    said = {part.means for part in parts}
    if not parts or parts[-1].means in DANGLING or {Is.OF_A_KIND, Is.TIMES} & said:
        return None
    if Is.STRAIGHT in said:
        return None if {Is.HEAD, Is.FULL, Is.TWO_PAIRS} & said else _straight(parts)
    if {Is.SIZE, Is.TO} & said or {Is.FULL, Is.TWO_PAIRS} <= said:
        return None
    if Is.HIGH in said and not {Is.FULL, Is.TWO_PAIRS, Is.HEAD} & said:
        return _high(parts)
    if (named := _named(parts)) is None:
        return None
    if Is.FULL in said:
        return _two_faced(Kind.FULL, named)
    if Is.TWO_PAIRS in said:
        return _two_faced(Kind.TWO_PAIRS, named)
    if not named:
        heads = {part.value for part in parts if part.means is Is.HEAD}
        return Claim(_OF_COUNTS[*heads], ()) if heads else None
    return _grouped(named) if Is.HEAD in said else _bare(named)


def _named(parts: Sequence[Part]) -> list[_Named] | None:
    """The faces in the order they were named, each with its head; None where a head stands without a face."""
    named: list[_Named] = []
    head, join, before_head = 0, None, None
    for part in _without_articles(parts):
        if part.means is Is.HEAD:
            if head and (part.value != head or join is not Is.COMMA):  # "a pair, two fives", but not "pair 2 5s"
                return None
            before_head = before_head if head else join
            head, join = part.value, None
        elif part.means in JOINS:
            join = Is.WITH if join is Is.WITH else part.means
        elif part.means in FACE_LIKE:
            plural = part.means is Is.FACES
            if head and not plural and join in (Is.AND, Is.WITH, Is.OVER):  # "a pair with a five": a pair of what?
                return None
            named.append(_Named(part.value, head, plural, before_head if head else join))
            head, join = 0, None
    if not head or not named:
        return named
    if named[-1].many or before_head is not None:
        return None
    return [*named[:-1], named[-1]._replace(many=head)]  # "fives trips"


def _without_articles(parts: Sequence[Part]) -> list[Part]:
    """The parts without "a" and without the "one" of "and one five"."""
    kept: list[Part] = []
    counting = False
    for part, following in pairwise([*parts, Part(Is.COMMA, 0, ",")]):
        single = following.means in (Is.NUMBER, Is.FACE) and (part.word != "1" or not following.word.isdigit())
        one = single and part.means is Is.NUMBER and part.value == 1
        counting = counting or (one and bool(kept) and kept[-1].means in (*JOINS, Is.FACES))
        if part.means is not Is.A and not (one and counting):
            kept.append(part)
    return kept


def _claim(kind: Kind, own: Sequence[int], others: Sequence[_Named]) -> Claim | None:
    """The claim with its other dice in falling order; None where "over twos" or "with twos" leaves them in doubt."""
    if any(other.plural or other.after is Is.OVER for other in others):
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
    if kind is Kind.TWO_PAIRS and len(named) > 1 and named[1].after is Is.WITH and not named[1].plural:
        own = 1  # "two pairs, fours, with a three": one pair is missing
    return _claim(kind, [face.face for face in named[:own]], named[own:])


def _bare(named: Sequence[_Named]) -> Claim | None:
    """No kind was said: "fours and ones" are two pairs, and five dice are the hand they make."""
    faces = tuple(face.face for face in named)
    plural = [face.plural for face in named]
    if len(faces) == 5 and not any(plural) and set(faces) <= set(FACES):
        return None if tuple(sorted(faces)) in STRAIGHTS else real_hand(faces, straights=False)
    if plural[:2] != [True, True] or named[1].after is Is.WITH:
        return None
    if named[1].after is Is.OVER and len(named) == 2:  # as good as a full house
        return None
    return _claim(Kind.TWO_PAIRS, faces[:2], named[2:])


def _high(parts: Sequence[Part]) -> Claim | None:
    """A high card: "six high with a four", "high card 6 4"; of several faces before "high" the highest leads."""
    at = next(index for index, part in enumerate(parts) if part.means is Is.HIGH)
    before, after = _named(parts[:at]), _named(parts[at + 1 :])
    if before is None or after is None:
        return None
    named = sorted(before, key=lambda face: face.face, reverse=True) + after
    if any(face.plural for face in named):
        return None
    return _claim(Kind.HIGH, [face.face for face in named[:1]], named[1:])


def _straight(parts: Sequence[Part]) -> Claim | None:
    """A straight by its highest die, by its ends, by its size or by all its dice."""
    named = _named(parts)
    sizes = {part.value for part in parts if part.means is Is.SIZE}
    if named is None or len(sizes) > 1:
        return None
    faces = tuple(face.face for face in named)
    if tuple(sorted(faces)) in STRAIGHTS or (len(faces) == 2 and abs(faces[0] - faces[1]) == 4):
        faces = (max(faces),)
    if sizes and faces:
        return Claim(Kind.STRAIGHT, faces) if faces == (*sizes,) else None
    return Claim(Kind.STRAIGHT, faces[:1] or (*sizes,), faces[1:])
