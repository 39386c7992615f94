"""How much is tried: what a landing needs (`make test`), or all that there is (`make test-long`, LONG=1)."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from zlib import crc32

import pytest

from bot.words.language import ENGLISH, NAMES

LONG = os.environ.get("LONG") == "1"

ABOUT_DATABASES = ("operating", "outages", "sharing", "storage")
"""The folders of tests/ whose scenes always run on both databases."""

QUICKER = 4
"""How many times fewer examples of a property a landing needs: they are the first of those in the long run."""


def examples(many: int) -> int:
    """How many examples of a property are tried, where the long run tries so `many`."""
    return many if LONG else max(1, many // QUICKER)


def at_length(short: int, long: int) -> int:
    """How much of something is played: `short` for a landing, `long` in the long run."""
    return long if LONG else short


def for_later(items: Iterable[pytest.Item], tests: Path) -> Sequence[pytest.Item]:
    """Those of the tests that wait for the long run: what is marked `long`, most scenes on PostgreSQL, most languages.

    The first scene of each file runs on PostgreSQL in any case, and so do all of the folders about databases. What is
    looked at in each language is looked at in English and in one of the others, another for each case.
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
    """Whether this is a scene of both databases, on the second of them."""
    callspec = getattr(item, "callspec", None)
    return callspec is not None and "postgresql" in callspec.params.values()


OTHERS = [key for key in NAMES if key != ENGLISH]


def _in_a_language_for_later(item: pytest.Item) -> bool:
    """Whether this is one of six like it, in a language that is not this case's turn."""
    callspec = getattr(item, "callspec", None)
    language = callspec.params.get("tongue", ENGLISH) if callspec is not None else ENGLISH
    if language == ENGLISH:
        return False
    case = crc32(item.nodeid.replace(language, "").encode())
    return bool(OTHERS[case % len(OTHERS)] != language)
