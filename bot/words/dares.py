"""Choose dares for losers from decks of short lines in the current language. Each language has a file of its own."""

import tomllib
from functools import lru_cache
from pathlib import Path
from random import Random

from bot.words.language import offered, spoken_key

FOLDER = Path(__file__).with_name("dares")

GENTLE = "gentle"
"""The deck that suggests a dare to a new table."""


def dare(name: str, draw: int) -> str:
    """Return a dare of the deck `name`. `draw` may be any number, and always selects the same dare.

    Raises `KeyError` for an unknown deck.
    """
    return Random(draw).choice(spoken_decks()[name])  # noqa: S311  # no secret depends on it


def spoken_decks() -> dict[str, tuple[str, ...]]:
    """Return all decks in the current language, by name."""
    return decks(spoken_key())


def is_ours(words: str) -> bool:
    """Return whether these words are a dare of the deck `GENTLE` in any language."""
    return any(words in decks(language)[GENTLE] for language in offered())


@lru_cache(maxsize=16)
def decks(language: str) -> dict[str, tuple[str, ...]]:
    """Return all decks of a language by name, or the English decks if the language has none."""
    found = FOLDER / f"{language}.toml"
    with (found if found.exists() else FOLDER / "en.toml").open("rb") as file:
        return {deck: tuple(lines) for deck, lines in tomllib.load(file).items()}
