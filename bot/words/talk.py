"""Choose the lines that computer players say after a showdown, in the current language.

Each language has a file of its own.
"""

import tomllib
from functools import lru_cache
from pathlib import Path

from bot.words.language import spoken_key

FOLDER = Path(__file__).with_name("talk")

Lines = dict[str, dict[str, list[str]]]
"""The lines by character, and then by the outcome of the showdown for that player (`won`, `lost`, `watched`)."""


def line(character: str, went: str, number: int) -> str:
    """Return a line that this character says after this outcome, or "" if it has none.

    `number` may be any number, and always selects the same line.
    """
    lines = spoken(spoken_key()).get(character, {}).get(went, [])
    return lines[number % len(lines)] if lines else ""


@lru_cache(maxsize=16)
def spoken(language: str) -> Lines:
    """Return all lines of a language, or the English lines if the language has none."""
    found = FOLDER / f"{language}.toml"
    with (found if found.exists() else FOLDER / "en.toml").open("rb") as file:
        return tomllib.load(file)
