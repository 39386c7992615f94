"""Firehouse: the game of source 002 with its red die."""

from bot.screens.variants.switches import counterclockwise, crooked_dice, exact_calls, play_off
from bot.screens.variants.told import Told
from bot.words.language import _


def told() -> Told:
    """What a player is told of it."""
    return Told(
        emoji="🚒",
        title=_("Firehouse"),
        rules=(
            _("A red die names the wild number; every bid must raise the quantity, any face."),
            _("Anybody may bang out of turn: two goods if right, two bads if wrong. Too many bads wash you up."),
        ),
        switches=(
            counterclockwise(),
            exact_calls(),
            crooked_dice(),
            play_off(),
        ),
        offered=True,
    )
