"""Play some stories of `make simulate`, and check that a seed always gives exactly the same story."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.effort import at_length

SEEDS = at_length(4, 20)
MINUTES = 3
"""The virtual minutes during which people press buttons in each story. It takes some seconds to play a story."""


def told(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run simulations in a separate process with a fixed hash seed, and return the finished process."""
    command = [sys.executable, "-m", "tests.simulation", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONHASHSEED": "0"}
    )


@pytest.mark.timeout(900)  # the machine may be busy
def test_no_story_finds_a_violation() -> None:
    done = told("--seeds", str(SEEDS), "--minutes", str(MINUTES))
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{SEEDS} seeds" in done.stdout
    assert "violations: none" in done.stdout


def test_a_seed_always_gives_exactly_the_same_story(tmp_path: Path) -> None:
    alone, among = tmp_path / "alone", tmp_path / "among"
    told("--from", "41", "--seeds", "1", "--minutes", "2", "--trace", str(alone))
    told("--from", "40", "--seeds", "2", "--minutes", "2", "--trace", str(among))
    story = alone.read_text()
    assert story.count("commits") > 20, "people play"
    assert among.read_text().endswith(story), "independent of stories played before in the process"
