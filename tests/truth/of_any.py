"""Checks of sentences that occur in games of bids and games of the cup, such as those on forfeits and openers."""

from collections.abc import Callable

from bot.screens.elements.amounts import countdown
from engine.bids import events as b
from engine.core import events as e
from engine.core.actions import Deal, Leave
from engine.core.events import End
from engine.poker_cup.events import Claimed, Slipped
from tests.truth.asked import Check, Moment
from tests.truth.of_prices import pays, wrong
from tests.truth.recording import Facts


def _shown(at: Moment) -> Moment | None:
    """Return the moment of the showdown that was just played, or of the one that a challenge would bring."""
    if at.showdown() is not None:
        return at
    return at.called() if at.stands or at.is_passing() else None


def fewest_forfeits(at: Moment, facts: Facts) -> bool:
    """Return whether the player who is wrong gets a forfeit, and the players with the fewest win (P1, E5)."""
    over = at.over()
    if over is not None and over.winners and over.why not in (End.DESERTED, End.STOPPED):
        counts = {seat: at.state.players[seat].forfeits for seat in at.others()}
        if set(over.winners) != {seat for seat, many in counts.items() if many == min(counts.values())}:
            return False
    return pays(e.ForfeitOwed, lambda _at, _after, _loser: 1)(at, facts)


def opens_next(who: Callable[[Moment], int]) -> Check:
    """Return a check that the player whom `who` returns opens the next round (O1, O2, O3).

    The check also passes if an exact call or a palifico round decides who opens.
    """

    def check(at: Moment, _facts: Facts) -> bool:
        after = _shown(at)
        if after is None or getattr(after.showdown(), "exact", False):
            return True
        if getattr(after.state, "playing_off", ()):
            return True
        opener = after.opens()
        return opener is None or opener == after.state.or_next(who(after))

    return check


def _winner(at: Moment) -> int:
    shown = at.showdown()
    bidder = getattr(shown, "bidder", getattr(shown, "passer", -1))
    return int(bidder if shown.holds else shown.challenger)


def _goes_round(at: Moment) -> int:
    """Return the player after the one who made the round's first bid or claim.

    That player may be another than the round's opener, who may have left before (L1).
    """
    began = max(number for number, each in enumerate(at.whole) if isinstance(each, e.RoundBegan))
    opening = next(each for each in at.whole[began:] if isinstance(each, b.BidMade | Claimed))
    return int(at.state.next_in(opening.seat))


def may_give(at: Moment, _facts: Facts) -> bool:
    """Return whether the winner of a showdown may give a third player a forfeit, too (P5)."""
    after = at.called() if at.stands or at.is_passing() else None
    if after is None or not after.state.debtors or len(after.others()) < 3:
        return True
    if after.state.creditor not in after.others():  # the winner has left (L1)
        return True
    return set(after.legal(after.state.creditor).gift) == after.others(after.state.creditor, *after.state.debtors)


def slips(at: Moment, _facts: Facts) -> bool:
    """Return whether a die slipped in this game (K14).

    Return True before the game's end, and if the game was cut short.
    """
    over = at.over()
    is_cut_short = over is not None and over.why is End.DESERTED
    return over is None or is_cut_short or any(isinstance(each, Slipped) for each in at.whole)


def under_the_cup(at: Moment, _facts: Facts) -> bool:
    """Return whether the cup goes round, and the player whose turn it is has it (K1, K9)."""
    return not at.is_of_bids and (not at.is_passing() or at.asked() == at.state.turn)


def true(paid: bool | None = None) -> Check:
    """Return a check that the bid or claim was true.

    If `paid` is given, the caller must pay for the wrong call if it is True, and must not pay if it is False.
    """

    def check(at: Moment, _facts: Facts) -> bool:
        shown = at.showdown()
        if shown is None or getattr(shown, "exact", False):
            return True
        pays_for = at.paid().get(shown.challenger, 0) > 0 and wrong(at) == shown.challenger
        return bool(shown.holds) and (paid is None or (_is_dear(at) and pays_for) == paid)

    return check


