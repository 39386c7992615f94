"""Read the decks of dares for losers, which are short lines. Each language has a file of its own."""

import tomllib
from functools import lru_cache
from pathlib import Path

from bot.words.language import spoken_key

FOLDER = Path(__file__).with_name("dares")


def spoken_decks() -> dict[str, tuple[str, ...]]:
    """Return all decks in the current language, by name."""
    return decks(spoken_key())


@lru_cache(maxsize=16)
def decks(language: str) -> dict[str, tuple[str, ...]]:
    """Return all decks of a language by name, or the English decks if the language has none."""
    found = FOLDER / f"{language}.toml"
    with (found if found.exists() else FOLDER / "en.toml").open("rb") as file:
        return {deck: tuple(lines) for deck, lines in tomllib.load(file).items()}
