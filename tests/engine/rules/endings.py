"""Helpers for the tests of how games end."""

from tests.engine.rules.scenes import Scene, scene, thrown

NAMES = "ann bob cid"
FIVE = "6 1 2 3 4"
ROUND = thrown(1, ann=FIVE, bob=FIVE, cid=FIVE)
TRUE, LIE = "3x6", "4x6"
LIED = f"{ROUND}ann bid {LIE}\nbob liar\n"
"""A round in which ann lies and bob challenges her."""

ONE_PAIR = "round 1\nroll ann 2 2 3 4 6\nann claim pair 2\nbob liar"
"""A round of the cup in which ann claims what she has and bob challenges her."""


def ended(at: Scene) -> list[str]:
    """Return the events of the last move, except those that describe the showdown."""
    showdown = ("count", "holds", "lie", "exact", "inexact", "hand")
    return [line for line in at.news if line.split()[0] not in showdown]


def bids(variant: str, text: str, names: str = NAMES, **options: str) -> list[str]:
    """Play a game of bids, and return the events of its last move as `ended` does.

    By default, nothing is wild and everybody has five dice.
    """
    return ended(scene(variant, names, text, **{"wild": "none", "dice": "5", **options}))


def cup(text: str, **options: str) -> list[str]:
    """Play a game of the cup, and return the events of its last move as `ended` does."""
    return ended(scene("cup", NAMES, text, **options))
