"""The hands, low to high, and what a hand or a claim is worth."""

from collections import Counter
from enum import StrEnum

import msgspec

from engine.core.dice import Hand


class Kind(StrEnum):
    """K10: the kinds of hands, low to high, in the words of RECORD.md."""

    HIGH = "high"
    PAIR = "pair"
    TWO_PAIRS = "twopair"
    TRIPS = "trips"
    STRAIGHT = "straight"
    FULL = "full"
    QUADS = "quads"
    QUINTS = "quints"


RANK = {kind: rank for rank, kind in enumerate(Kind)}
"""The kinds by height, 0 the lowest."""

Worth = tuple[int, Hand, Hand]
"""What hands and claims are compared by: the kind's rank, its faces, the other dice from the highest down.

A die that is not named counts for nothing, which is how tuples of unlike length compare.
"""


class Claim(msgspec.Struct, frozen=True, array_like=True):
    """A hand by its words: the kind, the kind's own faces, the other dice named from the highest down.

    A real hand is a claim that names every die. `faces` of a full house are its three, then its two; of two
    pairs the higher first; of a straight its highest; of a high card the highest alone.
    """

    kind: Kind
    faces: Hand
    others: Hand = ()


SHAPES = {
    (5,): Kind.QUINTS,
    (4, 1): Kind.QUADS,
    (3, 2): Kind.FULL,
    (3, 1, 1): Kind.TRIPS,
    (2, 2, 1): Kind.TWO_PAIRS,
    (2, 1, 1, 1): Kind.PAIR,
    (1, 1, 1, 1, 1): Kind.HIGH,
}
"""The kind by how many dice show each face."""

OWN_FACES = {Kind.TWO_PAIRS: 2, Kind.FULL: 2}
"""How many faces make the kind itself; one where nothing stands here."""

STRAIGHTS = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))
"""K10, where the option is on."""


def real_hand(dice: Hand, straights: bool) -> Claim:
    """The hand that five dice make, every die named; a straight only where `straights` count."""
    if straights and tuple(sorted(dice)) in STRAIGHTS:
        return Claim(Kind.STRAIGHT, (max(dice),))
    counts = sorted(Counter(dice).items(), key=lambda face: (face[1], face[0]), reverse=True)
    kind = SHAPES[tuple(count for _, count in counts)]
    faces = tuple(face for face, _ in counts)
    own = OWN_FACES.get(kind, 1)
    return Claim(kind, faces[:own], faces[own:])


def worth(claim: Claim) -> Worth:
    """What a hand or claim is worth, with the die it implies (K11). Higher beats lower."""
    return RANK[claim.kind], claim.faces, claim.others or implied(claim)


LEAVES_DICE_OVER = frozenset({Kind.PAIR, Kind.TWO_PAIRS, Kind.TRIPS, Kind.QUADS})
"""The kinds that imply another die where none is named; `high` implies nothing (K11)."""


def implied(claim: Claim) -> Hand:
    """What is not named: "a pair of twos" counts as with a one, "a pair of ones" as with a two (K11)."""
    if claim.kind not in LEAVES_DICE_OVER:
        return ()
    return (min(face for face in (1, 2, 3) if face not in claim.faces),)
