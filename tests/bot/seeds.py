"""Choose the seed of a test, which decides how Discord behaves in it and which dice fall.

The seed is the same in every run, or random with LONG=1.
"""

import hmac
import os
import random
from collections.abc import Mapping
from zlib import crc32

import pytest

from engine.fairness import Seed
from tests.effort import LONG

_SEED = pytest.StashKey[int]()


def scene_seed(item: pytest.Item) -> int:
    """Return the seed of a test, which stays the same while the test runs.

    It is SEED from the environment if that is set. Otherwise it is a hash of the test's id, or random with LONG=1.
    """
    if _SEED not in item.stash:
        item.stash[_SEED] = _seed(item.nodeid)
    return item.stash[_SEED]


def _seed(name: str) -> int:
    if "SEED" in os.environ:
        return int(os.environ["SEED"])
    return random.SystemRandom().getrandbits(32) if LONG else crc32(name.encode())


def throw_from(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make dice depend on the games' seeds and on `seed` only.

    Otherwise they depend on the ids of presses as well. Those contain the time in milliseconds, so that a scene would
    have other dice in each run, and fail with rare ones.
    """

    def mixed(secret: Seed, _salts: Mapping[int, str]) -> bytes:
        return hmac.digest(bytes.fromhex(secret.reveal()), str(seed).encode("ascii"), "sha256")

    monkeypatch.setattr(Seed, "mixed_with", mixed)


def note_seed(item: pytest.Item, report: pytest.TestReport) -> None:
    """If the test failed, add to its report the SEED that repeats it."""
    if report.failed:
        report.sections.append(("dice, and how unkind Discord was", f"SEED={scene_seed(item)} repeats this scene"))
