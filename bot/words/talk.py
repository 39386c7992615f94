"""The lines of computer players after a showdown, in the current language, each language in a file of its own."""

import tomllib
from functools import lru_cache
from pathlib import Path

from bot.words.language import spoken_key

FOLDER = Path(__file__).with_name("talk")

Lines = dict[str, dict[str, list[str]]]
"""The possible lines by character and by the outcome of the showdown for them (`won`, `lost`, `watched`)."""


def line(character: str, went: str, number: int) -> str:
    """Return a line of that character; equal numbers, which may be any, give equal lines. "" if there are none."""
    lines = spoken(spoken_key()).get(character, {}).get(went, [])
    return lines[number % len(lines)] if lines else ""


@lru_cache(maxsize=16)
def spoken(language: str) -> Lines:
    """Return all lines of a language; the English ones if it has none."""
    found = FOLDER / f"{language}.toml"
    with (found if found.exists() else FOLDER / "en.toml").open("rb") as file:
        return tomllib.load(file)
