"""Luck, compared with tables of the chi-square and normal distributions.

With too few dice nothing is said about it.
"""

import pytest

from bot.history.profiles import FEWEST_DICE, chi_square, luck


@pytest.mark.parametrize(
    ("statistic", "tail"),
    [(0, 1), (1.1455, 0.95), (4.3515, 0.5), (9.2364, 0.1), (11.0705, 0.05), (15.0863, 0.01), (20.5150, 0.001)],
)
def test_chi_square_with_five_degrees_is_that_of_the_tables(statistic: float, tail: float) -> None:
    assert chi_square(statistic) == pytest.approx(tail, rel=1e-4)


def test_even_dice_are_as_usual_as_can_be() -> None:
    found = luck([100] * 6)
    assert found is not None
    assert (found.dice, found.mean) == (600, 3.5)
    assert found.as_lucky == pytest.approx(0.5)
    assert found.as_uneven == pytest.approx(1)


def test_two_standard_deviations_come_to_one_of_forty_four() -> None:
    """The deviation of 420 dice is the root of 420 x 35 / 12 = 35 pips: 70 more are two of that (2.275 % of people)."""
    lucky, unlucky = luck([56, 70, 70, 70, 70, 84]), luck([84, 70, 70, 70, 70, 56])
    assert lucky is not None
    assert unlucky is not None
    assert lucky.mean == pytest.approx(3.5 + 70 / 420)
    assert lucky.as_lucky == unlucky.as_lucky == pytest.approx(0.02275, rel=1e-3)
    assert (lucky.most, unlucky.most) == (6, 1)
    assert lucky.as_uneven == pytest.approx(chi_square(2 * 14**2 / 70))


def test_a_few_dice_say_nothing_about_luck() -> None:
    assert luck([0, 0, 0, 0, 0, FEWEST_DICE - 1]) is None
    assert luck([0] * 6) is None
    assert luck([0, 0, 0, 0, 0, FEWEST_DICE]) is not None
