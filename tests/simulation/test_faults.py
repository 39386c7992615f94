"""Tests that the simulation finds faults that are put into the bot.

`make simulate FAULT=all` looks for all of them.
"""

import re

import pytest

from tests.simulation.seeded import FAULTS
from tests.simulation.test_simulation import told

WITHIN = 60
"""The number of stories within which a fault must be found."""
FOUND_AS = {
    "commit split in two": "no fold",
    "show before save": "shown before it was saved",
    "dedupe off": "(?:applied|answered) twice",
    "answers overtake": "answered twice",
}
"""Faults that one of the first stories finds, and the beginning of the violation that it reports."""
FOUND_LATER = (
    "go_on not retried",
    "gone tables kept in line",
    "deadline from saving",
    "dice thrown again",
    "another's hand",
)
"""Faults that need longer stories. Each takes a minute or two to find."""
FOUND_ELSEWHERE = {"counted twice", "shown though failed", "DMs marked though failed"}
"""Faults that 60 stories miss.

The tests of seasons find the first one, later edits repair the second, and few stories meet the third.
"""


def test_every_fault_is_listed_in_this_file() -> None:
    assert {*FOUND_AS, *FOUND_LATER, *FOUND_ELSEWHERE} == set(FAULTS)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("fault", FOUND_LATER)
def test_longer_stories_find_faults_that_the_first_ones_miss(fault: str) -> None:
    done = told("--fault", fault, "--seeds", str(WITHIN), "--no-shrink")
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{fault}: found by seed " in done.stdout


@pytest.mark.timeout(900)  # the machine may be busy
@pytest.mark.parametrize(("fault", "sort"), FOUND_AS.items(), ids=list(FOUND_AS))
def test_the_first_random_stories_find_a_fault_that_is_put_in(fault: str, sort: str) -> None:
    done = told("--fault", fault, "--seeds", str(WITHIN), "--minutes", "3", "--no-shrink")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(f"^{fault}: found by seed .*\n +{sort}", done.stdout), done.stdout
