"""The simulation finds what is put into the bot to be found; `make simulate FAULT=all` looks for each of them anew."""

import re

import pytest

from tests.simulation.seeded import FAULTS
from tests.simulation.test_simulation import told

FOUND_BY = {
    "commit split in two": (0, "no fold"),
    "dedupe off": (3, "applied twice"),
    "show before save": (0, "shown before it was saved"),
    "go_on not retried": (3, "nobody is there"),
    "gone tables kept in line": (1, "goes on in a channel that is gone"),
    "DMs marked though failed": (16, "told by nothing"),
    "deadline from saving": (20, "too soon"),
    "shown though failed": (25, "an old panel"),
    "dice thrown again": (0, "unproven"),
    "another's hand": (12, "a hidden die is shown"),
}
"""By fault a seed that finds it, and as what."""
CHEAP = ("commit split in two", "show before save", "dedupe off", "dice thrown again")


def test_every_fault_has_a_seed() -> None:
    assert set(FOUND_BY) == set(FAULTS)
    assert set(CHEAP) <= set(FAULTS)


@pytest.mark.timeout(600)  # on a machine that others keep busy
@pytest.mark.parametrize("fault", CHEAP)
def test_a_fault_that_was_put_in_is_found(fault: str) -> None:
    seed, sort = FOUND_BY[fault]
    done = told("--fault", fault, "--from", str(seed), "--seeds", "1", "--minutes", "4", "--no-shrink")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(f"{re.escape(fault)}: found by seed {seed}, .*\n +{sort}", done.stdout), done.stdout
