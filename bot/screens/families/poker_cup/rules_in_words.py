"""Write texts about the rules of the poker cup: its course, and its house rules."""

from bot.screens.elements.labels import PRICE, THE_CUP
from bot.screens.families import lives
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
from bot.screens.families.poker_cup.price import price
from bot.screens.families.poker_cup.ranking import counts_besides, top_rules, words
from bot.tables.model import MOST_SEATS
from bot.words.language import _, sentences
from engine.poker_cup.rules import CupRules, CupWild


def described(rules: CupRules, _players: int = MOST_SEATS, _owes: bool = True) -> tuple[str, ...]:
    """Return lines about the game: the claims, the price of being wrong, and everything else worth knowing."""
    besides = [who_opens(rules.opens)]
    if rules.gift:  # P5
        besides.append(gives())
    besides += counts_besides(rules.ranking)
    besides += [_ones_are_wild()] if rules.cup_wild is CupWild.ONES else []  # K19
    besides += [_may_match()] if rules.equal else []  # K20
    besides += _after_the_top(rules)
    if rules.slippery:  # K14
        besides.append(_slips())
    return (
        words(rules.ranking).what_is_claimed(),
        price(rules).costs(rules),
        sentences(*besides),
    )


def _after_the_top(rules: CupRules) -> list[str]:
    """Return sentences about what the highest claim costs (K18), or [] if it costs the usual price."""
    about = words(rules.ranking)
    said = (about.top_costs(rules.mia), about.may_give_up() if rules.give_up else "")
    return [sentence for sentence in said if sentence]


def house_rules() -> tuple[RulesPage, ...]:
    """Return all pages of house rules of the poker cup."""
    return (
        RulesPage(_(THE_CUP), "🥤", (_straights(), _wild(), _equal(), _slippery(), opens())),
        RulesPage(_(PRICE), "📝", (_price(), lives.how_many(), *top_rules(), gift())),
        at_the_table(),
        how_long(),
    )


def _straights() -> HouseRule:
    on = _("Five in a row, between three of a kind and a full house")
    return on_off("straights", _("Straights"), on)


def _wild() -> HouseRule:
    return HouseRule(
        "cup-wild",
        _("Wild dice"),
        (Value("none", _("Nothing wild")), Value("ones", _("Ones wild under the cup"), _ones_are_wild())),
    )


def _ones_are_wild() -> str:
    return _("At the showdown, ones count as whatever makes the best hand.")


def _equal() -> HouseRule:
    return on_off("equal", _("Equal claims"), _may_match())


def _may_match() -> str:
    return _("You may match a claim, but not make the same one twice in a round.")


def _price() -> HouseRule:
    return HouseRule(
        "price",
        _(PRICE),
        (
            Value("forfeit", _("Forfeits"), forfeits_decide()),
            lives.as_price(),
        ),
    )


def _slippery() -> HouseRule:
    never = Value("0", _("Steady hands"))
    # Translators: {chance} is a phrase such as “1 in 4”: the chance that a die turns over during a pass of the cup.
    return chances("slippery", _("The pass"), never, _slips(), _("Slippery pass, {chance}"))


def _slips() -> str:
    return _("A die may roll over during the pass.")


def where_dice_come() -> str:
    """Return the sentence that tells a person who has just joined where their dice will be (K4)."""
    return _("🪑 You’re in! The cup comes to you on your turn.")


def to_press(rules: CupRules) -> tuple[str, ...]:
    """Return lines about how to use the cup and how to claim, and the kinds of hands from low to high."""
    about = words(rules.ranking)
    return (*about.to_press(), about.ranks(rules.ranking))
