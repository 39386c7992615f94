"""Dudo: the game of source 001 with its pot."""

from bot.screens.bids.rules_in_words import described
from bot.screens.variants.switches import (
    counterclockwise,
    exact_calls,
    who_is_away_sits_out,
)
from bot.screens.variants.told import Told
from bot.words.language import _


def told() -> Told:
    """What a player is told of it."""
    return Told(
        emoji="🪙",
        title=_("Dudo"),
        story=_("Ones are wild; the last one with dice takes the pot"),
        describe=described,
        switches=(
            counterclockwise(),
            exact_calls(),
            who_is_away_sits_out(),
        ),
        proposed={"ante": "10", "absence": "sit-out"},
        offered=True,
    )
