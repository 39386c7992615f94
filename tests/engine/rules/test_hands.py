"""K10: the order of all 252 hands, compared with the list in the rules."""

from collections import Counter
from itertools import combinations_with_replacement, pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.poker_cup.claims import claim_from_words, claim_in_words
from engine.poker_cup.ranking import EVERY, Claim, Kind, implied, poker, worth
from tests.engine.rules.scenes import ALIKE

Dice = tuple[int, ...]

ALL = list(combinations_with_replacement(range(1, 7), 5))
"""Every throw of five dice, in any order."""

LOW_TO_HIGH = ["high", "pair", "twopair", "trips", "straight", "full", "quads", "quints"]


def listed(dice: Dice, straights: bool) -> tuple[int, Dice]:
    """Return a hand's rank by K10: its kind, and then its faces by how many dice show them, and from high to low.

    So a full house begins with its three equal dice, and two pairs begin with the higher pair.
    """
    times = Counter(dice)
    by_height = tuple(sorted(times, key=lambda face: (-times[face], -face)))
    shape = sorted(times.values(), reverse=True)
    if straights and sorted(dice) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]):
        return LOW_TO_HIGH.index("straight"), by_height
    kind = {
        (1, 1, 1, 1, 1): "high",
        (2, 1, 1, 1): "pair",
        (2, 2, 1): "twopair",
        (3, 1, 1): "trips",
        (3, 2): "full",
        (4, 1): "quads",
        (5,): "quints",
    }[tuple(shape)]
    return LOW_TO_HIGH.index(kind), by_height


@pytest.mark.parametrize("straights", [False, True])
def test_k10_all_252_hands_are_in_the_order_of_the_list(straights: bool) -> None:
    assert len(ALL) == 252
    by_the_list = sorted(ALL, key=lambda dice: listed(dice, straights))
    by_the_engine = sorted(ALL, key=lambda dice: worth(poker(straights).hand(dice)))
    assert by_the_engine == by_the_list
    worths = [worth(poker(straights).hand(dice)) for dice in by_the_engine]
    assert all(low < high for low, high in pairwise(worths)), "no two hands are alike"


@pytest.mark.parametrize("straights", [False, True])
def test_k10_the_kind_of_every_hand(straights: bool) -> None:
    for dice in ALL:
        assert poker(straights).hand(dice).kind == LOW_TO_HIGH[listed(dice, straights)[0]], dice


@pytest.mark.parametrize("straights", [False, True])
def test_k10_the_order_in_which_dice_fall_does_not_matter(straights: bool) -> None:
    for dice in ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (4, 4, 1, 1, 2), (3, 3, 3, 1, 1), (6, 2, 2, 5, 1)):
        assert len({poker(straights).hand(fallen) for fallen in permutations(dice)}) == 1


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ((2, 2, 5, 4, 3), "pair 2 5 4 3"),
        ((2, 2, 3, 1, 1), "twopair 2 1 3"),
        ((5, 5, 4, 4, 6), "twopair 5 4 6"),
        ((3, 3, 3, 1, 1), "full 3 1"),
        ((2, 2, 6, 6, 2), "full 2 6"),
        ((4, 4, 4, 1, 2), "trips 4 2 1"),
        ((5, 5, 5, 5, 3), "quads 5 3"),
        ((1, 1, 1, 1, 1), "quints 1"),
        ((6, 4, 3, 2, 1), "high 6 4 3 2 1"),
        ((1, 2, 3, 4, 5), "high 5 4 3 2 1"),
    ],
)
def test_k10_a_real_hand_names_every_die(dice: Dice, words: str) -> None:
    assert claim_in_words(poker(straights=False).hand(dice)) == words
    if words.split()[1:] != list("54321"):
        assert poker(straights=True).hand(dice) == poker(straights=False).hand(dice)


def test_k10_straights_are_an_option_and_named_by_their_highest_die() -> None:
    assert poker(straights=True).hand((5, 4, 3, 2, 1)) == Claim(Kind.STRAIGHT, (5,))
    assert poker(straights=True).hand((6, 4, 3, 2, 5)) == Claim(Kind.STRAIGHT, (6,))
    assert poker(straights=True).hand((6, 4, 3, 2, 1)).kind is Kind.HIGH


