"""The cup: the poker hands of source 002, passed round the table."""

from bot.screens.variants.switches import counterclockwise, winners_gift
from bot.screens.variants.told import Told
from bot.words.language import _


def told() -> Told:
    """What a player is told of it."""
    return Told(
        emoji="🥤",
        title=_("The cup"),
        rules=(
            _("One cup, five dice, claims of poker hands. Believe the claim and do better, or call it a lie."),
            _("Whoever was wrong owes a forfeit; the winner opens."),
        ),
        switches=(
            counterclockwise(),
            winners_gift(),
        ),
        proposed={"rounds": "10"},
    )
