"""K10: the order of all 252 hands, compared with the list in the rules."""

from collections import Counter
from itertools import combinations_with_replacement, pairwise, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.poker_cup.claims import claim_from_words, claim_in_words
from engine.poker_cup.ranking import EVERY, Claim, Kind, implied, poker, worth
from tests.engine.rules.scenes import ALIKE

Dice = tuple[int, ...]

ALL = list(combinations_with_replacement(range(1, 7), 5))
"""Every throw of five dice, without regard to order."""

LOW_TO_HIGH = ["high", "pair", "twopair", "trips", "straight", "full", "quads", "quints"]


def listed(dice: Dice, straights: bool) -> tuple[int, Dice]:
    """Return a hand's rank according to K10, as its kind and its faces.

    The faces that more dice show come first. Faces that equally many dice show are ordered from high to low. So a full
    house begins with its three equal dice, and two pairs begin with the higher pair.
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
def test_k10_every_hand_is_of_the_right_kind(straights: bool) -> None:
    for dice in ALL:
        assert poker(straights).hand(dice).kind == LOW_TO_HIGH[listed(dice, straights)[0]], dice


@pytest.mark.parametrize("straights", [False, True])
def test_k10_the_order_of_the_dice_does_not_change_a_hand(straights: bool) -> None:
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


def test_k10_straights_are_named_by_their_highest_die() -> None:
    assert poker(straights=True).hand((5, 4, 3, 2, 1)) == Claim(Kind.STRAIGHT, (5,))
    assert poker(straights=True).hand((6, 4, 3, 2, 5)) == Claim(Kind.STRAIGHT, (6,))
    assert poker(straights=True).hand((6, 4, 3, 2, 1)).kind is Kind.HIGH


EXAMPLES = [
    ("pair 2 5 4 3", "pair 2 3 1"),  # source 002 compares 22543 with 22311 as if both were one pair
    ("twopair 2 1 3", "pair 2 5 4 3"),  # by its list 22311 is two pairs, and wins
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
def test_k10_examples_of_higher_and_lower_claims(higher: str, lower: str) -> None:
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
def test_k11_a_claim_without_other_dice_implies_the_lowest_other_face(words: str, lowest: str) -> None:
    bare, named = claim_from_words(words.split()), claim_from_words(lowest.split())
    assert worth(bare) == worth(named)
    assert not EVERY.beats(bare, named)
    assert not EVERY.beats(named, bare)
    assert EVERY.reaches(bare, named)
    assert implied(bare) == named.others


@pytest.mark.parametrize("words", ["high 6", "high 1", "full 3 2", "full 1 2", "straight 5", "quints 4"])
def test_k11_a_claim_of_all_dice_or_of_a_high_card_implies_no_other_die(words: str) -> None:
    assert implied(claim_from_words(words.split())) == ()


def test_k11_dice_that_a_claim_does_not_name_do_not_count() -> None:
    """A claim that names one more die is higher."""
    for fewer, more in (("pair 2 5", "pair 2 5 1"), ("high 6", "high 6 2"), ("trips 4 2", "trips 4 2 1")):
        assert EVERY.beats(claim_from_words(more.split()), claim_from_words(fewer.split()))


@ALIKE
@given(st.tuples(*[st.integers(1, 6)] * 5), st.booleans())
def test_k12_a_claim_of_the_real_hand_is_true_in_any_words(dice: Dice, straights: bool) -> None:
    """K12: a player may claim less than the real hand."""
    hand = poker(straights).hand(dice)
    assert EVERY.reaches(hand, hand)
    for named in range(1, len(hand.others) + 1):
        assert EVERY.reaches(hand, Claim(hand.kind, hand.faces, hand.others[:named]))
    assert EVERY.reaches(hand, Claim(hand.kind, hand.faces))


@pytest.mark.parametrize("straights", [False, True])
def test_k19_wild_ones_make_the_highest_hand_that_they_can(straights: bool) -> None:
    """The test tries all numbers for each one of each of the 252 hands."""
    for dice in ALL:
        others = [die for die in dice if die != 1]
        shown = product(range(1, 7), repeat=5 - len(others))
        best = max((tuple(sorted((*others, *ones))) for ones in shown), key=lambda some: listed(some, straights))
        assert poker(straights, ones_wild=True).hand(dice) == poker(straights).hand(best)
        if 1 not in dice:
            assert best == dice


def test_k19_without_the_option_a_one_is_a_one() -> None:
    assert claim_in_words(poker(straights=False).hand((1, 1, 2, 5, 5))) == "twopair 5 1 2"
    assert claim_in_words(poker(straights=False, ones_wild=True).hand((1, 1, 2, 5, 5))) == "quads 5 2"
