"""What a game of bids has to tell when it is over: the boldest lie, the best call and the worst, bad luck."""

from bot.screens.cast import Cast
from bot.words.faces import bid_spoken
from bot.words.language import _
from engine.bids.story import BidMoment
from engine.core.story import Highlights


def moments(cast: Cast, best: Highlights[BidMoment]) -> list[str]:
    """A line for each, the most telling first; those that there were none of are left out."""
    told = (
        (_boldest_lie, best.boldest_lie),
        (_best_call, best.best_call),
        (_unluckiest, best.unluckiest),
        (_worst_call, best.worst_call),
    )
    return [line(cast, moment) for line, moment in told if moment is not None]


def _boldest_lie(cast: Cast, lie: BidMoment) -> str:
    found = bid_spoken(lie.count, lie.face)
    words = _("🎭 Boldest lie: **{name}**’s {bid}, over {found}")
    return words.format(name=cast.brief(lie.seat), bid=bid_spoken(lie.quantity, lie.face), found=found)


def _best_call(cast: Cast, call: BidMoment) -> str:
    words = _("🎯 Best call: **{name}**, exactly {bid}") if call.exact else _("🎯 Best call: **{name}** at {bid}")
    return words.format(name=cast.brief(call.seat), bid=bid_spoken(call.quantity, call.face))


def _unluckiest(cast: Cast, loss: BidMoment) -> str:
    """How sure they could be, and were wrong."""
    words = _("🌧️ Unluckiest: **{name}**, {percent} % sure of {bid}, and wrong")
    bid = bid_spoken(loss.quantity, loss.face)
    return words.format(name=cast.brief(loss.seat), percent=min(99, round(100 * loss.likely)), bid=bid)


def _worst_call(cast: Cast, call: BidMoment) -> str:
    words = _("🙈 Worst call: **{name}**, exactly {bid}") if call.exact else _("🙈 Worst call: **{name}** at {bid}")
    return words.format(name=cast.brief(call.seat), bid=bid_spoken(call.quantity, call.face))
