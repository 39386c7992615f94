"""Decide which options go together (P6): when an option has any effect, and which values contradict each other."""

from engine.bids.rules import WILD_NUMBER, Palifico, Raising, Rules, Verdict, Wild
from engine.core.policies import Opener
from engine.poker_cup.price import PRICES as CUP_PRICES
from engine.poker_cup.rules import CupRules, Ranks

_ONES_WEIGH_MORE = (Raising.JOKERS_DOUBLE, Raising.ACES_HALVE)
"""The rules of raising that need wild ones."""


def senseless_wild(rules: Rules) -> bool:
    """Return whether the rule of raising needs another wild number (C2, B4).

    Stars on a track need a wild number that stays. Bids can only be wild or pure if ones are wild, and ones that weigh
    more do not stop being wild.
    """
    match rules.raising:
        case Raising.TRACK:
            return rules.wild is Wild.ONES_UNTIL_BID or not WILD_NUMBER[rules.wild]
        case Raising.PURE:
            return rules.wild is not Wild.ONES
        case raising:
            return rules.wild is Wild.ONES_UNTIL_BID and raising in _ONES_WEIGH_MORE


def senseless_raising(rules: Rules) -> bool:
    """Return whether bids are wild or pure in a game with palifico rounds."""
    return rules.raising is Raising.PURE and has_palifico(rules)


def has_palifico(rules: Rules) -> bool:
    """Return whether the rules have palifico rounds (C6)."""
    return rules.palifico is not Palifico.OFF


def pays_one_each(rules: Rules) -> bool:
    """Return whether everybody may have to pay 1 with this price (P8)."""
    return not (rules.costs.sheds or rules.counts_bads())


def senseless_verdict(rules: Rules) -> bool:
    """Return whether the options ask for a poll without shedding dice.

    P6: a poll needs shedding. Shedding does not need a poll (P4).
    """
    return rules.verdict is Verdict.POLL and not rules.costs.sheds


def usual_verdict(rules: Rules) -> str:
    """Return the verdict that goes with the price: a poll if dice are shed, otherwise a duel."""
    return (Verdict.POLL if rules.costs.sheds else Verdict.DUEL).value


def senseless_price(rules: Rules | CupRules) -> bool:
    """Return whether the price is one that a game with one cup does not have (P6)."""
    return isinstance(rules, CupRules) and rules.price not in CUP_PRICES


def senseless_opens(rules: Rules | CupRules) -> bool:
    """Return whether the option gives the opening to the next player, which a game with one cup does not allow (O2)."""
    return rules.opens is Opener.NEXT and isinstance(rules, CupRules)


def is_poker(rules: CupRules) -> bool:
    """Return whether players claim hands of poker (K10, K19)."""
    return rules.ranks is Ranks.POKER


def has_a_mia(rules: CupRules) -> bool:
    """Return whether the highest claim is a Mia (K18)."""
    return rules.ranks is Ranks.TWO_DICE


def sheds_nothing(rules: Rules) -> bool:
    """Return whether players do not shed dice."""
    return not rules.costs.sheds
