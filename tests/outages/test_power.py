"""Test power cuts at any moment. The file must be intact, with all confirmed moves and with an unchanged history."""

from pathlib import Path
from random import Random

import pytest

from tests.outages.power import PowerCuts, played
from tests.outages.syscalls import Synced, can_trace

pytestmark = pytest.mark.real_clock

MOVES, CUTS = 60, 20
"""The number of moves, and of power cuts. `make faults WHAT=power` tries more."""
SEED = 2026


@pytest.mark.skipif(not can_trace(), reason="strace is not installed, or may not look into processes here")
def test_a_power_cut_at_any_moment_loses_no_confirmed_move(tmp_path: Path) -> None:
    steps, luck = played(tmp_path, MOVES), Random(SEED)
    assert sum(isinstance(each, Synced) for each in steps) >= MOVES / 8, "eight tables share a commit at most"
    cuts = PowerCuts(tmp_path, steps, luck)
    for step in sorted(luck.sample(cuts.moments, CUTS)):
        cuts.cut_at(step)
    assert not cuts.found, "\n".join(cuts.found)
    assert cuts.done == 3 * CUTS
