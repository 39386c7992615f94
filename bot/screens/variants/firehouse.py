"""Firehouse: the game of source 002 with its red die."""

from bot.screens.bids.rules_in_words import described
from bot.screens.variants.switches import (
    counterclockwise,
    crooked_dice,
    exact_calls,
    play_off,
    who_is_away_sits_out,
)
from bot.screens.variants.told import Told
from bot.words.language import _


def told() -> Told:
    """What a player is told of it."""
    return Told(
        emoji="🚒",
        title=_("Firehouse"),
        story=_("A red die names the wild number; anybody may bang"),
        describe=described,
        switches=(
            counterclockwise(),
            exact_calls(),
            crooked_dice(),
            play_off(),
            who_is_away_sits_out(),
        ),
        proposed={"absence": "sit-out"},
        offered=True,
    )