EXAMPLES = [
    ("pair 2 5 4 3", "pair 2 3 1"),  # "22543 is better than 22311" if that were no two pairs
    ("twopair 2 1 3", "pair 2 5 4 3"),  # and by the list it is, and wins
    ("twopair 4 1 2", "twopair 3 2 6"),  # 44112 beats 33226 because of the 4s
    ("twopair 5 4 6", "twopair 5 4 2"),  # 55446 beats 55442 because of the 6
    ("full 3 1", "full 2 6"),  # 33311 is better than 22266
    ("trips 4", "twopair 4 1"),
    ("straight 5", "trips 6 5 4"),  # straights rank between three of a kind and full house
    ("full 1 2", "straight 6"),
    ("straight 6", "straight 5"),
    ("quads 1 2", "full 6 5"),
    ("quints 1", "quads 6 5"),
    ("pair 1", "high 6 5 4 3 2"),  # 1 is low
    ("pair 2", "pair 1 6 5 4"),
]


@pytest.mark.parametrize(("higher", "lower"), EXAMPLES)
def test_k10_examples(higher: str, lower: str) -> None:
    high, low = claim_from_words(higher.split()), claim_from_words(lower.split())
    assert EVERY.beats(high, low)
    assert not EVERY.beats(low, high)
    assert EVERY.reaches(high, low)
    assert not EVERY.reaches(low, high)


@pytest.mark.parametrize(
    ("words", "lowest"),
    [
        ("pair 2", "pair 2 1"),  # "pair of twos" = with a one
        ("pair 1", "pair 1 2"),  # "pair of ones" = with a two
        ("trips 6", "trips 6 1"),
        ("trips 1", "trips 1 2"),
        ("quads 3", "quads 3 1"),
        ("quads 1", "quads 1 2"),
        ("twopair 2 1", "twopair 2 1 3"),
        ("twopair 6 1", "twopair 6 1 2"),
        ("twopair 6 2", "twopair 6 2 1"),
        ("twopair 3 2", "twopair 3 2 1"),
        ("twopair 3 1", "twopair 3 1 2"),
    ],
)
def test_k11_where_no_other_die_is_named_it_counts_as_the_lowest_face_not_in_the_claim(words: str, lowest: str) -> None:
    bare, named = claim_from_words(words.split()), claim_from_words(lowest.split())
    assert worth(bare) == worth(named)
    assert not EVERY.beats(bare, named)
    assert not EVERY.beats(named, bare)
    assert EVERY.reaches(bare, named)
    assert implied(bare) == named.others


@pytest.mark.parametrize("words", ["high 6", "high 1", "full 3 2", "full 1 2", "straight 5", "quints 4"])
def test_k11_a_claim_of_all_dice_implies_none_and_neither_does_high(words: str) -> None:
    assert implied(claim_from_words(words.split())) == ()


def test_k11_dice_not_named_count_for_nothing() -> None:
    """So a claim that names one die more is higher."""
    for fewer, more in (("pair 2 5", "pair 2 5 1"), ("high 6", "high 6 2"), ("trips 4 2", "trips 4 2 1")):
        assert EVERY.beats(claim_from_words(more.split()), claim_from_words(fewer.split()))


@ALIKE
@given(st.tuples(*[st.integers(1, 6)] * 5), st.booleans())
def test_k12_the_real_hand_reaches_itself_said_in_full_and_in_any_fewer_words(dice: Dice, straights: bool) -> None:
    """K12: a player may claim too little.

    A claim of the kind alone implies the lowest possible other die, so the hand may be lower than that claim.
    """
    hand = poker(straights).hand(dice)
    assert EVERY.reaches(hand, hand)
    for named in range(1, len(hand.others) + 1):
        assert EVERY.reaches(hand, Claim(hand.kind, hand.faces, hand.others[:named]))
    assert EVERY.reaches(hand, Claim(hand.kind, hand.faces))
