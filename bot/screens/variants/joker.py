"""Joker: the game of source 003 with its vote."""

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
        emoji="🃏",
        title=_("Joker"),
        story=_("Ones are worth double, everybody votes, the right ones shed"),
        describe=described,
        switches=(
            counterclockwise(),
            crooked_dice(),
            who_is_away_sits_out(),
        ),
        proposed={"absence": "sit-out"},
        offered=True,
    )
