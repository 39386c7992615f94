"""The computer players: each has a level, and a few parameters that give it a character."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from math import exp

import msgspec
from msgspec.structs import replace

from engine.core.actions import Action
from engine.core.dice import picked


class Level(StrEnum):
    """How well a computer player plays."""

    EASY = "easy"
    GOOD = "good"
    STRONG = "strong"


EASY, GOOD, STRONG = Level


class Character(msgspec.Struct, frozen=True, kw_only=True):
    """A way to play, as a few parameters.

    Skill: `reading` is how much weight others' bids have, 1 being the usual weight; `trust` is added to the chance that
    somebody else's bid is true; `heat` is how freely it chooses among moves of nearly equal worth; `memory` (0 to 1) is
    how much it uses what players showed at showdowns of this game. A player that `is_patient` opens low and raises
    little if more than two play, so that everybody gets a turn; that is more fun and wins less.

    Taste, added to the worth of a move: `honesty` for each die of the face above the average, or for a true claim in
    the cup; `boldness` for each die, or ten claims, above the least; `mirror` for the face of the current bid, or for
    passing the cup on blind; `exact` for an exact call. `fate` (0 to 1) is how often it claims without a look.
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
        """Return the name as a word of records: `old-salt`."""
        return self.name.lower().replace(" ", "-")


REFERENCE = Character(memory=0.0, is_patient=False)
"""The strong player without memory or taste; hints and analyses give its opinion."""

PLAIN: Mapping[Level, Character] = {
    EASY: Character(level=EASY, reading=0.1, trust=0.15, heat=0.26, honesty=0.05, memory=0.0),
    GOOD: Character(level=GOOD, reading=0.65, trust=0.06, heat=0.125),
    STRONG: Character(level=STRONG, trust=0.04, is_patient=False),
}
"""The plain player of each level, without any taste."""

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
"""Every character by name, in the order in which they sit down if no level is asked for."""


def character(name: str) -> Character:
    """Return the character of this name, with or without a number ("Trixie 2"); otherwise a plain good player."""
    return CHARACTERS.get(name) or CHARACTERS.get(name.rpartition(" ")[0]) or PLAIN[GOOD]


class Reason(msgspec.Struct, frozen=True):
    """Why a computer player bid or called: `likely` (0 to 1) is its estimate that the bid or claim holds.

    `times` is how often the player it called had bid that face in the round; 0 for a bid of its own, and in the cup.
    """

    calls: bool
    likely: float
    times: int = 0


class Choice(msgspec.Struct, frozen=True, gc=False):
    """A move, its worth, and how likely it is right: that the bid or claim holds, or that a call is right.

    `worth` is the chance, 0 to 1, of not paying for the round; it depends on beliefs about the hidden dice, on the
    price, and on what others will do. `likely` depends on one's own dice and on the bids so far.
    """

    action: Action
    worth: float
    likely: float


BLUNDER = 0.08
"""A move is never made if it would be drawn less often than this, relative to 1 for the best move."""


def drawn(worths: Sequence[float], draw: float, heat: float) -> int:
    """Return the index of the move that a player makes: moves of more worth are likelier, less so with more `heat`.

    `draw` is in [0, 1). Equal arguments give equal moves.
    """
    best = max(worths)
    weights = [exp((worth - best) / heat) for worth in worths]
    weights = [weight if weight >= BLUNDER else 0.0 for weight in weights]
    return picked(weights, draw, worths.index(best))
