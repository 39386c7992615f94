"""Read the lines that computer players say after a showdown, in the current language.

Each language has a file of its own.
"""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from bot.words.language import spoken_key

FOLDER = Path(__file__).with_name("talk")

AT_NIGHT = "night"
"""The end of an evening, for which each character has lines, too."""

MANY: Mapping[str, int] = {
    "caught": 8,
    "caught_me": 8,
    "again": 9,
    "climbed": 6,
    "bold": 8,
    "watched": 9,
    "out": 6,
    "out_me": 4,
    AT_NIGHT: 3,
}
"""The number of lines of a character for each situation. Situations that come up more often have more lines."""

SITUATIONS = tuple(situation for situation in MANY if situation != AT_NIGHT)
"""The situations in which a computer player says something; `talk/en.toml` explains them."""

Lines = dict[str, dict[str, list[str]]]
"""The lines by character, and then by the situation."""


def line(character: str, situation: str, which: int) -> str:
    """Return a line of this character for this situation, or "" if it has none.

    `which` is less than `MANY[situation]`. If the current language has no such line, the line is English.
    """
    for language in (spoken_key(), "en"):
        found = spoken(language).get(character, {}).get(situation, [])
        if which < len(found):
            return found[which]
    return ""


@lru_cache(maxsize=16)
def spoken(language: str) -> Lines:
    """Return all lines of a language, or the English lines if the language has none."""
    found = FOLDER / f"{language}.toml"
    with (found if found.exists() else FOLDER / "en.toml").open("rb") as file:
        return tomllib.load(file)
