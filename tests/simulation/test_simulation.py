"""Some stories of `make simulate`, and a check that a seed gives exactly the same story each time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.effort import at_length

SEEDS = at_length(4, 20)
MINUTES = 3
"""The time for which people press in each story: some seconds' work."""


def told(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a simulation in a process of its own, in which sets of strings always have the same order.

    Return its output.
    """
    command = [sys.executable, "-m", "tests.simulation", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONHASHSEED": "0"}
    )


@pytest.mark.timeout(900)  # on a machine that others keep busy
def test_nothing_is_lost_nothing_comes_twice_and_nobody_is_stuck() -> None:
    done = told("--seeds", str(SEEDS), "--minutes", str(MINUTES))
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{SEEDS} seeds" in done.stdout
    assert "violations: none" in done.stdout


def test_a_seed_gives_the_same_story_to_the_letter(tmp_path: Path) -> None:
    alone, among = tmp_path / "alone", tmp_path / "among"
    told("--from", "41", "--seeds", "1", "--minutes", "2", "--trace", str(alone))
    told("--from", "40", "--seeds", "2", "--minutes", "2", "--trace", str(among))
    story = alone.read_text()
    assert story.count("commits") > 20, "people play"
    assert among.read_text().endswith(story), "independent of stories played before in the process"
