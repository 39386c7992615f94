"""Checks of the questions that the bot asks before a player leaves, calls out of turn or blames the pass."""

from collections.abc import Callable
from itertools import combinations_with_replacement

from bot.screens.families.poker_cup.ranking import spoken
from bot.words.dice import bid_words
from engine.core import events as e
from engine.core.actions import Leave
from engine.core.state import BIDDING, POLL
from engine.poker_cup.actions import Protest
from tests.truth.asked import Check, Moment
from tests.truth.of_odds import to_somebody
from tests.truth.of_prices import out_of_turn
from tests.truth.of_pure import legal
from tests.truth.recording import Facts

Says = Callable[[Moment, Moment, int], bool]
"""Returns whether leaving has the effect that a question states. It gets the moments before and after, and the seat."""


def leaving(says: Says) -> Check:
    """Return a check that leaving has the effect for the reader that `says` tests (L1)."""

    def check(at: Moment, _facts: Facts) -> bool:
        if at.reader is None or at.state.result is not None:
            return False
        after = at.after(at.reader, Leave())
        return after is not None and says(at, after, at.reader)

    return check


def keeps_a_place(at: Moment, after: Moment, seat: int) -> bool:
    """Return whether the reader is already out of the game, so that leaving changes nothing."""
    had, has = at.state.players[seat], after.state.players[seat]
    return seat not in at.others() and (getattr(had, "dice", 0), had.lives) == (getattr(has, "dice", 0), has.lives)


def washes_up(at: Moment, after: Moment, seat: int) -> bool:
    """Return whether the game ends and the reader washes up, because only two players are left (L3)."""
    over = after.over()
    return over is not None and seat in over.losers and len(at.others()) == 2


def is_out(at: Moment, after: Moment, seat: int) -> bool:
    """Return whether the reader is in the game now, and is out of it after leaving."""
    return seat in at.others() and seat not in after.others()


def dice_stay(at: Moment, after: Moment, seat: int) -> bool:
    """Return whether the reader is out after leaving, and the round goes on with all dice, or the game is over (L3).

    If the last voter of a poll leaves, the showdown follows at once, and the reader's dice are in it.
    """
    runs = at.is_of_bids and at.state.phase in (BIDDING, POLL)
    shown = after.showdown()
    counts = after.state.pool == at.state.pool if shown is None else bool(shown.hands[seat])
    return runs and (counts or after.state.result is not None) and is_out(at, after, seat)


def no_forfeit(at: Moment, after: Moment, seat: int) -> bool:
    """Return whether the player gets no forfeit in this move that a table with stakes would count."""
    owed = any(each.seat == seat for each in after.all_of(e.ForfeitOwed))
    return not owed or at.table.forfeit() is None


def costs_a_second_forfeit(at: Moment, _facts: Facts) -> bool:
    """Return whether blaming the pass changes no result, and gives the reader a second forfeit (K15)."""
    seat = at.reader
    after = at.after(seat, Protest()) if seat is not None and not at.is_of_bids else None
    if seat is None or after is None:
        return False
    more = after.state.players[seat].forfeits - at.state.players[seat].forfeits
    return bool(more == 1 and after.state.showdown == at.state.showdown)


def costs_who_was_caught(at: Moment, facts: Facts) -> bool:
    """Return whether blaming the pass costs the player who was caught a second forfeit, and changes nothing (K15)."""
    shown = at.state.showdown if not at.is_of_bids else None
    if shown is None or not at.is_named(shown.passer, facts):
        return False
    return costs_a_second_forfeit(at.seen_as(reader=shown.passer), facts)


def very_likely_a_lie(at: Moment, facts: Facts) -> bool:
    """Return whether the named bid is true in less than 2 % of all throws, and another bid is ten times as likely."""
    if "bid" not in facts or not at.is_of_bids or at.state.phase is not BIDDING or at.reader != at.state.turn:
        return False
    bids = [*legal(at)]
    named = next((bid for bid in bids if bid_words(bid) == facts["bid"]), None)
    if named is None or (likely := to_somebody(at, named)) >= 0.02:
        return False
    return any(to_somebody(at, bid) >= 10 * likely for bid in bids)


def very_likely_true(at: Moment, facts: Facts) -> bool:
    """Return whether the current bid is the named one, and is true in more than 90 % of all throws."""
    if not at.is_of_bids or at.state.phase is not BIDDING or at.state.standing is None or at.reader != at.state.turn:
        return False
    bid = at.state.standing
    return facts.get("bid") == bid_words(bid) and to_somebody(at, bid) > 0.9


def can_be_no_lie(at: Moment, facts: Facts) -> bool:
    """Return whether the named claim is the current one, and true with every throw of the dice under the cup (K12)."""
    standing = at.state.standing if not at.is_of_bids and at.is_passing() else None
    if standing is None or at.reader != at.asked() or facts.get("claim") != spoken(standing.claim):
        return False
    ranking, open_dice = at.state.rules.ranking, at.state.on_table()
    throws = combinations_with_replacement(range(1, 7), at.state.under)
    return all(ranking.reaches(ranking.hand((*each, *open_dice)), standing.claim) for each in throws)


CHECKS: dict[str, Check] = {
    "🙄 Blame the pass? It changes nothing and costs you a second forfeit.": costs_a_second_forfeit,
    "Yes, blame the pass": costs_a_second_forfeit,
    "It was the pass! (+1 forfeit)": costs_who_was_caught,
    "-# 🙄 {name} may blame the pass: a joke that helps nothing and costs a second forfeit.": costs_who_was_caught,
    "🚪 Leave for good? Your finishing place in this game still counts.": leaving(keeps_a_place),
    "🚪 Leave for good? There are only two of you left, so you wash up.": leaving(washes_up),
    "🚪 Leave for good? Your dice stay in for this round, then you’re out.": leaving(
        lambda at, after, seat: dice_stay(at, after, seat) and no_forfeit(at, after, seat)
    ),
    "🚪 Leave for good? You’ll be out of this game.": leaving(
        lambda at, after, seat: is_out(at, after, seat) and no_forfeit(at, after, seat)
    ),
    "🚪 Leave for good? Your dice stay in for this round, then you’re out, and forfeits go on your tab.": leaving(
        dice_stay
    ),
    "🚪 Leave for good? You’re out, and forfeits go on your tab.": leaving(is_out),
    "🤔 Really bid **{bid}**? Going by the number of dice, that’s very likely a lie.": very_likely_a_lie,
    "🤔 Really doubt **{bid}**? Going by the number of dice, that’s very likely true.": very_likely_true,
    "🤔 Really doubt **{claim}**? It can’t be a lie.": can_be_no_lie,
    "⏸️ It’s not your turn. Right: 2 goods. Wrong: 2 bads. Call it anyway?": lambda at, facts: (
        at.stands and at.reader is not None and at.reader in at.callers() - {at.state.turn} and out_of_turn(at, facts)
    ),
}
