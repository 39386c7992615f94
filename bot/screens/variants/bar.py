"""The bar game of source 002."""

from bot.screens.variants.switches import anyone_may_doubt, counterclockwise, crooked_dice, exact_calls
from bot.screens.variants.told import Told
from bot.words.language import _


def told() -> Told:
    """What a player is told of it."""
    return Told(
        emoji="🍺",
        title=_("Bar dice"),
        rules=(
            _("Five dice each, nothing wild. Every bid needs more dice, of any face."),
            _("Whoever is wrong loses a die. The last one with dice wins."),
        ),
        switches=(
            counterclockwise(),
            exact_calls(),
            crooked_dice(),
            anyone_may_doubt(),
        ),
    )
