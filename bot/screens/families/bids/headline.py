"""Choose the headline of a showdown in a game of bids: its great moment, if it has one."""

from bot.screens.families.asides import varied
from bot.screens.families.bids.narrator import BidsNarrator, RoundSummary
from bot.screens.families.bids.price import paid
from bot.screens.families.headlines import remembered, was_by_clock
from bot.words.language import _
from engine.bids.events import Done, Revealed
from engine.core.events import Out
from engine.core.policies import Price

FEWEST_MET = 4
"""A bid of fewer dice than this is met exactly, or made with none of them, too often to be a moment."""

MANY = 3
"""A bid that misses the count by so many dice is a moment. So are so many dice that count under one cup."""

DOUBTED = 2
"""A player who doubts a true bid with so many of its dice under their own cup is a moment."""


def headline(by: BidsNarrator, summary: RoundSummary, shown: Revealed) -> str:
    """Return the headline of a showdown. The greatest moment comes first, and the margin last."""
    if told := remembered(by, summary.number):
        return told
    if shown.exact and shown.holds:
        # Translators: a headline: somebody called a bid exact, and there are exactly {n} such dice.
        return _("🎯 Bull’s-eye: exactly {n}!").format(n=shown.count)
    if gone := paid(by, [event for event in summary.price if isinstance(event, Out | Done)]):
        return gone[0]
    if by.rules.price is Price.DIE and len(shown.hands[shown.winner()]) == 1:
        # Translators: a headline: {name} has a single die left, and was right.
        ways = _("😅 {name} hangs on by a single die!"), _("😅 One die left, and {name} hangs on!")
        return varied(summary.number, *ways).format(name=by.cast.brief(shown.winner()))
    if _had_none(summary, shown):
        # Translators: a headline: {name} had no dice that count for the bid, but the others had enough of them.
        held = _("🤯 {name} had none, and it’s true!")
        # Translators: a headline: {name} had no dice that count for the bid.
        lied = _("🫢 {name} had none at all!")
        return (held if shown.holds else lied).format(name=by.cast.brief(shown.bidder))
    if shown.exact:
        # Translators: a headline: somebody called a bid exact, but there are {n} dice more, or fewer.
        return _("🎯 Missed by {n}!").format(n=abs(shown.count - shown.quantity))
    return _by_many(summary.number, shown) or _whose(by, summary, shown) or _margin(summary.number, shown)


def _by_many(number: int, shown: Revealed) -> str:
    """Return the headline about a bid of many dice that was just met or missed, or missed by many; otherwise ""."""
    spare = shown.count - shown.quantity
    if not shown.count:
        # Translators: a headline: the bid was a lie, and there were no dice at all that count for it.
        return _("👻 Not a single one!")
    is_close = spare in (-1, 0) and shown.quantity >= FEWEST_MET
    return _margin(number, shown) if is_close or abs(spare) >= MANY else ""


def _margin(number: int, shown: Revealed) -> str:
    """Return the headline about the number of dice by which a bid was true, or a lie, in round `number`."""
    spare = shown.count - shown.quantity
    if not spare:
        ways = (
            # Translators: a headline: the bid was true, and there are exactly as many dice as it said.
            _("😮 Exactly {n}, not one to spare!"),
            # Translators: a headline: the bid was true, and there are exactly as many dice as it said.
            _("😮 {n} on the dot!"),
            # Translators: a headline: the bid was true, and there are exactly as many dice as it said.
            _("😮 {n}, and not a single one more!"),
        )
        return varied(number, *ways).format(n=shown.count)
    if spare > 0:
        # Translators: a headline: the bid was true, and there are {n} more dice than it said.
        return _("😎 True, with {n} to spare!").format(n=spare)
    return _short(number, -spare)


def _short(number: int, short: int) -> str:
    """Return the headline about a lie for which so many dice were missing."""
    if short >= MANY:
        ways = (
            # Translators: a headline: the bid was a lie, and {n} dice were missing.
            _("🤥 Not even close: {n} short!"),
            # Translators: a headline: the bid was a lie, and {n} dice were missing.
            _("🤥 Wishful thinking: {n} short!"),
            # Translators: a headline: the bid was a lie, and {n} dice were missing.
            _("🤥 {n} short. Nice try!"),
        )
        return varied(number, *ways).format(n=short)
    if short == 1:
        # Translators: a headline: the bid was a lie, and a single die was missing.
        return varied(number, _("😬 One short!"), _("😬 Just one missing!"), _("😬 Off by a single die!"))
    # Translators: a headline: the bid was a lie, and two dice were missing.
    return varied(number, _("😬 Two short!"), _("😬 Two dice too many!"), _("😬 Off by two!"))


def _whose(by: BidsNarrator, summary: RoundSummary, shown: Revealed) -> str:
    """Return the headline about the player who had the dice that count for the bid, or "" if that says little."""
    dice = _dice_that_count(shown)
    total, bidder, caller = sum(dice.values()), shown.bidder, shown.challenger
    other = max((seat for seat in dice if seat not in (bidder, caller)), key=dice.__getitem__, default=bidder)
    seat, words = bidder, ""
    if shown.holds and dice[caller] >= DOUBTED and not was_by_clock(summary.besides, caller):
        # Translators: a headline: {name} doubted a true bid with {n} of its dice under the own cup.
        seat, words = caller, _("🙈 {name} had {n} of them, and doubted it!")
    elif dice[bidder] == total >= MANY:
        # Translators: a headline: all {n} dice that count for the bid are those of {name}, who bid, and it was true.
        held = _("💪 {name} had all {n} alone!")
        # Translators: a headline: all {n} dice that count for the bid are those of {name}, who bid more than that.
        lied = _("🙃 {name} had all {n}, and wanted more!")
        words = held if shown.holds else lied
    elif dice[caller] == total >= MANY and not shown.holds:
        # Translators: a headline: all {n} dice that count for the bid are those of {name}, who called it a lie.
        seat, words = caller, _("🕵️ {name} had all {n}, and knew better!")
    elif shown.holds and dice.get(other, 0) >= MANY:
        # Translators: a headline: {name} neither bid nor called, and had {n} of the dice that count.
        seat, words = other, _("🎁 {name} had {n} of them all along!")
    elif shown.holds and len(dice) > 2 and all(dice.values()):
        words = _("🙌 Everybody had at least one!")
    return words.format(name=by.cast.brief(seat), n=dice.get(seat, 0))


def _dice_that_count(shown: Revealed) -> dict[int, int]:
    """Return the number of dice that count for the bid under each cup, by seat."""
    counting = shown.counting()
    hands = {seat: hand for seat, hand in enumerate(shown.hands) if hand or seat in (shown.bidder, shown.challenger)}
    return {seat: sum(face in counting.shown(hand) for face in hand) for seat, hand in hands.items()}


def _had_none(summary: RoundSummary, shown: Revealed) -> bool:
    """Return whether the bidder made a bid of many dice, although none of the bidder's own dice counts for it."""
    own, is_own = shown.hands[shown.bidder], not was_by_clock(summary.besides, shown.bidder)
    return is_own and len(own) > 1 and shown.quantity >= FEWEST_MET and not shown.counting().stash(own)
