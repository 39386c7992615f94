"""Helpers for the tests of the games of bids."""

from collections.abc import Iterable, Mapping

from engine.bids.actions import Bid
from engine.bids.counting import counting
from engine.bids.family import BIDS
from engine.bids.raising import fewest
from engine.bids.rules import Rules
from engine.bids.view import view
from engine.core.dice import FACES, Hand
from engine.games import awaited
from engine.options import rules_for as any_rules_for

__all__ = ["awaited", "by_face", "counted", "evolve", "initial", "play", "rules_for", "start", "view"]

start, initial, play, evolve = BIDS.start, BIDS.initial, BIDS.play, BIDS.evolve


def rules_for(name: str, options: Mapping[str, str] = {}) -> Rules:
    """Return the rules of a game of bids."""
    rules = any_rules_for(name, options)
    assert isinstance(rules, Rules)
    return rules


def by_face(least: Iterable[Bid]) -> tuple[int, ...]:
    """Return the lowest legal quantity for each face, or 0 for a face that may not be bid.

    The position in the tuple is the face. Position 0 is unused.
    """
    return (0, *(fewest(tuple(least), face) for face in FACES))


def counted(hands: Iterable[Hand], face: int, wild: int) -> int:
    """Return how many dice of all `hands` count for a bid on `face` (C2). `wild` is the wild number, or 0."""
    return counting(Bid(1, face), wild).all(hands)
