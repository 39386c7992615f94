"""Test the values of luck by comparing them with tables of the chi-square and normal distributions."""

import pytest

from bot.history.profiles import FEWEST_DICE, chi_square, luck


@pytest.mark.parametrize(
    ("statistic", "tail"),
    [(0, 1), (1.1455, 0.95), (4.3515, 0.5), (9.2364, 0.1), (11.0705, 0.05), (15.0863, 0.01), (20.5150, 0.001)],
)
def test_chi_square_agrees_with_the_tables(statistic: float, tail: float) -> None:
    assert chi_square(statistic) == pytest.approx(tail, rel=1e-4)


def test_dice_that_are_evenly_distributed_count_as_average_luck() -> None:
    found = luck([100] * 6)
    assert found is not None
    assert (found.dice, found.mean) == (600, 3.5)
    assert found.as_lucky == pytest.approx(0.5)
    assert found.as_uneven == pytest.approx(1)


def test_luck_of_two_standard_deviations_happens_to_one_person_in_44() -> None:
    """The standard deviation of the sum of 420 dice is the root of 420 x 35 / 12, which is 35.

    A sum that is 70 too high is two standard deviations away. 2.275 % of people, or one in 44, have such a high sum.
    """
    lucky, unlucky = luck([56, 70, 70, 70, 70, 84]), luck([84, 70, 70, 70, 70, 56])
    assert lucky is not None
    assert unlucky is not None
    assert lucky.mean == pytest.approx(3.5 + 70 / 420)
    assert lucky.as_lucky == unlucky.as_lucky == pytest.approx(0.02275, rel=1e-3)
    assert (lucky.most, unlucky.most) == (6, 1)
    assert lucky.as_uneven == pytest.approx(chi_square(2 * 14**2 / 70))


def test_too_few_dice_give_no_figure_of_luck() -> None:
    assert luck([0, 0, 0, 0, 0, FEWEST_DICE - 1]) is None
    assert luck([0] * 6) is None
    assert luck([0, 0, 0, 0, 0, FEWEST_DICE]) is not None
