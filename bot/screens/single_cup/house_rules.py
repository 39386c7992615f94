"""The house rules of the cup, page by page."""

from bot.screens.common_house_rules import at_the_table, gift, opens
from bot.screens.house_rule import HouseRule, RulesPage, Value, on_off
from bot.words.language import _
from engine.single_cup.rules import CupRules


def house_rules(_rules: CupRules | None = None) -> tuple[RulesPage, ...]:
    """The pages, which fit every table with a cup."""
    return (RulesPage(_("The cup"), "🥤", (_straights(), _slippery(), gift(), opens())), at_the_table())


def _straights() -> HouseRule:
    on = _("Five in a row rank between three of a kind and a full house")
    return on_off("straights", _("Straights"), on, _("Five in a row are a high card"))


def _slippery() -> HouseRule:
    about = _("A die under the cup may roll over as it is passed, and nobody sees it")
    chances = {"0.02": 50, "0.05": 20, "0.1": 10, "0.25": 4, "0.5": 2, "1": 1}
    some = tuple(Value(chance, _("Slippery pass, 1 in {n}").format(n=n), about) for chance, n in chances.items())
    return HouseRule("slippery", _("The pass"), (Value("0", _("Steady hands"), _("Nothing rolls over")), *some))
