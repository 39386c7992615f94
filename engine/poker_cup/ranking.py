"""The ranking of hands and claims: the number of dice, the possible claims, and their order."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cache, cached_property, partial
from itertools import combinations, combinations_with_replacement, permutations

import msgspec

from engine.core.dice import FACES, Hand


class Kind(StrEnum):
    """The kinds of hands, in the words of RECORD.md.

    K10: the kinds of five dice rank from low to high in this order. A throw of two dice is a kind of its own, which is
    written without a word (K16).
    """

    HIGH = "high"
    PAIR = "pair"
    TWO_PAIRS = "twopair"
    TRIPS = "trips"
    STRAIGHT = "straight"
    FULL = "full"
    QUADS = "quads"
    QUINTS = "quints"
    TWO_DICE = "two-dice"


THROWS = {2: Kind.TWO_DICE}
"""The kinds that are a whole throw, by the number of dice. They are written as the digits of the dice."""

POKER_KINDS = frozenset(Kind) - {*THROWS.values()}
"""The kinds of hands of five dice."""

RANK = {kind: rank for rank, kind in enumerate(Kind)}
"""The rank of each kind; 0 is the lowest."""

Worth = tuple[int, Hand, Hand]
"""A key for sorting hands and claims: the rank of the kind, its faces, and the other dice from the highest down.

Dice that are not named count for nothing, because a shorter tuple sorts first.
"""


class Claim(msgspec.Struct, frozen=True, array_like=True):
    """A claim or a real hand: its kind, the faces of that kind, and the other named dice from the highest down.

    A real hand accounts for every die. The meaning of `faces` depends on the kind. A full house has the face of the
    three and then that of the two. Two pairs have the higher face first. A straight and a high card have their highest
    face. A throw of two dice has both, in the order in which they are said.
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
"""The kind of a hand by the numbers of dice that show equal faces, greatest first."""

OWN_FACES = {Kind.TWO_PAIRS: 2, Kind.FULL: 2, **{kind: dice for dice, kind in THROWS.items()}}
"""The number of faces that define the kind. Kinds that are not listed have one."""

STRAIGHTS = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))
"""The dice that make a straight (K10), if the option is on."""

Kinds = frozenset[Kind]
"""The kinds of hands that count at a table."""


def real_hand(dice: Hand, kinds: Kinds) -> Claim:
    """Return the hand that five dice make, with every die named. A straight counts only if it is among the `kinds`."""
    if Kind.STRAIGHT in kinds and tuple(sorted(dice)) in STRAIGHTS:
        return Claim(Kind.STRAIGHT, (max(dice),))
    counts = sorted(Counter(dice).items(), key=lambda face: (face[1], face[0]), reverse=True)
    kind = SHAPES[tuple(count for _, count in counts)]
    faces = tuple(face for face, _ in counts)
    own = OWN_FACES.get(kind, 1)
    return Claim(kind, faces[:own], faces[own:])


@cache
def wild_hand(dice: Hand, kinds: Kinds) -> Claim:
    """Return the highest hand that five dice make if ones are wild, with every die named.

    K19: each one counts as the number that makes the hand highest. It may also stay a one.
    """
    others = tuple(die for die in dice if die != WILD)
    shown = combinations_with_replacement(FACES, len(dice) - len(others))
    return max((real_hand(others + ones, kinds) for ones in shown), key=worth)


WILD = 1
"""The number that is wild in the cup if the option is on (K19)."""


def worth(claim: Claim) -> Worth:
    """Return the sort key of a hand or claim, including the die that it implies (K11).

    A greater key is better.
    """
    return RANK[claim.kind], claim.faces, claim.others or implied(claim)


LEAVES_DICE_OVER = frozenset({Kind.PAIR, Kind.TWO_PAIRS, Kind.TRIPS, Kind.QUADS})
"""The kinds that imply another die if no other die is named. `high` implies nothing (K11)."""


def implied(claim: Claim) -> Hand:
    """Return the dice that a claim implies without naming them (K11).

    For example, "a pair of twos" implies a one, and "a pair of ones" implies a two.
    """
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
"""The number of dice that the kind itself uses. A claim may name the rest of the five dice."""


class Flaw(StrEnum):
    """The ways in which a claim may be malformed (K11)."""

    NO_KIND = "no such hand"
    HOW_MANY_FACES = "how many faces"  # the kind needs a different number of faces
    SAME_FACE_TWICE = "same face twice"
    SECOND_PAIR_ABOVE = "second pair above the first"
    OTHERS_MUST_FALL = "other dice must fall"
    TOO_MANY_DICE = "more than five dice"
    STRAIGHT_TO = "a straight ends at 5 or 6"


def flaw(claim: Claim) -> Flaw | None:
    """Return what is wrong with the form of a claim, or None if the claim is well formed.

    K11: this checks the number of faces and dice, repeated faces, and the order of the dice. The faces themselves must
    be valid already.
    """
    named = claim.faces + claim.others
    if len(claim.faces) != OWN_FACES.get(claim.kind, 1):
        return Flaw.HOW_MANY_FACES
    if DICE_OF[claim.kind] + len(claim.others) > POKER_DICE:
        return Flaw.TOO_MANY_DICE
    if len(set(named)) < len(named):
        return Flaw.SAME_FACE_TWICE
    if claim.kind is Kind.TWO_PAIRS and claim.faces[0] < claim.faces[1]:
        return Flaw.SECOND_PAIR_ABOVE
    # A high card counts as the first of the falling dice.
    rest = named if claim.kind is Kind.HIGH else claim.others
    if rest != falling(rest):
        return Flaw.OTHERS_MUST_FALL
    if claim.kind is Kind.STRAIGHT and claim.faces[0] < 5:
        return Flaw.STRAIGHT_TO
    return None


