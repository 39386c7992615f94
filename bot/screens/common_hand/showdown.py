"""The showdown: the verdict, what everybody had, and who pays what."""

from bot.screens.common_hand import prices
from bot.screens.common_hand.reading import Round
from bot.screens.common_hand.telling import Telling
from bot.screens.dice import covered_dice, digits_side_by_side, marked, pictures, whole
from bot.words.faces import bid_spoken
from bot.words.language import _
from bot.words.pictures import die
from engine.common_hand import events as b
from engine.core.dice import Hand, counted

LARGE = 6
"""Up to so many hands are shown with large dice."""


def call(by: Telling, shown: b.Revealed) -> str:
    """What was said against the bid: "Liar! Cleo doubts Ben’s five sixes"."""
    if shown.exact:
        words = _("🎯 {caller} says: exactly {bid}")
    elif not shown.in_turn:
        words = _("💥 Bang out of turn! {caller} doubts {bidder}’s {bid}")
    elif by.is_bang():
        words = _("💥 Bang! {caller} doubts {bidder}’s {bid}")
    else:
        words = _("🫵 Liar! {caller} doubts {bidder}’s {bid}")
    caller, bidder = by.cast.quiet(shown.challenger), by.cast.quiet(shown.bidder)
    return words.format(caller=caller, bidder=bidder, bid=bid_spoken(shown.quantity, shown.face))


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
    """Everybody's dice: covered but for the hands `lifted`; those that count stand out once it is `judged`.

    Small hands say how many that are; large ones leave it to the tally.
    """
    return "\n".join(
        _hand(by, shown, seat, seat in lifted, judged, large) for seat, hand in enumerate(shown.hands) if hand
    )


def thrown(shown: b.Revealed) -> tuple[int, ...]:
    """The seats that have dice in this showdown."""
    return tuple(seat for seat, hand in enumerate(shown.hands) if hand)


def is_large(shown: b.Revealed) -> bool:
    """Whether there are few enough hands for large dice."""
    return len(thrown(shown)) <= LARGE


def _hand(by: Telling, shown: b.Revealed, seat: int, is_lifted: bool, judged: bool, large: bool) -> str:
    hand, name = shown.hands[seat], by.cast.brief(seat)
    if not is_lifted:
        dice, figures = covered_dice(len(hand)), ""
    else:
        dice, figures = _dice(shown, hand, judged), digits_side_by_side(hand)
    if large:
        return f"-# **{name}** {figures}\n# {dice}"
    count = f"**{counted((hand,), shown.face, shown.wild)}**" if judged else ""
    return " ".join(part for part in (dice, figures, name, count) if part)


def _dice(shown: b.Revealed, hand: Hand, judged: bool) -> str:
    return marked(hand, shown.face, shown.wild) if judged else pictures(hand)


def judged(shown: b.Revealed) -> str:
    """The verdict as a headline."""
    if shown.exact:
        words = _("{found}. Spot on!") if shown.holds else _("{found}. Not exact!")
    else:
        words = _("{found}. The bid holds!") if shown.holds else _("{found}. It was a lie!")
    found = bid_spoken(shown.count, shown.face)
    return words.format(found=found[:1].upper() + found[1:])
