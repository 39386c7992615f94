"""Common hand: the game of source 000."""

from bot.screens.variants.switches import (
    any_face,
    anyone_may_doubt,
    counterclockwise,
    crooked_dice,
    exact_calls,
    winners_gift,
)
from bot.screens.variants.told import Told
from bot.words.language import _


def told() -> Told:
    """What a player is told of it."""
    return Told(
        emoji="🎲",
        title=_("Common hand"),
        rules=(
            _("Five dice each, nothing wild. A raise needs more dice, and a face that is no lower."),
            _("Next in turn may call “liar”. Whoever was wrong owes a forfeit; the winner opens."),
        ),
        switches=(
            counterclockwise(),
            exact_calls(),
            crooked_dice(),
            anyone_may_doubt(),
            any_face(),
            winners_gift(),
        ),
        proposed={"rounds": "10"},
        offered=True,
    )
