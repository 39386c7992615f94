"""Joker: the game of source 003 with its vote."""

from bot.screens.variants.switches import counterclockwise, crooked_dice
from bot.screens.variants.told import Told
from bot.words.language import _


def told() -> Told:
    """What a player is told of it."""
    return Told(
        emoji="🃏",
        title=_("Joker"),
        rules=(
            _("Ones are jokers: wild, and worth double in a bid. Call a lie, and everybody says what they believe."),
            _("Whoever is right sheds a die. The first without dice wins, the last one left owes a forfeit."),
        ),
        switches=(
            counterclockwise(),
            crooked_dice(),
        ),
    )
