"""The simulation finds faults that are put into the bot; `make simulate FAULT=all` looks for each of them."""

import re

import pytest

from tests.simulation.seeded import FAULTS
from tests.simulation.test_simulation import told

WITHIN = 60
"""The number of stories; a change in the bot may change which of them finds a fault first."""
FOUND_AS = {
    "commit split in two": "no fold",
    "show before save": "shown before it was saved",
    "dedupe off": "applied twice",
    "answers overtake": "answered twice",
}
"""The faults that some of the first stories find, and the violations by which they do."""
FOUND_LATER = (
    "go_on not retried",
    "gone tables kept in line",
    "deadline from saving",
    "dice thrown again",
    "another's hand",
)
"""Faults that need longer stories, and a minute or two."""
FOUND_ELSEWHERE = {"counted twice", "shown though failed", "DMs marked though failed"}
"""Faults that 60 stories miss: a season finds the first, later edits repair the second, few stories meet the third."""


def test_these_are_among_the_faults() -> None:
    assert {*FOUND_AS, *FOUND_LATER, *FOUND_ELSEWHERE} == set(FAULTS)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("fault", FOUND_LATER)
def test_a_fault_that_takes_longer_is_found(fault: str) -> None:
    done = told("--fault", fault, "--seeds", str(WITHIN), "--no-shrink")
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{fault}: found by seed " in done.stdout


@pytest.mark.timeout(900)  # on a machine that others keep busy
@pytest.mark.parametrize(("fault", "sort"), FOUND_AS.items(), ids=list(FOUND_AS))
def test_a_fault_that_was_put_in_is_found(fault: str, sort: str) -> None:
    done = told("--fault", fault, "--seeds", str(WITHIN), "--minutes", "3", "--no-shrink")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(f"^{fault}: found by seed .*\n +{sort}", done.stdout), done.stdout
