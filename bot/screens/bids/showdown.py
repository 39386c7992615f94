"""The showdown: the verdict, what everybody had, and who pays what."""

from bot.screens.bids import cups, prices
from bot.screens.bids.reading import Round
from bot.screens.bids.telling import Telling
from bot.screens.dice import whole
from bot.words.faces import bid_spoken
from bot.words.language import _
from bot.words.pictures import die
from engine.bids import events as b
from engine.core.dice import counted
from engine.core.events import Challenged


def call(by: Telling, shown: b.Revealed) -> str:
    """What was said against the bid: "Liar! Cleo doubts Ben’s five sixes"."""
    said = b.ExactCalled if shown.exact else Challenged
    bid = b.BidMade(shown.bidder, shown.quantity, shown.face)
    return called(by, said(shown.challenger, shown.bidder, shown.in_turn), bid)


def called(by: Telling, said: Challenged | b.ExactCalled, bid: b.BidMade) -> str:
    """The same of a call and the bid that it is against."""
    if isinstance(said, b.ExactCalled):
        words = _("🎯 {caller} says: exactly {bid}")
    elif not said.in_turn:
        words = _("💥 Bang out of turn! {caller} doubts {bidder}’s {bid}")
    elif by.is_bang():
        words = _("💥 Bang! {caller} doubts {bidder}’s {bid}")
    else:
        words = _("🫵 Liar! {caller} doubts {bidder}’s {bid}")
    caller, bidder = by.cast.quiet(said.seat), by.cast.quiet(bid.seat)
    return words.format(caller=caller, bidder=bidder, bid=bid_spoken(bid.quantity, bid.face))


def verdict(by: Telling, told: Round, shown: b.Revealed) -> list[str]:
    """The headline, and below it who pays what."""
    return [f"## {judged(shown)}", *(prices.told(by, told.price) or _nothing_gained(by, shown))]


def _nothing_gained(by: Telling, shown: b.Revealed) -> list[str]:
    """C5: who was exactly right and has lost no die yet wins none back."""
    if not (shown.exact and shown.holds):
        return []
    return [_("🎲 {name} has every die still: none to win back").format(name=by.name(shown.challenger))]


def tally(by: Telling, shown: b.Revealed) -> str:
    """How many dice of each hand counted for the bid: "Ann 2 · Ben 1 · Cleo 0"."""
    hands = [(seat, counted((hand,), shown.face, shown.wild)) for seat, hand in enumerate(shown.hands) if hand]
    counts = " · ".join(whole(f"{by.cast.brief(seat)} {count}") for seat, count in hands)
    if shown.wild and shown.wild != shown.face:
        return _("{die} and wild {wild}: {counts}").format(die=die(shown.face), wild=die(shown.wild), counts=counts)
    return f"{die(shown.face)}: {counts}"


def hands(by: Telling, shown: b.Revealed, lifted: frozenset[int], judged: bool, large: bool) -> str:
    """Everybody's dice in this showdown, covered but for the hands `lifted`."""
    return cups.hands(by.cast, _cups(shown), lifted, judged, large)


def thrown(shown: b.Revealed) -> tuple[int, ...]:
    """The seats that have dice in this showdown."""
    return _cups(shown).thrown()


def is_large(shown: b.Revealed) -> bool:
    """Whether there are few enough hands for large dice."""
    return _cups(shown).are_few()


def _cups(shown: b.Revealed) -> cups.Cups:
    return cups.Cups(shown.hands, shown.face, shown.wild)


def judged(shown: b.Revealed) -> str:
    """The verdict as a headline."""
    if shown.exact:
        words = _("{found}. Spot on!") if shown.holds else _("{found}. Not exact!")
    else:
        words = _("{found}. The bid holds!") if shown.holds else _("{found}. It was a lie!")
    found = bid_spoken(shown.count, shown.face)
    return words.format(found=found[:1].upper() + found[1:])
