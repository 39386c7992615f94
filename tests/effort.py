"""Choose how much to test.

`make test` runs what each change must pass, and `make test-long` (LONG=1) runs everything.
"""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from zlib import crc32

import pytest

from bot.words.language import ENGLISH, NAMES

LONG = os.environ.get("LONG") == "1"

ABOUT_DATABASES = ("operating", "outages", "sharing", "storage")
"""Folders of tests/ whose scenes always run on both databases."""

QUICKER = 4
"""A short run divides the number of a property's examples by this number."""


def examples(many: int) -> int:
    """Return how many examples of a property to try in this run. `many` is the number in a long run."""
    return many if LONG else max(1, many // QUICKER)


def at_length(short: int, long: int) -> int:
    """Return `long` in a long run, and `short` otherwise."""
    return long if LONG else short


def for_later(items: Iterable[pytest.Item], tests: Path) -> Sequence[pytest.Item]:
    """Return the tests that only a long run plays.

    They have the mark `long`, or they are scenes on PostgreSQL or cases of a language. On PostgreSQL, a short run
    plays only the first scene of each file, and all scenes in folders about databases. If a test has a case for each
    language, a short run plays it in English and in one other language. This language differs from test to test.
    """
    if LONG:
        return []
    later, seen = list[pytest.Item](), set[Path]()
    for item in items:
        is_long = item.get_closest_marker("long") is not None
        if (
            is_long
            or _in_a_language_for_later(item)
            or (_on_postgresql(item) and item.get_closest_marker("long_on_postgresql") is not None)
        ):
            later.append(item)
        elif _on_postgresql(item) and item.path.relative_to(tests).parts[0] not in ABOUT_DATABASES:
            if item.path in seen:
                later.append(item)
            seen.add(item.path)
    return later


def _on_postgresql(item: pytest.Item) -> bool:
    """Return whether this item is the PostgreSQL case of a scene that runs on both databases."""
    callspec = getattr(item, "callspec", None)
    return callspec is not None and "postgresql" in callspec.params.values()


OTHERS = [key for key in NAMES if key != ENGLISH]


def _in_a_language_for_later(item: pytest.Item) -> bool:
    """Return whether this item is the case of a language that only a long run plays."""
    callspec = getattr(item, "callspec", None)
    language = callspec.params.get("tongue", ENGLISH) if callspec is not None else ENGLISH
    if language == ENGLISH:
        return False
    case = crc32(item.nodeid.replace(language, "").encode())
    return bool(OTHERS[case % len(OTHERS)] != language)
