"""The games of bids alone, as `engine.games` plays them: what the tests of this folder lean on."""

from collections.abc import Mapping

from engine.common_hand.evolve import evolve
from engine.common_hand.play import initial, play, start
from engine.common_hand.rules import Rules
from engine.common_hand.view import view
from engine.games import awaited
from engine.variants import rules_for as any_rules_for

__all__ = ["awaited", "evolve", "initial", "play", "rules_for", "start", "view"]


def rules_for(name: str, options: Mapping[str, str] = {}) -> Rules:
    """The rules of a game of bids."""
    rules = any_rules_for(name, options)
    assert isinstance(rules, Rules)
    return rules