def _poker_claims(kinds: Kinds) -> Iterator[Claim]:
    """Yield every well-formed claim of these kinds, each in its shortest form."""
    for kind in (kind for kind in Kind if kind in kinds):
        for faces in permutations(FACES, OWN_FACES.get(kind, 1)):
            bare = Claim(kind, faces)
            rest = [face for face in reversed(FACES) if face not in faces]
            for many in range(POKER_DICE - DICE_OF[kind] + 1):
                for others in combinations(rest, many):
                    claim = Claim(kind, faces, others)
                    if (not others or others != implied(bare)) and flaw(claim) is None:
                        yield claim


def rising(dice: Hand) -> Hand:
    """Return dice in order, the lowest number first."""
    return tuple(sorted(dice))


def falling(dice: Hand) -> Hand:
    """Return dice in order, the highest number first."""
    return tuple(sorted(dice, reverse=True))


class Ranking(msgspec.Struct, frozen=True, eq=False, dict=True, kw_only=True):
    """The hands and claims of a cup game, and their order.

    A ranking follows from a table's rules, and is never stored.

    `possible` yields every claim of the `kinds` that count, each in its shortest form. `known` are all kinds that
    records of such games may name, whether or not they count. `hand` returns the hand that all dice make. `worth`
    returns the sort key of a hand or claim. `flaw` returns what is wrong with a claim, or None. `shown` returns dice in
    the order in which people see them, which is that of the claims.
    """

    dice: int
    kinds: Kinds
    known: Kinds
    possible: Callable[[], Iterator[Claim]]
    hand: Callable[[Hand], Claim]
    worth: Callable[[Claim], Worth]
    flaw: Callable[[Claim], Flaw | None]
    shown: Callable[[Hand], Hand] = rising

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """All claims from low to high. This sequence is called the ladder."""
        return tuple(sorted(self.possible(), key=self.worth))

    @property
    def top(self) -> Claim:
        """The highest claim, after which only a challenge is possible (K13)."""
        return self.claims[-1]

    def beats(self, claim: Claim, standing: Claim | None) -> bool:
        """Return whether `claim` beats the accepted claim (K9). An opening claim may be any hand."""
        return standing is None or self.worth(claim) > self.worth(standing)

    def reaches(self, hand: Claim, claim: Claim) -> bool:
        """Return whether the real `hand` is at least as good as the claim (K12)."""
        return self.worth(hand) >= self.worth(claim)

    def lowest_above(self, standing: Claim | None) -> Claim | None:
        """Return the lowest claim that beats `standing`, in its shortest form (L2).

        Return None if `standing` is the highest claim (K13).
        """
        at = bisect_right(self._worths, self.worth(standing)) if standing is not None else 0
        return self.claims[at] if at < len(self.claims) else None

    def place(self, claim: Claim) -> int:
        """Return the index of a claim on the ladder, from 0 for the lowest claim.

        All forms of a claim have the same index.
        """
        found = self._places.get(claim)
        return bisect_left(self._worths, self.worth(claim)) if found is None else found

    def short(self, claim: Claim) -> Claim:
        """Return a hand as a claim that names no other dice (K11).

        If there is no such claim, return the hand unchanged.
        """
        bare = Claim(claim.kind, claim.faces)
        return bare if bare in self._places else claim

    def height(self, dice: Hand) -> int:
        """Return the index on the ladder of the highest claim that the dice reach. `dice` are all dice, sorted."""
        return self._heights[dice]

    def real_from(self, place: int) -> int:
        """Return the index of the first claim at or above `place` that names dice which a hand can have.

        For example, no five dice are "three-high", although such a claim is allowed and true of any hand.
        """
        return self._real[bisect_left(self._real, place)]

    @cached_property
    def _real(self) -> tuple[int, ...]:
        hands = {self.hand(dice) for dice in self._heights}
        named = {Claim(hand.kind, hand.faces, hand.others[:many]) for hand in hands for many in range(self.dice)}
        return tuple(place for place, claim in enumerate(self.claims) if claim in named)

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
def poker(straights: bool, ones_wild: bool = False) -> Ranking:
    """Return the ranking of five dice with the hands of poker (K10, K11), perhaps with wild ones (K19)."""
    kinds = POKER_KINDS if straights else POKER_KINDS - {Kind.STRAIGHT}
    return Ranking(
        dice=POKER_DICE,
        kinds=kinds,
        known=POKER_KINDS,
        possible=partial(_poker_claims, kinds),
        hand=partial(wild_hand if ones_wild else real_hand, kinds=kinds),
        worth=worth,
        flaw=flaw,
    )


EVERY = poker(straights=True)
"""The ranking with all claims that may be made at any table."""
