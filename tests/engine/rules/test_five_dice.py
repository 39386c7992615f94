"""C7: five dice of one stash that count together, and the exact probabilities of their counts."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bids.chances import FAIR, reached
from engine.bids.counting import Counting, Stash, counting
from engine.bids.events import BidMade
from engine.bids.rules import AS_EVER, Alike, Different, HandRules
from engine.core.dice import PURE
from tests.engine.rules.scenes import ALIKE

ZERO = HandRules(Different.ZERO)
ONE, TWO = HandRules(alike=Alike.ONE), HandRules(alike=Alike.TWO)
RULES = [HandRules(different, alike) for different in Different for alike in Alike]
DICE = st.lists(st.integers(1, 6), max_size=5).map(tuple)
UNEVEN = (0.0, 0.05, 0.3, 0.1, 0.25, 0.2, 0.1)


def by_the_rule(rules: HandRules, numbers: tuple[int, ...], dice: tuple[int, ...]) -> int:
    """Count one player's whole stash as C7 says it."""
    count = sum(die in numbers for die in dice)
    if len(dice) != 5:
        return count
    if rules.different is Different.ZERO and len(set(dice)) == 5:
        return 0
    if count < 5 or rules.alike is Alike.NONE:
        return count
    return 7 if rules.alike is Alike.TWO and len(set(dice)) == 1 else 6


@pytest.mark.parametrize(
    ("rules", "dice", "count"),
    [
        (AS_EVER, (1, 2, 3, 4, 5), 2),
        (ZERO, (1, 2, 3, 4, 5), 0),  # five different numbers count nothing, whatever is wild
        (ZERO, (1, 2, 3, 4), 1),  # four dice count as ever
        (ZERO, (1, 2, 3, 5, 5), 3),
        (ONE, (5, 5, 5, 1, 1), 6),
        (ONE, (5, 5, 5, 5, 5), 6),
        (TWO, (5, 5, 5, 1, 1), 6),
        (TWO, (5, 5, 5, 5, 5), 7),
        (TWO, (1, 1, 1, 1, 1), 7),
        (TWO, (5, 5, 5, 5), 4),
        (TWO, (5, 5, 5, 5, 5, 5), 6),
        (TWO, (5, 5, 5, 5, 4), 4),
    ],
)
def test_c7_five_dice_of_one_stash_count_together(rules: HandRules, dice: tuple[int, ...], count: int) -> None:
    assert counting(BidMade(0, 4, 5), 1, rules).stash(dice) == count


def test_c7_for_a_pure_bid_ones_are_not_among_the_five() -> None:
    assert counting(BidMade(0, 4, 5, PURE), 1, TWO).stash((5, 5, 5, 1, 1)) == 3


def test_c7_two_players_with_three_and_two_fives_have_no_five_alike() -> None:
    assert counting(BidMade(0, 4, 5), 0, TWO).all([(5, 5, 5), (5, 5)]) == 5


@ALIKE
@given(DICE, st.sampled_from(RULES), st.integers(1, 6), st.integers(0, 6), st.sampled_from([FAIR, UNEVEN]))
def test_c7_the_chances_of_a_stash_are_those_of_all_its_throws(
    known: tuple[int, ...], rules: HandRules, face: int, wild: int, shows: tuple[float, ...]
) -> None:
    counts = counting(BidMade(0, 1, face), wild, rules)
    expected = dict.fromkeys(range(8), 0.0)
    for rest in product(range(1, 7), repeat=5 - len(known)):
        likely = 1.0
        for die in rest:
            likely *= shows[die]
        expected[by_the_rule(rules, counts.numbers, (*known, *rest))] += likely
    found = counts.chances(known, 5 - len(known), shows)
    assert list(found) == pytest.approx([expected[count] for count in range(len(found))], abs=1e-12)
    assert sum(found) == pytest.approx(1)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("wild", [0, 1])
def test_c7_the_odds_of_a_bid_count_each_stash_as_a_whole(rules: HandRules, wild: int) -> None:
    """Ann knows her own five dice, one of bob's lies in the open, and cid has four dice."""
    own, opened = (5, 5, 5, 5, 5), (5,)
    numbers = counting(BidMade(0, 1, 5), wild, rules).numbers
    counted = Counter(
        by_the_rule(rules, numbers, own)
        + by_the_rule(rules, numbers, (*opened, *rest[:4]))
        + by_the_rule(rules, numbers, rest[4:])
        for rest in product(range(1, 7), repeat=6)  # two of cid's four dice are known
    )
    pool = (Stash(own), Stash(opened, 4), Stash((), 2))
    for quantity in range(1, 18):
        counts: Counting = counting(BidMade(0, quantity, 5), wild, rules)
        likely = sum(many for count, many in counted.items() if count >= quantity) / 6**6
        assert counts.likely(pool) == pytest.approx(likely, abs=1e-12)
        assert counts.likely_exact(pool) == pytest.approx(counted[quantity] / 6**6, abs=1e-12)
    average = sum(count * many for count, many in counted.items()) / 6**6
    assert counting(BidMade(0, 1, 5), wild, rules).average(pool) == pytest.approx(average)


def test_at_least_so_many_dice_count_with_the_probability_of_all_greater_counts() -> None:
    assert reached((0.5, 0.25, 0.25)) == (1.0, 0.5, 0.25, 0.0)
