"""Checks of /help, of the choice of lessons, of each game's line in menus, and of the lines on what to press."""

from collections.abc import Callable
from functools import cache

from bot.words.faces_and_numbers import read_face
from bot.words.reading import read_bid
from engine import games
from engine.core import events as e
from engine.core.events import End
from engine.poker_cup.actions import Peek
from engine.variants import VARIANTS
from tests.truth import of_bids, of_mia, of_palifico, of_prices, of_pure, of_ranks, of_shows, of_stakes
from tests.truth.asked import Check, Moment
from tests.truth.recording import Facts

ONES_WILD, NOTHING_WILD = of_bids.CHECKS["Ones are wild."], of_bids.CHECKS["Nothing is wild."]
CHEAPER_ONES = of_bids.CHECKS["Raise the number or face; switching to ones takes half as many."]
OF_BIDS = tuple(name for name, each in VARIANTS.items() if games.family(each.rules).name == "common-hand")
"""The games of bids."""


def both(*checks: Check) -> Check:
    """Return a check that all these checks are true in a game of bids."""
    return lambda at, facts: at.is_of_bids and all(check(at, facts) for check in checks)


def on_all_dice(at: Moment, _facts: Facts) -> bool:
    """Return whether bids go up to the number of all dice, and a bid may be raised or called (B1, B2)."""
    if not at.is_of_bids or not at.stands:
        return at.is_of_bids
    most = max((many for many, _face in at.bids()), default=at.state.pool)
    return most == at.state.pool and bool(at.legal(at.state.turn).challenge)


def most_games(at: Moment, facts: Facts) -> bool:
    """Return whether most games are games of bids, as this one is."""
    return 2 * len(OF_BIDS) > len(VARIANTS) and on_all_dice(at, facts)


def anyone_in_firehouse(at: Moment, facts: Facts) -> bool:
    """Return whether anyone may call in Firehouse, and only the next player in another game of bids (C1)."""
    if not at.is_of_bids:
        return False
    return (of_bids.anyone_bangs if at.table.setup.variant == "firehouse" else of_bids.next_calls)(at, facts)


def peek_or_blind(at: Moment, _facts: Facts) -> bool:
    """Return whether a player who gets the cup may peek or pass it on blind, and who peeks must roll (K2 to K4)."""
    if at.is_of_bids:
        return False
    may = at.legal(at.asked() or 0) if at.is_passing() else None
    if may is None or not may.challenge:
        return True
    after = at.after(at.asked(), Peek()) if may.peek else None
    return may.peek == may.blind and (after is None or not after.legal(at.asked() or 0).claim)


def takes_the_pot(at: Moment, _facts: Facts) -> bool:
    """Return whether the last player with dice gets all that was put in (E3, E6)."""
    over = at.over()
    if over is None or over.why is not End.DICE:
        return True
    paid = -sum(each.amount for each in at.all_of(e.ChipsMoved, at.whole) if each.amount < 0)
    got = {each.seat: each.amount for each in at.all_of(e.ChipsMoved, at.whole) if each.amount > 0}
    return paid > 0 and got == {over.winners[0]: paid}


def has_exact_calls(at: Moment, _facts: Facts) -> bool:
    """Return whether a bid may be called exact (C5)."""
    return not at.stands or bool(at.exact_callers())


def types(read: Callable[[str], object], *words: str) -> Check:
    """Return a check of a game of bids in which all these words can be read, and the bid in the facts."""
    reads = cache(read)

    def check(at: Moment, facts: Facts) -> bool:
        typed = (*words, *([facts["bid"]] if "bid" in facts else []))
        return at.is_of_bids and all(reads(each) not in (None, (None, None)) for each in typed)

    return check


def reads_claims(at: Moment, _facts: Facts) -> bool:
    """Return whether the two hands in this sentence are read as claims of this table."""
    some = [of_ranks.read("pair of twos"), of_ranks.read("three fives")]
    return not at.is_of_bids and all(each in at.state.rules.ranking.claims for each in some)


TABLES: dict[str, Check] = {
    "🎲 Your dice come by DM, or press **My dice**.": lambda at, _facts: at.is_of_bids,
    "🗣️ Your turn? Tap a bid, or type `/bid` and “{bid}” or “4x3”.": types(read_bid, "4x3"),
    "-# ace 1 · duck 2 · tripod 3 · cow 4 · horse 5 · ant 6": types(
        read_face, *("ace", "duck", "tripod", "cow", "horse", "ant")
    ),
    "🥤 Your cup? Press **Peek** or **Blind**; **My cup** shows the dice.": peek_or_blind,
    "🎲 Tap dice to pull out, put under or roll. Peek and you must roll at least one.": peek_or_blind,
    "🗣️ Tap your claim, or type `/claim` and “pair of twos” or “three fives”.": reads_claims,
}
"""The lines of How to play on what to press and type, which tables show."""

HELP: dict[str, tuple[Check, tuple[str, ...]]] = {
    "Everyone rolls in secret and bids on **all** the dice. Raise the bid, or call it a lie!": (on_all_dice, OF_BIDS),
    "**Your turn**: tap a bid, or call **Liar!** In Firehouse anyone can call: **Bang!**": (
        anyone_in_firehouse,
        OF_BIDS,
    ),
    "**The cup** works differently: **Peek** or **Blind**, then tap dice and a claim in **My cup**.": (
        peek_or_blind,
        ("cup",),
    ),
    "🎲 **Bids** on everyone’s dice, like most games.": (most_games, OF_BIDS),
    "🥤 **The cup**: poker hands.": (of_ranks.five_dice_in_one_cup, ("cup",)),
    "✌️ **Mia**: two dice.": (of_mia.in_one_cup, ("mia",)),
    "⭐ **Bluff**: show dice.": (of_shows.may_show, ("bluff",)),
    "🏮 **Dahua**: pure bids.": (
        of_pure.CHECKS["Ones are wild, except for pure bids."],
        ("dahua",),
    ),
    "The plain game: lose and you owe a forfeit": (both(NOTHING_WILD, of_stakes.loser_owes), ("common",)),
    "Ones wild; last player with dice takes the pot": (both(ONES_WILD, takes_the_pot), ("dudo",)),
    "One cup, poker hands: beat it or call Liar!": (of_ranks.five_dice_in_one_cup, ("cup",)),
    "Two dice, one cup: beat the claim or call Liar!": (of_mia.in_one_cup, ("mia",)),
    "A red die is wild; anyone may call Bang!": (
        both(of_bids.CHECKS["The opener’s extra red die is wild."], of_bids.anyone_bangs),
        ("firehouse",),
    ),
    "Sixes are stars; show dice to roll the rest again": (
        both(of_bids.CHECKS["Wild: {faces}."], of_shows.may_show),
        ("bluff",),
    ),
    "Nothing wild; last player with dice wins": (both(NOTHING_WILD, of_prices.last_with_dice_wins), ("bar",)),
    "The Chinese game: ones wild, until a bid is pure": (
        of_pure.CHECKS["Ones are wild, except for pure bids."],
        ("dahua",),
    ),
    "Be right, shed a die: fewer is better": (of_prices.the_right_shed, ("joker",)),
    "Dudo with exact calls and palifico; ones take half as many dice": (
        both(ONES_WILD, has_exact_calls, of_palifico.opens_palifico(False, can_come=False), CHEAPER_ONES),
        ("perudo",),
    ),
}
"""The checks of the sentences that no table shows, each with the games that the sentence is about."""

CHECKS: dict[str, Check] = {msgid: check for msgid, (check, _games) in HELP.items()}
