"""The games of bids alone, as `engine.games` plays them: what the tests of this folder lean on."""

from collections.abc import Mapping

from engine.bids.family import BIDS
from engine.bids.rules import Rules
from engine.bids.view import view
from engine.games import awaited
from engine.options import rules_for as any_rules_for

__all__ = ["awaited", "evolve", "initial", "play", "rules_for", "start", "view"]

start, initial, play, evolve = BIDS.start, BIDS.initial, BIDS.play, BIDS.evolve


def rules_for(name: str, options: Mapping[str, str] = {}) -> Rules:
    """The rules of a game of bids."""
    rules = any_rules_for(name, options)
    assert isinstance(rules, Rules)
    return rules
