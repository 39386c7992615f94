"""Perudo, beside the source documents."""

from bot.screens.variants.switches import counterclockwise, crooked_dice
from bot.screens.variants.told import Told
from bot.words.language import _


def told() -> Told:
    """What a player is told of it."""
    return Told(
        emoji="🏺",
        title=_("Perudo"),
        rules=(
            _("Ones are wild, and a bid of ones needs only half as many. Call it exactly, and win a die back."),
            _("Whoever is wrong loses a die. Down to one, you open a round of one face, nothing wild."),
        ),
        switches=(
            counterclockwise(),
            crooked_dice(),
        ),
    )
