"""The showdown of the cup: who doubts what, all five dice, what they really make, and who pays."""

from msgspec.structs import replace

from bot.screens import narration
from bot.screens.dice import covered_dice, digits_side_by_side
from bot.screens.poker_cup.claims import spoken
from bot.screens.poker_cup.reading import Round
from bot.screens.poker_cup.telling import Telling
from bot.words.language import _
from bot.words.pictures import on_table, under
from engine.core import events as e
from engine.poker_cup.events import CupLifted
from engine.poker_cup.hands import Claim


def call(by: Telling, shown: CupLifted) -> str:
    """What was said against the claim: "Liar! Cleo doubts Ben: three fours?"."""
    return called(by, e.Challenged(shown.challenger, shown.passer), shown.claim)


def called(by: Telling, said: e.Challenged, claim: Claim) -> str:
    """The same of a call and the claim that it is against."""
    caller, passer = by.cast.quiet(said.seat), by.cast.quiet(said.accused)
    words = _("🫵 Liar! {caller} doubts {bidder}: {bid}?")
    return words.format(caller=caller, bidder=passer, bid=spoken(claim))


def verdict(by: Telling, told: Round, shown: CupLifted) -> list[str]:
    """The headline, and below it who pays."""
    price = [each for each in told.price if isinstance(each, e.ForfeitOwed)]
    return [f"## {judged(shown)}", *narration.told(by, price, _PAY)]


def judged(shown: CupLifted) -> str:
    """What the five really make, and what that says of the claim."""
    found = spoken(_in_short(shown))
    words = _("{found}. The claim holds!") if shown.holds else _("{found}. It was a lie!")
    return words.format(found=found[:1].upper() + found[1:])


def _in_short(shown: CupLifted) -> Claim:
    """The real hand (K12): its other dice are named where they decide, which is where the hands are alike."""
    real, claim = shown.hand, shown.claim
    return real if (real.kind, real.faces) == (claim.kind, claim.faces) else replace(real, others=())


def dice(shown: CupLifted, lifted: int) -> str:
    """All five, `lifted` of those under the cup for all to see and the others covered."""
    seen = [under(face) for face in shown.under[:lifted]]
    hidden = covered_dice(len(shown.under) - lifted).split()
    return " ".join([*seen, *hidden, *(on_table(face) for face in shown.table)])


def digits(shown: CupLifted) -> str:
    """All five in digits: "22456"."""
    return digits_side_by_side(shown.under + shown.table)


_PAY: dict[type[e.Event], narration.Line] = {e.ForfeitOwed: narration.owed}
