"""Choose how much to test.

`make test` runs what each change must pass, and `make test-long` (LONG=1) runs everything.
"""

import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from zlib import crc32

import pytest

from bot.words.language import ENGLISH, NAMES
from engine.poker_cup.rules import CupRules
from engine.variants import VARIANTS

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

    They have the mark `long`, or they are scenes on PostgreSQL, cases of a language or cases of a game. On PostgreSQL,
    a short run plays only the first scene of each file, and all scenes in folders about databases. If a test has a
    case for each language, a short run plays it in English and in one other language. If it has the mark
    `in_some_games`, a short run plays it in two games of bids and one of the cup. Languages and games differ from
    test to test.
    """
    if LONG:
        return []
    items = list(items)
    later, seen = _in_games_for_later(items, tests), set[Path]()
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


SOME = {False: 2, True: 1}
"""A test with the mark `in_some_games` is played in so many games of bids (False) and of the cup (True)."""


def _in_games_for_later(items: Iterable[pytest.Item], tests: Path) -> list[pytest.Item]:
    """Return the cases of games that only a long run plays."""
    scenes = defaultdict[str, list[tuple[str, pytest.Item]]](list)
    for item in items:
        if item.get_closest_marker("in_some_games") is not None:
            scenes[_without_game(item, tests)].append((_game(item), item))
    later = list[pytest.Item]()
    for scene, cases in scenes.items():
        now = _games_for_now(sorted({game for game, _ in cases}), crc32(scene.encode()))
        later += [item for game, item in cases if game not in now]
    return later


def _game(item: pytest.Item) -> str:
    """Return the name of the game that is a parameter of this item."""
    values = item.callspec.params.values()  # type: ignore[attr-defined]
    return next(each for each in values if isinstance(each, str) and each in VARIANTS)


def _without_game(item: pytest.Item, tests: Path) -> str:
    """Return a name that all cases of a test have in common. Tests of one group have it in common too."""
    group = item.get_closest_marker("xdist_group")
    path = item.path.relative_to(tests).as_posix()
    test = group.args[0] if group is not None else item.originalname  # type: ignore[attr-defined]
    others = [part for part in item.callspec.id.split("-") if part not in VARIANTS]  # type: ignore[attr-defined]
    return "-".join((path, test, *others))


def _games_for_now(games: Sequence[str], scene: int) -> set[str]:
    """Return the games in which a short run plays a scene. `scene` is a number that differs from scene to scene."""
    now = set[str]()
    for is_cup, many in SOME.items():
        alike = [game for game in games if isinstance(VARIANTS[game].rules, CupRules) is is_cup]
        now |= {alike[(scene + n * (len(alike) // 2)) % len(alike)] for n in range(many) if alike}
    return now
