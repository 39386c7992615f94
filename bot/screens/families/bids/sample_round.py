"""Write the sample round of a bidding game: its dice, its moves and its texts."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bot.screens.families.bids.narrator import BidsNarrator
from bot.screens.families.bids.teaching import RAISES, SHOWS, hands_shown
from bot.screens.families.teaching import RED_DIE, Played, SampleRound, Views
from bot.words.dice import bid_words, dice_pictures, dice_words, digits, face_name, red
from bot.words.language import _, ngettext
from engine.bids import events as b
from engine.bids.actions import Bid, Vote
from engine.bids.rules import Wild
from engine.bids.view import View
from engine.core import events as e
from engine.core.actions import Action, Challenge
from engine.core.dice import PURE, Hand, is_pure
from engine.core.state import POLL

SAMPLE_HANDS = ((5, 5, 2, 6, 1), (3, 5, 3, 6, 4), (2, 4, 5, 2, 1))
"""The dice by seat. A larger hand repeats its dice from the beginning, so that there is a hand of every size."""
TRUE_BIDS = 2
"""The number of true bids before a player bids too much."""


def _sample_moves(views: Views, seat: int) -> tuple[Action, ...]:
    """Return the next act of the sample round. Players challenge a false bid, and in a poll everybody doubts it."""
    seen: View = views[seat]
    if seen.state.phase is POLL:
        return (Vote(believes=False),)
    bid = _bid(seen, [each.mine for each in views])
    return (Challenge() if bid is None else _with_a_show(seen, bid),)


def _with_a_show(seen: View, bid: Bid) -> Bid:
    """Return the bid along with one die to show, if it is the second one and the rules allow a show (B6)."""
    may = [die for die in seen.legal.show if die in seen.state.counting(bid).numbers]
    is_second = len(seen.state.bids) == 1 and len(seen.legal.show) > 1
    return replace(bid, show=tuple(may[:1])) if is_second else bid


def _bid(seen: View, hands: Sequence[Hand]) -> Bid | None:
    """Return the next bid, or None if the current bid is false or nothing higher can be bid.

    `hands` are all dice. If a bid can be called pure, the second one is (B4).
    """
    state, standing, bids = seen.state, seen.state.standing, seen.legal.every_bid()
    found = {bid: state.counting(bid).all(hands) for bid in bids}
    if not bids or (standing is not None and standing.quantity > state.counting(standing).all(hands)):
        return None
    true = [bid for bid in bids if bid.quantity <= found[bid]]
    if not true or len(state.bids) >= TRUE_BIDS:
        false = [bid for bid in bids if bid not in true]
        return min(false, key=lambda bid: (bid.quantity - found[bid], -found[bid]))
    if standing is None:  # about a third of the pool
        return min(true, key=lambda bid: (abs(bid.quantity - found[bid] + TRUE_BIDS), -found[bid]))
    pure = [bid for bid in true if bid.called is PURE]
    return min(pure or true, key=lambda bid: (bid.quantity, -found[bid]))  # the lowest one leaves room for higher bids


def _told(by: BidsNarrator, story: Played) -> Iterator[str]:
    """Yield the steps of the sample round: the throw (T1), the bids (B1), the call and the count."""
    shown: b.Revealed = story.seen.state.showdown
    # Translators: {name} is an imaginary player in a sample round.
    thrown = [_("**1. Roll** in secret. {name} has:").format(name=by.name(0))]
    thrown.append(f"## {dice_pictures(shown.hands[0])}\n{digits(shown.hands[0])}")
    if by.rules.wild is Wild.RED:  # T3
        # Translators: {die} is a picture; {faces} is the name of a face: “fours”.
        words = _("The red die shows {die}: {faces} are wild this round.")
        thrown.append(words.format(die=red(RED_DIE), faces=face_name(RED_DIE)))
    yield "\n".join(thrown)
    many = sum(map(len, shown.hands))
    # Translators: {n} is the number of dice under all cups.
    words = ngettext(
        "**2. Bid** on **all {n} die**, yours and theirs.", "**2. Bid** on **all {n} dice**, yours and theirs.", many
    )
    said, words = [words.format(n=many)], _("🗣️ {name} opens: **{bid}**. At least that many, under all the cups.")
    for event in story.happened:
        if isinstance(event, b.BidMade):
            said.append(words.format(name=by.name(event.seat), bid=bid_words(event)))
            words = _(RAISES)
        elif isinstance(event, b.ThrownAgain):
            dice = dice_pictures(event.shown)
            said.append(_(SHOWS).format(name=by.name(event.seat), dice=dice, n=len(event.dice)))
            words = _(RAISES)
    yield "\n".join(said)
    yield from _judged(by, shown)


def _judged(by: BidsNarrator, shown: b.Revealed) -> Iterator[str]:
    """Yield the step with the challenge and the poll (C1, C4), and the step with the count of all dice (C2, C3)."""
    bang = _("**3. Call.** {name} doesn’t buy it: 💥 **Bang!**")
    liar = _("**3. Call.** {name} doesn’t buy it: 🫵 **Liar!**")
    called = [(bang if by.is_bang() else liar).format(name=by.name(shown.challenger))]
    # Translators: {name} votes against believing the bid.
    called += [_("👎 {name} doubts it.").format(name=by.name(seat)) for seat, _believes in shown.votes]
    yield "\n".join(called)
    if is_pure(shown):
        # Translators: {found} is the number of dice under the cups, without wild dice: “3 fours”.
        words = _("**{found}**, nothing wild. {name} said {bid}: a lie!")
    elif shown.counting().wild:
        # Translators: {found} is the number of dice under the cups, wild dice included: “5 fours”.
        words = _("**{found}** with the wild dice. {name} said {bid}: a lie!")
    else:
        words = _("**{found}!** {name} said {bid}: a lie!")
    count = words.format(found=dice_words(shown.count, shown.face), bid=bid_words(shown), name=by.name(shown.bidder))
    yield "\n".join((_("**4. Count.** Cups up:"), *hands_shown(shown, by.cast.quiet), count))


def _paid(by: BidsNarrator, event: e.Event) -> str:
    """Return the sentence about the bads or dice that a player gets or loses (P2 to P4), or "" for any other event."""
    match event:
        case b.Scored(change=change):
            words = ngettext("👎 {name} takes {n} bad.", "👎 {name} takes {n} bads.", -change)
        case b.DiceLeft(change=change) if by.rules.costs.sheds:
            # Translators: {n} is a number of dice.
            words = ngettext(
                "🎉 {name} was right and sheds {n} die.", "🎉 {name} was right and sheds {n} dice.", -change
            )
        case b.DiceLeft(change=change):
            words = ngettext("🎲 {name} loses {n} die.", "🎲 {name} loses {n} dice.", -change)
        case _:
            return ""
    return words.format(name=by.name(event.seat), n=-change)


SAMPLE = SampleRound(
    throws=lambda _dice, _number, _begins: lambda _at, seat, count: (SAMPLE_HANDS[seat] * 2)[:count],
    moves=_sample_moves,
    told_by=BidsNarrator,
    steps=_told,
    paid=_paid,
)
