"""Checks of the sentences about dice that players show along with a bid (B6)."""

from collections import Counter
from typing import Any

from msgspec.structs import replace

from engine.bids import events as b
from engine.bids.actions import Bid
from engine.core import events as e
from tests.truth.asked import Check, Moment
from tests.truth.of_refusals import tried
from tests.truth.of_verdicts import last_round, last_shown, price
from tests.truth.recording import Facts


def _hidden(at: Moment, seat: int) -> tuple[int, ...]:
    """Return the dice of a seat that nobody else sees."""
    open_ones = at.state.open[seat] if at.state.open else ()
    return tuple((Counter(at.hidden[seat]) - Counter(open_ones)).elements())


def _counts(at: Moment, bid: Any, die: int) -> bool:
    return int(at.state.counting(bid).each((die,))) == 1


def _shown(at: Moment, seat: int, bid: Bid) -> b.ThrownAgain | None:
    """Return the throw after a bid with dice to show, or None if the engine refuses the bid."""
    after = at.after(seat, bid)
    return next(after.all_of(b.ThrownAgain), None) if after is not None else None


def may_show(at: Moment, _facts: Facts) -> bool:
    """Return whether the player in turn may show any die that counts for a bid, and no other die.

    All other hidden dice are then thrown again, and the shown one lies in the open. A last hidden die is never shown.
    """
    seat = at.asked()
    if not at.is_bidding or seat is None:
        return True
    hidden = _hidden(at, seat)
    for least in at.legal(seat).bids:
        for die in {*hidden}:
            again = _shown(at, seat, replace(Bid.of(least), show=(die,)))
            if (again is not None) is not (_counts(at, least, die) and len(hidden) > 1):
                return False
            if again is not None and (len(again.dice) != len(hidden) - 1 or again.shown[-1] != die):
                return False
    return True


def tap_to_show(at: Moment, facts: Facts) -> bool:
    """Return whether the reader is in turn and can show one of the hidden dice with a bid."""
    is_in_turn = at.is_of_bids and at.reader == at.asked()
    return is_in_turn and may_show(at, facts) and len(_hidden(at, at.reader or 0)) > 1


def rolls_again(at: Moment, facts: Facts) -> bool:
    """Return whether the last bid was made with a show, after which the stated number of dice was thrown again."""
    shown = [each for each in at.whole if isinstance(each, b.ThrownAgain | b.BidMade)]
    if not at.is_of_bids or not shown or not isinstance(shown[-1], b.ThrownAgain):
        return False
    return at.is_named(shown[-1].seat, facts) and len(shown[-1].dice) == int(facts.get("n", "1"))


def would_roll(at: Moment, facts: Facts) -> bool:
    """Return whether the stated number of hidden dice remains if the reader shows one die."""
    return tap_to_show(at, facts) and len(_hidden(at, at.reader or 0)) - 1 == int(facts.get("n", "1"))


def are_open(at: Moment, _facts: Facts) -> bool:
    """Return whether some dice lie in the open, and they are dice of their players' stashes."""
    return (
        at.is_of_bids
        and any(at.state.open)
        and all(not Counter(dice) - Counter(hand) for dice, hand in zip(at.state.open, at.hidden, strict=True))
    )


def all_others_pay(at: Moment, facts: Facts) -> bool:
    """Return whether the last bid was exactly met, and everybody else who still played paid for it (P8)."""
    shown = last_shown(at)
    if shown is None or not at.is_of_bids or not at.is_named(shown.bidder, facts, "bidder"):
        return False
    paid = {each.seat for kind in (b.DiceLeft, e.LivesLeft, e.ForfeitOwed) for each in price(at, kind)}
    left = {each.seat for each in at.all_of(e.Left, last_round(at))}
    others = {seat for seat, hand in enumerate(shown.hands) if hand} - {shown.bidder} - left
    return not shown.exact and shown.count == shown.quantity and paid == others and len(others) > 1


_SHOW = tried(Bid)


def _without(at: Moment, bid: Bid) -> bool:
    """Return whether the engine accepts the same bid without a show."""
    return at.after(at.tried.seat if at.tried is not None else None, replace(bid, show=())) is not None


def _held(at: Moment, bid: Bid) -> bool:
    """Return whether all dice to show are hidden dice of the bidder that count for the bid."""
    assert at.tried is not None
    mine = not Counter(bid.show) - Counter(_hidden(at, at.tried.seat))
    return mine and all(_counts(at, bid, die) for die in bid.show)


def _nobody_shows(at: Moment, bid: Bid, _facts: Facts) -> bool:
    assert at.tried is not None
    one = (_shown(at, at.tried.seat, replace(bid, show=(die,))) for die in range(1, 7))
    return bool(bid.show) and _without(at, bid) and not any(one)


CHECKS: dict[str, Check] = {
    "When you bid, you may show dice that count and reroll the rest.": may_show,
    "-# 👐 Tap dice to show them with your bid and roll the rest again.": tap_to_show,
    "👐 Bid to show {dice} and roll {n} die again.": would_roll,
    "👐 {name} shows {dice} and rolls {n} again": rolls_again,
    "👐 Open: {dice}": are_open,
    "Exactly right: everyone but {bidder} pays.": all_others_pay,
    "👐 No showing dice this round: just bid.": _SHOW.when(_nobody_shows),
    "👐 Keep at least one die hidden: show fewer.": _SHOW.when(
        lambda at, bid, _facts: bid.show and _without(at, bid) and len(bid.show) >= len(_hidden(at, at.tried.seat))
    ),
    "👐 You can only show hidden dice of yours that count for your bid.": _SHOW.when(
        lambda at, bid, _facts: bid.show and _without(at, bid) and not _held(at, bid)
    ),
}
