"""The ranking of a game with a cup: the number of dice, the possible claims, and their order."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cache, cached_property, partial
from itertools import combinations, combinations_with_replacement, permutations

import msgspec

from engine.core.dice import FACES, Hand


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
"""The key for comparing hands and claims: the kind's rank, its faces, the other dice from the highest down.

A die that is not named counts for nothing, as in a comparison of tuples of unequal length.
"""


class Claim(msgspec.Struct, frozen=True, array_like=True):
    """A hand in words: the kind, the kind's own faces, and the other named dice from the highest down.

    A real hand is a claim that names every die. `faces` of a full house are its three, then its two; of two pairs the
    higher first; of a straight its highest; of a high card the highest alone.
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
"""How many faces make the kind itself; one if it is not listed here."""

STRAIGHTS = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))
"""K10, if the option is on."""

Kinds = frozenset[Kind]
"""The kinds that count at a table."""


def real_hand(dice: Hand, kinds: Kinds) -> Claim:
    """Return the hand that five dice make, every die named; a straight only if it is among the `kinds`."""
    if Kind.STRAIGHT in kinds and tuple(sorted(dice)) in STRAIGHTS:
        return Claim(Kind.STRAIGHT, (max(dice),))
    counts = sorted(Counter(dice).items(), key=lambda face: (face[1], face[0]), reverse=True)
    kind = SHAPES[tuple(count for _, count in counts)]
    faces = tuple(face for face, _ in counts)
    own = OWN_FACES.get(kind, 1)
    return Claim(kind, faces[:own], faces[own:])


def worth(claim: Claim) -> Worth:
    """Return the worth of a hand or claim, with the die it implies (K11). Higher beats lower."""
    return RANK[claim.kind], claim.faces, claim.others or implied(claim)


LEAVES_DICE_OVER = frozenset({Kind.PAIR, Kind.TWO_PAIRS, Kind.TRIPS, Kind.QUADS})
"""The kinds that imply another die if none is named; `high` implies nothing (K11)."""


def implied(claim: Claim) -> Hand:
    """Return the implied dice: "a pair of twos" counts as with a one, "a pair of ones" as with a two (K11)."""
    if claim.kind not in LEAVES_DICE_OVER:
        return ()
    return (min(face for face in (1, 2, 3) if face not in claim.faces),)


POKER_DICE = 5

DICE_OF = {
    Kind.HIGH: 1,
    Kind.PAIR: 2,
    Kind.TWO_PAIRS: 4,
    Kind.TRIPS: 3,
    Kind.STRAIGHT: 5,
    Kind.FULL: 5,
    Kind.QUADS: 4,
    Kind.QUINTS: 5,
}
"""How many dice the kind itself takes; the rest of the five may be named."""


class Flaw(StrEnum):
    """The flaws of a malformed claim (K11)."""

    NO_KIND = "no such hand"
    HOW_MANY_FACES = "how many faces"  # the kind needs more faces than are named
    SAME_FACE_TWICE = "same face twice"
    SECOND_PAIR_ABOVE = "second pair above the first"
    OTHERS_MUST_FALL = "other dice must fall"
    TOO_MANY_DICE = "more than five dice"
    STRAIGHT_TO = "a straight ends at 5 or 6"


def flaw(claim: Claim) -> Flaw | None:
    """K11: return the flaw of a claim whose faces are valid; None if there is none."""
    named = claim.faces + claim.others
    if len(claim.faces) != OWN_FACES.get(claim.kind, 1):
        return Flaw.HOW_MANY_FACES
    if DICE_OF[claim.kind] + len(claim.others) > POKER_DICE:
        return Flaw.TOO_MANY_DICE
    if len(set(named)) < len(named):
        return Flaw.SAME_FACE_TWICE
    if claim.kind is Kind.TWO_PAIRS and claim.faces[0] < claim.faces[1]:
        return Flaw.SECOND_PAIR_ABOVE
    # A high card is itself the first of the dice that fall.
    falling = named if claim.kind is Kind.HIGH else claim.others
    if falling != tuple(sorted(falling, reverse=True)):
        return Flaw.OTHERS_MUST_FALL
    if claim.kind is Kind.STRAIGHT and claim.faces[0] < 5:
        return Flaw.STRAIGHT_TO
    return None


