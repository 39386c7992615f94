"""The cup: the poker hands of source 002, passed round the table."""

from bot.screens.poker_cup.rules_in_words import described
from bot.screens.variants.switches import (
    counterclockwise,
    wait_until_settled,
    who_is_away_sits_out,
    winners_gift,
)
from bot.screens.variants.told import Told
from bot.words.language import _


def told() -> Told:
    """What a player is told of it."""
    return Told(
        emoji="🥤",
        title=_("The cup"),
        story=_("One cup, five dice, poker hands: better it or call it"),
        describe=described,
        switches=(
            counterclockwise(),
            winners_gift(),
            who_is_away_sits_out(),
            wait_until_settled(),
        ),
        proposed={"rounds": "10", "absence": "sit-out"},
        offered=True,
    )
