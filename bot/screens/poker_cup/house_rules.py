"""The house rules of the cup, page by page."""

from bot.screens.common_house_rules import (
    HouseRule,
    RulesPage,
    Value,
    at_the_table,
    chances,
    gift,
    how_long,
    on_off,
    opens,
)
from bot.words.language import _
from engine.poker_cup.rules import CupRules


def house_rules(_rules: CupRules | None = None) -> tuple[RulesPage, ...]:
    """The pages, which fit every table with a cup."""
    return (RulesPage(_("The cup"), "🥤", (_straights(), _slippery(), gift(), opens())), at_the_table(), how_long())


def _straights() -> HouseRule:
    on = _("Five in a row rank between three of a kind and a full house")
    return on_off("straights", _("Straights"), on, _("Five in a row are a high card"))


def _slippery() -> HouseRule:
    about = _("A die under the cup may roll over as it is passed, and nobody sees it")
    never = Value("0", _("Steady hands"), _("Nothing rolls over"))
    return chances("slippery", _("The pass"), never, about, _("Slippery pass, {chance}"))
