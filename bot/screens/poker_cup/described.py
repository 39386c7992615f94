"""How the cup goes, in lines that follow the table's rules."""

from bot.screens.common_house_rules import who_opens
from bot.words.language import _
from engine.poker_cup.rules import CupRules


def described(rules: CupRules) -> tuple[str, ...]:
    """What is claimed; what a lie costs; and what else there is to know."""
    besides = [who_opens(rules.opens)]
    if rules.gift:  # P5
        besides.append(_("The winner may name one more who gets a forfeit."))
    if rules.straights:  # K10
        besides.append(_("Straights count."))
    if rules.slippery:  # K14
        besides.append(_("A die may slip in a pass."))
    return (
        _("One cup, five dice, claims of poker hands. Believe and do better, or call it a lie."),
        _("Whoever was wrong gets a forfeit."),
        " ".join(besides),
    )
