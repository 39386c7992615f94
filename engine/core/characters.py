"""Who the computer players are: a level each, and a few knobs that make them themselves."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec
from msgspec.structs import replace


class Level(StrEnum):
    """How well a computer player plays."""

    EASY = "easy"
    GOOD = "good"
    STRONG = "strong"


EASY, GOOD, STRONG = Level


class Character(msgspec.Struct, frozen=True, kw_only=True):
    """A way to play, as a few knobs.

    Skill: `reading` is how much is made of what others say, 1 being what it mostly tells; `trust` is added to the
    chance of whatever somebody else says; `heat` is how freely it draws among moves of nearly equal worth; `memory`
    (0 to 1) how much it goes by what people have shown at showdowns of this game.

    Taste, in the worth of a move: `honesty` for each die of the face above the average, or for what is true in the
    cup; `boldness` for each die, or ten claims, above the least; `mirror` for the face that stands, or for passing
    the cup on blind; `exact` for an exact call. `fate` (0 to 1) is how often it claims without a look.
    """

    name: str = ""
    emoji: str = ""
    level: Level = STRONG
    reading: float = 1.0
    trust: float = 0.0
    heat: float = 0.025
    memory: float = 1.0
    honesty: float = 0.0
    boldness: float = 0.0
    mirror: float = 0.0
    exact: float = 0.0
    fate: float = 0.0


REFERENCE = Character(memory=0.0)
"""The strong player without memory of persons and without taste, whose opinion hints and analyses give."""

PLAIN: Mapping[Level, Character] = {
    EASY: Character(level=EASY, reading=0.1, trust=0.1, heat=0.13, honesty=0.05, memory=0.0),
    GOOD: Character(level=GOOD, reading=0.75, trust=0.03, heat=0.075),
    STRONG: Character(level=STRONG, trust=0.04),
}
"""Each level by itself, without anybody's taste."""

ROSIE = replace(PLAIN[EASY], name="Rosie", emoji="🌷", trust=0.16, mirror=0.24, heat=0.14)
FIDGET = replace(PLAIN[EASY], name="Fidget", emoji="🐿️", boldness=0.09, fate=0.5, heat=0.11)
BOSUN = replace(PLAIN[EASY], name="Bosun", emoji="⚓", honesty=0.22, trust=0.05, heat=0.15)

MARLOWE = replace(PLAIN[GOOD], name="Marlowe", emoji="🕵️", boldness=-0.08, honesty=0.06, heat=0.09)
TRIXIE = replace(PLAIN[GOOD], name="Trixie", emoji="🃏", honesty=-0.07, boldness=0.035, heat=0.06)
OLD_SALT = replace(PLAIN[GOOD], name="Old Salt", emoji="🧂", mirror=0.16, fate=0.6, heat=0.095)

DUCHESS = replace(PLAIN[STRONG], name="Duchess", emoji="👑", honesty=0.06, boldness=-0.06)
GHOST = replace(PLAIN[STRONG], name="Ghost", emoji="👻", honesty=-0.05, boldness=0.04)
PROFESSOR = replace(PLAIN[STRONG], name="Professor", emoji="🎓", mirror=0.13, exact=0.05, fate=0.4)

CHARACTERS: Mapping[str, Character] = {
    each.name: each
    for each in (MARLOWE, TRIXIE, OLD_SALT, ROSIE, FIDGET, BOSUN, DUCHESS, GHOST, PROFESSOR)
}
"""Everybody by name, in the order in which they sit down where no level is asked for."""


def character(name: str) -> Character:
    """The character of this name, or of it and a number ("Trixie 2"); a plain good player for any other name."""
    return CHARACTERS.get(name) or CHARACTERS.get(name.rpartition(" ")[0]) or PLAIN[GOOD]
