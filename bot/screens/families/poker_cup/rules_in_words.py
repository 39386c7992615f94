"""Write texts about the rules of the poker cup: its course, and its house rules."""

from bot.screens.elements.labels import THE_CUP
from bot.screens.families.common_house_rules import (
    HouseRule,
    RulesPage,
    Value,
    at_the_table,
    chances,
    forfeits_decide,
    gift,
    gives,
    how_long,
    on_off,
    opens,
    who_opens,
)
from bot.screens.families.poker_cup.ranking import counts_besides, ranks, what_is_claimed
from bot.tables.model import MOST_SEATS
from bot.words.language import _, sentences
from engine.poker_cup.rules import CupRules


def described(rules: CupRules, _players: int = MOST_SEATS, _owes: bool = True) -> tuple[str, ...]:
    """Return lines about the game: the claims, the price of being wrong, and everything else worth knowing."""
    besides = [who_opens(rules.opens)]
    if rules.gift:  # P5
        besides.append(gives())
    besides += counts_besides(rules.ranking)
    if rules.slippery:  # K14
        besides.append(_slips())
    return (
        what_is_claimed(rules.ranking),
        forfeits_decide(),
        sentences(*besides),
    )


def house_rules() -> tuple[RulesPage, ...]:
    """Return all pages of house rules of the poker cup."""
    return (RulesPage(_(THE_CUP), "🥤", (_straights(), _slippery(), gift(), opens())), at_the_table(), how_long())


def _straights() -> HouseRule:
    on = _("Five in a row, between three of a kind and a full house")
    return on_off("straights", _("Straights"), on)


def _slippery() -> HouseRule:
    never = Value("0", _("Steady hands"))
    # Translators: {chance} is a phrase such as “1 in 4”: the chance that a die turns over during a pass of the cup.
    return chances("slippery", _("The pass"), never, _slips(), _("Slippery pass, {chance}"))


def _slips() -> str:
    return _("A die may roll over during the pass.")


def where_dice_come() -> str:
    """Return the sentence that tells a person who has just joined where their dice will be (K4)."""
    return _("🪑 You’re in! Your dice will be under the cup when it comes to you.")


def to_press(rules: CupRules) -> tuple[str, ...]:
    """Return lines about how to use the cup and how to claim, and the kinds of hands from low to high."""
    return (
        _("🥤 Your cup? Press **Peek** or **Blind**; **My cup** shows the dice."),
        _("🎲 Tap dice to pull out, put under or roll. Peek and you must roll at least one."),
        _("🗣️ Tap your claim, or type `/claim` and “pair of twos” or “three fives”."),
        ranks(rules.ranking),
    )
