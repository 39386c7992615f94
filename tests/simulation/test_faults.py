"""The simulation finds what is put into the bot to be found; `make simulate FAULT=all` looks for each of them anew."""

import re

import pytest

from tests.simulation.seeded import FAULTS
from tests.simulation.test_simulation import told

WITHIN = 60
"""Stories: which of them finds a fault first changes with whatever changes in the bot."""
FOUND_AS = {
    "commit split in two": "no fold",
    "show before save": "shown before it was saved",
    "dedupe off": "applied twice",
}
"""The faults that some of the first stories find, and as what; the others take a minute or two."""


def test_these_are_among_the_faults() -> None:
    assert set(FOUND_AS) < set(FAULTS)


@pytest.mark.timeout(900)  # on a machine that others keep busy
@pytest.mark.parametrize(("fault", "sort"), FOUND_AS.items(), ids=list(FOUND_AS))
def test_a_fault_that_was_put_in_is_found(fault: str, sort: str) -> None:
    done = told("--fault", fault, "--seeds", str(WITHIN), "--minutes", "3", "--no-shrink")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(f"^{fault}: found by seed .*\n +{sort}", done.stdout), done.stdout
