"""Perudo, beside the source documents."""

from bot.screens.bids.rules_in_words import described
from bot.screens.variants.switches import (
    counterclockwise,
    crooked_dice,
    who_is_away_sits_out,
)
from bot.screens.variants.told import Told
from bot.words.language import _


def told() -> Told:
    """What a player is told of it."""
    return Told(
        emoji="🏺",
        title=_("Perudo"),
        story=_("Dudo with exact calls, and a round of your own at one die"),
        describe=described,
        switches=(
            counterclockwise(),
            crooked_dice(),
            who_is_away_sits_out(),
        ),
        proposed={"ante": "10", "absence": "sit-out"},
        offered=True,
    )
