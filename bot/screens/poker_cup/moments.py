"""What a game of the cup has to tell at its end: the boldest lie believed, the best call and the worst, bad luck."""

from bot.screens.cast import Cast
from bot.screens.poker_cup.claims import spoken
from bot.words.language import _
from engine.core.story import Highlights
from engine.poker_cup.story import ClaimMoment


def moments(cast: Cast, best: Highlights[ClaimMoment]) -> list[str]:
    """A line for each, the most telling first; those that there were none of are left out."""
    told = (
        (_boldest_lie, best.boldest_lie),
        (_best_call, best.best_call),
        (_unluckiest, best.unluckiest),
        (_worst_call, best.worst_call),
    )
    return [line(cast, moment) for line, moment in told if moment is not None]


def _boldest_lie(cast: Cast, lie: ClaimMoment) -> str:
    words = _("🎭 Boldest lie: **{name}**’s {bid}, over {found}")
    return words.format(name=cast.brief(lie.seat), bid=spoken(lie.claim), found=spoken(lie.hand))


def _best_call(cast: Cast, call: ClaimMoment) -> str:
    return _("🎯 Best call: **{name}** at {bid}").format(name=cast.brief(call.seat), bid=spoken(call.claim))


def _unluckiest(cast: Cast, loss: ClaimMoment) -> str:
    """How sure they could be, and were wrong."""
    words = _("🌧️ Unluckiest: **{name}**, {percent} % sure of {bid}, and wrong")
    percent = min(99, round(100 * loss.likely))
    return words.format(name=cast.brief(loss.seat), percent=percent, bid=spoken(loss.claim))


def _worst_call(cast: Cast, call: ClaimMoment) -> str:
    return _("🙈 Worst call: **{name}** at {bid}").format(name=cast.brief(call.seat), bid=spoken(call.claim))