def _is_dear(at: Moment) -> bool:
    """Return whether the player who was wrong pays.

    In some games, the player who was right sheds a die instead (P4).
    """
    before = at.before.state if at.before is not None else at.state
    sheds = at.is_of_bids and any(player.shed_in for player in at.state.players)
    return not sheds and not (at.is_of_bids and at.paid() and _gains(at, before))


def _gains(at: Moment, _before: object) -> bool:
    shown = at.showdown()
    return wrong(at) not in at.paid() and _winner(at) in at.paid() and shown is not None


def a_lie(at: Moment, _facts: Facts) -> bool:
    """Return whether the bid or claim was a lie."""
    shown = at.showdown()
    return shown is None or getattr(shown, "exact", False) or not shown.holds


def waits(at: Moment, facts: Facts) -> bool:
    """Return whether the next round cannot begin yet, and the table waits until the time in `facts` (P1, L2)."""
    until = at.table.deadline
    is_then = until is not None and facts.get("t") == str(countdown(until))
    return is_then and bool(at.state.debtors) and at.after(None, Deal()) is None


# Players who only watch ------------------------------------------------------------------------------------------


def looks_on(why: Callable[[Moment, int], bool]) -> Check:
    """Return a check that the reader is still in the game, or is out for the reason that `why` tests."""

    def check(at: Moment, _facts: Facts) -> bool:
        if at.who is None or at.who in at.others() or (at.tried is not None and isinstance(at.tried.action, Leave)):
            return True
        return why(at, at.who)

    return check


def _has_left(at: Moment, seat: int) -> bool:
    return bool(at.state.players[seat].left)


def _has_shed(at: Moment, seat: int) -> bool:
    return any(isinstance(each, b.Done) and each.seat == seat for each in at.whole)


def _is_out(at: Moment, seat: int) -> bool:
    return any(isinstance(each, e.Out) and each.seat == seat for each in at.whole)


def _looks_at_a_playoff(at: Moment, seat: int) -> bool:
    return bool(at.is_of_bids and at.state.playing_off and seat not in at.state.playing_off)


def is_last(at: Moment, facts: Facts) -> bool:
    """Return whether somebody has shed all dice, and one player is left with the stated number of dice (E3)."""
    if at.over() is None:
        return True
    left = [player.dice for player in at.state.players if not player.left and player.dice] if at.is_of_bids else []
    has_shed = any(isinstance(each, b.Done) for each in at.whole)
    return has_shed and left == [int(facts.get("n", left[0] if left else 0))]


CHECKS: dict[str, Check] = {
    "Be wrong, take a forfeit; fewest forfeits wins.": fewest_forfeits,
    "The winner may give a third player a forfeit too.": may_give,
    "The winner opens.": opens_next(_winner),
    "The loser opens.": opens_next(wrong),
    "The caller opens.": opens_next(lambda at: int(at.showdown().challenger)),
    "Everyone opens in turn.": opens_next(_goes_round),
    "last, with {n} die": is_last,
    "A die may roll over during the pass.": slips,
    "🪑 You’re out of this game. Enjoy the show!": looks_on(lambda at, seat: _has_left(at, seat) or _is_out(at, seat)),
    "🪑 You’re in! Your dice come by DM.": lambda at, _facts: at.is_of_bids,
    "🪑 You’re in! The cup comes to you on your turn.": under_the_cup,
    "It’s true!": true(),
    "A lie!": a_lie,
    "You pay for doubting.": true(paid=True),
    "{caller} pays for doubting.": true(paid=True),
    "{caller} was wrong to doubt it.": true(paid=False),
    "You caught it!": a_lie,
    "Caught by {caller}!": a_lie,
    "📝 The next round starts once that’s settled, or <t:{t}:R> at the latest.": waits,
    "🚪 You’ve left this game. Join the next one!": looks_on(_has_left),
    "⚔️ The playoff is between {names}. You’re safe: enjoy the show!": looks_on(_looks_at_a_playoff),
    "🎉 You’re safe: you’ve shed all your dice. Enjoy the show!": looks_on(_has_shed),
    "💀 You’re out: {place} of {n}. Enjoy the show!": looks_on(_is_out),
    "No dice right now. You’ll get some on the next roll.": lambda at, _facts: (
        not (at.is_of_bids and at.who is not None and at.who not in at.others())
    ),
}
