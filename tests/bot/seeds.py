"""A scene's seed, which decides how unkind Discord is: the same in each run, or drawn at random with LONG=1."""

import os
import random
from zlib import crc32

import pytest

from tests.effort import LONG

_SEED = pytest.StashKey[int]()


def scene_seed(item: pytest.Item) -> int:
    """Return a scene's seed: SEED if set, a hash of the scene's id in `make test`, or random in `make test-long`.

    It stays the same while the scene runs.
    """
    if _SEED not in item.stash:
        item.stash[_SEED] = _seed(item.nodeid)
    return item.stash[_SEED]


def _seed(name: str) -> int:
    if "SEED" in os.environ:
        return int(os.environ["SEED"])
    return random.SystemRandom().getrandbits(32) if LONG else crc32(name.encode())


def note_seed(item: pytest.Item, report: pytest.TestReport) -> None:
    """Report with a scene's failure which SEED repeats it."""
    if report.failed:
        report.sections.append(("how unkind Discord was", f"SEED={scene_seed(item)} repeats this scene"))