def _poker_claims(kinds: Kinds) -> Iterator[Claim]:
    """Yield every well-formed claim of these kinds, each in its fewest words."""
    for kind in (kind for kind in Kind if kind in kinds):
        for faces in permutations(FACES, OWN_FACES.get(kind, 1)):
            bare = Claim(kind, faces)
            rest = [face for face in reversed(FACES) if face not in faces]
            for many in range(POKER_DICE - DICE_OF[kind] + 1):
                for others in combinations(rest, many):
                    claim = Claim(kind, faces, others)
                    if (not others or others != implied(bare)) and flaw(claim) is None:
                        yield claim


class Ranking(msgspec.Struct, frozen=True, eq=False, dict=True, kw_only=True):
    """The properties that distinguish games with a cup. They follow from a table's rules, and are never stored.

    `possible` returns every claim of the `kinds` that count, each in its fewest words. `hand` returns the hand of all
    dice, `worth` the key for comparing hands and claims, and `flaw` the flaw of a claim.
    """

    dice: int
    kinds: Kinds
    possible: Callable[[], Iterator[Claim]]
    hand: Callable[[Hand], Claim]
    worth: Callable[[Claim], Worth]
    flaw: Callable[[Claim], Flaw | None]

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """Every claim, low to high: the ladder."""
        return tuple(sorted(self.possible(), key=self.worth))

    @property
    def top(self) -> Claim:
        """The highest claim, after which only a challenge is possible (K13)."""
        return self.claims[-1]

    def beats(self, claim: Claim, standing: Claim | None) -> bool:
        """Return whether `claim` beats the accepted one (K9); an opening claim may be any hand."""
        return standing is None or self.worth(claim) > self.worth(standing)

    def reaches(self, hand: Claim, claim: Claim) -> bool:
        """Return whether the real hand reaches the claim or beats it (K12)."""
        return self.worth(hand) >= self.worth(claim)

    def lowest_above(self, standing: Claim | None) -> Claim | None:
        """Return the lowest claim that beats `standing`, in its fewest words (L2); None after the highest (K13)."""
        at = bisect_right(self._worths, self.worth(standing)) if standing is not None else 0
        return self.claims[at] if at < len(self.claims) else None

    def place(self, claim: Claim) -> int:
        """Return the place of a claim on the ladder, the lowest being 0, in any of its wordings."""
        found = self._places.get(claim)
        return bisect_left(self._worths, self.worth(claim)) if found is None else found

    def short(self, claim: Claim) -> Claim:
        """Return a hand without its other dice (K11), if that is a claim."""
        bare = Claim(claim.kind, claim.faces)
        return bare if bare in self._places else claim

    def height(self, dice: Hand) -> int:
        """Return the height of all the dice (sorted): the place of the highest claim that they reach."""
        return self._heights[dice]

    @cached_property
    def _worths(self) -> tuple[Worth, ...]:
        return tuple(map(self.worth, self.claims))

    @cached_property
    def _places(self) -> dict[Claim, int]:
        return {claim: place for place, claim in enumerate(self.claims)}

    @cached_property
    def _heights(self) -> dict[Hand, int]:
        throws = combinations_with_replacement(FACES, self.dice)
        return {dice: bisect_right(self._worths, self.worth(self.hand(dice))) - 1 for dice in throws}


@cache
def poker(straights: bool) -> Ranking:
    """Return the ranking of five dice with the hands of poker (K10, K11)."""
    kinds = frozenset(Kind) if straights else frozenset(Kind) - {Kind.STRAIGHT}
    return Ranking(
        dice=POKER_DICE,
        kinds=kinds,
        possible=partial(_poker_claims, kinds),
        hand=partial(real_hand, kinds=kinds),
        worth=worth,
        flaw=flaw,
    )


EVERY = poker(straights=True)
"""The ranking with every claim of any table."""
