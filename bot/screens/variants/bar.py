"""The bar game of source 002."""

from bot.screens.bids.rules_in_words import described
from bot.screens.variants.switches import (
    anyone_may_doubt,
    counterclockwise,
    crooked_dice,
    exact_calls,
    who_is_away_sits_out,
)
from bot.screens.variants.told import Told
from bot.words.language import _


def told() -> Told:
    """What a player is told of it."""
    return Told(
        emoji="🍺",
        title=_("Bar dice"),
        story=_("Nothing wild; lose your dice one by one, the last wins"),
        describe=described,
        switches=(
            counterclockwise(),
            exact_calls(),
            crooked_dice(),
            anyone_may_doubt(),
            who_is_away_sits_out(),
        ),
        proposed={"absence": "sit-out"},
        offered=True,
    )
