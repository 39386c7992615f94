"""Test the probability of each count of dice over several groups whose dice have different chances."""

from itertools import product
from math import prod

import pytest

from engine.bids.chances import AT_ONCE, binomial, both, together


@pytest.mark.parametrize("dice", [0, 1, 4, 5, 6, 13])
@pytest.mark.parametrize("others", [0, 3, 5, 6, 7, 12, 30])
def test_chances_of_two_groups_combine_as_if_counted_one_by_one(dice: int, others: int) -> None:
    """The code has different ways to multiply for small and for large groups. The test covers all of them."""
    assert AT_ONCE == 6
    one, other = binomial(dice, 0.3), binomial(others, 0.2)
    plain = [0.0] * (dice + others + 1)
    for (n, likely), (m, also) in product(enumerate(one), enumerate(other)):
        plain[n + m] += likely * also
    assert both(one, other) == pytest.approx(plain, rel=1e-12)
    assert both(other, one) == pytest.approx(plain, rel=1e-12)


def test_equal_groups_are_merged_and_their_order_does_not_matter() -> None:
    groups = [(5, 0.25), (2, 0.5), (0, 0.1), (5, 0.25), (3, 0.125)]
    found = together(groups)
    assert found == together(groups[::-1])
    assert found == together([(10, 0.25), (2, 0.5), (3, 0.125), (0, 0.1)])
    assert found[-1] == pytest.approx(prod(likely**dice for dice, likely in groups))
    assert sum(found) == pytest.approx(1)
    assert together([]) == (1.0,)
