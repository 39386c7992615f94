"""The bids of a round as a ladder: "Ben 1×⚅ → Cleo 2×⚅ → Ann 3×⚅"."""

from collections.abc import Sequence

from bot.screens.bids.telling import Telling
from bot.screens.cast import Cast
from bot.screens.dice import times, whole
from bot.screens.phone import height
from bot.words.language import _
from engine.bids.events import BidMade, ExactCalled
from engine.core.events import Challenged

LAST = 8
"""How many bids a ladder has at most: the last ones."""

Call = Challenged | ExactCalled


def ladder(by: Telling, bids: Sequence[BidMade], call: Call | None = None) -> str:
    """The last bids, the standing one in bold, and who spoke up against it; "" where there is none."""
    return " → ".join(_rungs(by, bids, call, LAST))


def fitting_ladder(by: Telling, bids: Sequence[BidMade], call: Call | None, lines: int) -> str:
    """The same in at most so many lines of a phone: as many of the last bids as fit."""
    ladders = (" → ".join(_rungs(by, bids, call, most)) for most in range(LAST, 0, -1))
    return next((each for each in ladders if height(each) <= lines), "")


def _rungs(by: Telling, bids: Sequence[BidMade], call: Call | None, most: int) -> list[str]:
    made = [_bid(by.cast, bid) for bid in bids[-most:]]
    if made:
        made[-1] = f"**{made[-1]}**"
    if len(bids) > most:
        made.insert(0, "…")
    return [*made, _call(by, call)] if call is not None else made


def _bid(cast: Cast, bid: BidMade) -> str:
    return whole(f"{cast.brief(bid.seat)} {times(bid.quantity, bid.face)}")


def _call(by: Telling, call: Call) -> str:
    if isinstance(call, ExactCalled):
        words = _("🎯 Exactly! {name}")
    else:
        words = _("💥 Bang! {name}") if by.is_bang() else _("🫵 Liar! {name}")
    return whole(words.format(name=by.cast.brief(call.seat)))
