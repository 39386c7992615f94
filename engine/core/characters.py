"""Who the computer players are: a level each, and a few knobs that make them themselves."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from math import exp

import msgspec
from msgspec.structs import replace

from engine.core.actions import Action


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
    (0 to 1) how much it goes by what people have shown at showdowns of this game. Who `is_patient` opens low and raises
    little where more than two play, so that everybody has a say, which is more fun and wins less.

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
    is_patient: bool = True
    honesty: float = 0.0
    boldness: float = 0.0
    mirror: float = 0.0
    exact: float = 0.0
    fate: float = 0.0

    def word(self) -> str:
        """The name as a word of records: `old-salt`."""
        return self.name.lower().replace(" ", "-")


REFERENCE = Character(memory=0.0, is_patient=False)
"""The strong player without memory of persons and without taste, whose opinion hints and analyses give."""

PLAIN: Mapping[Level, Character] = {
    EASY: Character(level=EASY, reading=0.1, trust=0.15, heat=0.26, honesty=0.05, memory=0.0),
    GOOD: Character(level=GOOD, reading=0.65, trust=0.06, heat=0.125),
    STRONG: Character(level=STRONG, trust=0.04, is_patient=False),
}
"""Each level by itself, without anybody's taste."""

ROSIE = replace(PLAIN[EASY], name="Rosie", emoji="🌷", trust=0.2, mirror=0.24, heat=0.2)
FIDGET = replace(PLAIN[EASY], name="Fidget", emoji="🐿️", boldness=0.09, fate=0.5, heat=0.145)
BOSUN = replace(PLAIN[EASY], name="Bosun", emoji="⚓", honesty=0.22, trust=0.1, heat=0.21)

MARLOWE = replace(PLAIN[GOOD], name="Marlowe", emoji="🕵️", boldness=-0.08, honesty=0.06, heat=0.13)
TRIXIE = replace(PLAIN[GOOD], name="Trixie", emoji="🃏", honesty=-0.07, boldness=0.035, heat=0.07)
OLD_SALT = replace(PLAIN[GOOD], name="Old Salt", emoji="🧂", mirror=0.16, fate=0.6, heat=0.13)

DUCHESS = replace(PLAIN[STRONG], name="Duchess", emoji="👑", honesty=0.05, boldness=-0.05)
GHOST = replace(PLAIN[STRONG], name="Ghost", emoji="👻", honesty=-0.05, boldness=0.04)
PROFESSOR = replace(PLAIN[STRONG], name="Professor", emoji="🎓", mirror=0.13, exact=0.05, fate=0.4, heat=0.04)

CHARACTERS: Mapping[str, Character] = {
    each.name: each for each in (MARLOWE, TRIXIE, OLD_SALT, ROSIE, FIDGET, BOSUN, DUCHESS, GHOST, PROFESSOR)
}
"""Everybody by name, in the order in which they sit down where no level is asked for."""


def character(name: str) -> Character:
    """The character of this name, or of it and a number ("Trixie 2"); a plain good player for any other name."""
    return CHARACTERS.get(name) or CHARACTERS.get(name.rpartition(" ")[0]) or PLAIN[GOOD]


class Reason(msgspec.Struct, frozen=True):
    """Why a computer player bid or called: how likely it gave the bid or claim to hold, 0 to 1.

    `times` is how often whoever it called had said that face in the round; 0 for a bid of its own, and in the cup.
    """

    calls: bool
    likely: float
    times: int = 0


class Choice(msgspec.Struct, frozen=True, gc=False):
    """A move, what it is worth, and how likely it is right: that the bid or claim holds, or that a call is right.

    `worth` is the chance, 0 to 1, not to be the one who pays for the round, by what is believed of the hidden dice, by
    the price, and by what others will do. `likely` goes by one's own dice and by what was said.
    """

    action: Action
    worth: float
    likely: float


BLUNDER = 0.08
"""A move that would be drawn less often than this, the best one being 1, is never made."""


def drawn(worths: Sequence[float], draw: float, heat: float) -> int:
    """Which of some moves a player makes: the likelier the more it is worth, the more evenly the greater the `heat`.

    `draw` goes from 0 up to but not 1, and equal arguments give equal moves.
    """
    best = max(worths)
    weights = [exp((worth - best) / heat) for worth in worths]
    weights = [weight if weight >= BLUNDER else 0.0 for weight in weights]
    left = draw * sum(weights)
    for number, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return number
    return worths.index(best)
