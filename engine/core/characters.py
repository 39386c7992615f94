"""Who the computer players are: a level each, and a few knobs that make them themselves."""

from enum import StrEnum

import msgspec


class Level(StrEnum):
    """How well a computer player plays."""

    EASY = "easy"
    GOOD = "good"
    STRONG = "strong"


class Character(msgspec.Struct, frozen=True, kw_only=True):
    """A way to play, as a few knobs.

    `reading` is how much a bid says of its bidder's dice, 1 being what it mostly does; `thought` how far the moves of
    others are thought of, from 0 (only one's own chance counts) to 1; `trust` is what is added to the chance of any
    bid or claim of somebody else; `heat` how freely it draws among moves of nearly equal worth.

    The others are taste, in the worth of a move: `honesty` for each die of the face above the average, `boldness` for
    each die above the least raise, `mirror` for staying on the face that stands, `exact` for an exact call, and
    `memory` (0 to 1) how much it goes by what people have shown at showdowns.
    """

    name: str
    emoji: str
    level: Level
    reading: float = 1.0
    thought: float = 1.0
    trust: float = 0.0
    heat: float = 0.04
    honesty: float = 0.0
    boldness: float = 0.0
    mirror: float = 0.0
    exact: float = 0.0
    memory: float = 1.0


REFERENCE = Character(name="reference", emoji="", level=Level.STRONG, memory=0.0)
"""The strong player without memory of persons, whose opinion hints and analyses give."""
