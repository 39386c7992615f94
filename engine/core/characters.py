"""The computer players. Each has a level, and a few parameters that make up its character."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from math import exp

import msgspec
from msgspec.structs import replace

from engine.core.actions import Action
from engine.core.dice import picked


class Level(StrEnum):
    """The strength of a computer player."""

    EASY = "easy"
    GOOD = "good"
    STRONG = "strong"


EASY, GOOD, STRONG = Level


class Character(msgspec.Struct, frozen=True, kw_only=True):
    """A computer player's way of playing, as a few parameters.

    These parameters make up the player's skill:

    - `reading`: the weight of other players' bids. The usual weight is 1.
    - `trust`: an amount that is added to the probability that another player's bid is true.
    - `heat`: how freely the player chooses among moves of nearly equal worth.
    - `memory` (0 to 1): the weight of what players showed at earlier showdowns of this game.
    - `is_patient`: whether the player opens low and raises little if more than two players play, so that everybody gets
      a turn. That is more fun, and wins less often.

    These parameters are tastes, which are added to the worth of a move:

    - `honesty`: for each die by which the player's own dice of the bid's face exceed the average or, in the cup game,
      for a true claim.
    - `boldness`: for each die above the lowest bid or, in the cup game, for each ten claims above the lowest claim.
    - `mirror`: for the face of the current bid, or for passing the cup on blind.
    - `exact`: for an exact call.

    `fate` (0 to 1) is the probability that the player claims without looking.
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
        """Return the name as one word for records, such as `old-salt`."""
        return word(self.name)


def word(name: str) -> str:
    """Return the name of a computer player at a table as one word, such as `old-salt-2`."""
    return name.lower().replace(" ", "-")


REFERENCE = Character(memory=0.0, is_patient=False)
"""The strong player without memory or taste. Hints and analyses use its judgement."""

PLAIN: Mapping[Level, Character] = {
    EASY: Character(level=EASY, reading=0.1, trust=0.15, heat=0.26, honesty=0.05, memory=0.0),
    GOOD: Character(level=GOOD, reading=0.65, trust=0.06, heat=0.125),
    STRONG: Character(level=STRONG, trust=0.04, is_patient=False),
}
"""The plain player of each level, which has no taste and no name."""

ROSIE = replace(PLAIN[EASY], name="Rosie", emoji="🌷", trust=0.2, mirror=0.24, heat=0.2)
FIDGET = replace(PLAIN[EASY], name="Fidget", emoji="🐿️", boldness=0.09, fate=0.5, heat=0.145)
BOSUN = replace(PLAIN[EASY], name="Bosun", emoji="⚓", honesty=0.22, trust=0.1, heat=0.21)

MARLOWE = replace(PLAIN[GOOD], name="Marlowe", emoji="🕵️", boldness=-0.08, honesty=0.06, heat=0.13)
TRIXIE = replace(PLAIN[GOOD], name="Trixie", emoji="🃏", honesty=-0.07, boldness=0.035, heat=0.07)
OLD_SALT = replace(PLAIN[GOOD], name="Old Salt", emoji="🧂", mirror=0.16, fate=0.6, heat=0.13)

DUCHESS = replace(PLAIN[STRONG], name="Duchess", emoji="👸", honesty=0.05, boldness=-0.05)
GHOST = replace(PLAIN[STRONG], name="Ghost", emoji="👻", honesty=-0.05, boldness=0.04)
PROFESSOR = replace(PLAIN[STRONG], name="Professor", emoji="🎓", mirror=0.13, exact=0.05, fate=0.4, heat=0.04)

CHARACTERS: Mapping[str, Character] = {
    each.name: each for each in (MARLOWE, TRIXIE, OLD_SALT, ROSIE, FIDGET, BOSUN, DUCHESS, GHOST, PROFESSOR)
}
"""All characters by name, in the order in which they join a table if the host asks for no level."""


def character(name: str) -> Character:
    """Return the character of this name. A number may follow the name, as in "Trixie 2".

    For another name, return a plain good player.
    """
    return CHARACTERS.get(name) or CHARACTERS.get(name.rpartition(" ")[0]) or PLAIN[GOOD]


class Reason(msgspec.Struct, frozen=True):
    """The reason for a computer player's bid or call.

    `calls` is True for a call. `likely` (0 to 1) is the computer player's estimate that the bid or claim is true.
    `times` is the number of bids on that face that the accused player had made in the round. It is 0 for the computer
    player's own bid, and in the cup game.
    """

    calls: bool
    likely: float
    times: int = 0


class Choice(msgspec.Struct, frozen=True, gc=False):
    """A move, its worth, and the probability that it is right.

    A bid or claim is right if it is true. `worth` (0 to 1) is an estimate of the probability of not paying for the
    round. It depends on beliefs about the hidden dice, on the price, and on what others will do. `likely` depends on
    the player's own dice and on the bids so far.
    """

    action: Action
    worth: float
    likely: float


BLUNDER = 0.08
"""A move is never chosen if its weight is below this. The weight of the best move is 1."""


def drawn(worths: Sequence[float], draw: float, heat: float) -> int:
    """Return the index of the move that a player chooses. Moves that are worth more are more likely to be chosen.

    `draw` is a random number in [0, 1). With more `heat` the worth matters less. Equal arguments always return the
    same index.
    """
    best = max(worths)
    weights = [exp((worth - best) / heat) for worth in worths]
    weights = [weight if weight >= BLUNDER else 0.0 for weight in weights]
    return picked(weights, draw, worths.index(best))
