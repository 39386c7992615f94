"""Common hand: the game of source 000."""

from bot.screens.bids.rules_in_words import described
from bot.screens.variants.switches import (
    any_face,
    anyone_may_doubt,
    counterclockwise,
    crooked_dice,
    exact_calls,
    wait_until_settled,
    who_is_away_sits_out,
    winners_gift,
)
from bot.screens.variants.told import Told
from bot.words.language import _


def told() -> Told:
    """What a player is told of it."""
    return Told(
        emoji="🎲",
        title=_("Common hand"),
        story=_("More dice, no lower face; the loser must do as agreed"),
        describe=described,
        switches=(
            counterclockwise(),
            exact_calls(),
            crooked_dice(),
            anyone_may_doubt(),
            any_face(),
            winners_gift(),
            who_is_away_sits_out(),
            wait_until_settled(),
        ),
        proposed={"rounds": "10", "absence": "sit-out"},
        offered=True,
    )
