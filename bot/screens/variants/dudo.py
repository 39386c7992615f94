"""Dudo: the game of source 001 with its pot."""

from bot.screens.variants.switches import counterclockwise, exact_calls
from bot.screens.variants.told import Told
from bot.words.language import _


def told() -> Told:
    """What a player is told of it."""
    return Told(
        emoji="🪙",
        title=_("Dudo"),
        rules=(
            _("Five dice each, ones are wild. Raise with more dice, or as many of a higher face."),
            _("Whoever is wrong loses a die. The last one with dice takes the pot."),
        ),
        switches=(
            counterclockwise(),
            exact_calls(),
        ),
    )
