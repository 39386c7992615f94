"""Why a bid, a challenge or a vote is refused, in sentences: which bid would be high enough, who is asked."""

from bot.words.faces import bid_spoken, face_name
from bot.words.language import _, ngettext
from engine.bids import refusals as b
from engine.core.refusals import Naming, Reason

MOMENTS: tuple[type[Reason], ...] = (b.CalledAlready, b.NoExact, b.NoPoll)
"""Reasons that are about the moment, and do not say what goes on instead."""


def sentence(reason: Reason, name: Naming) -> str | None:
    """The sentence for a reason that only the games of bids know; None for any other."""
    match reason:
        case b.TooLow():
            return _too_low(reason)
        case b.MoreThanPool(pool=pool):
            return ngettext("🎲 There is only {n} die in play.", "🎲 There are only {n} dice in play.", pool).format(
                n=pool
            )
        case b.FaceFixed(face=face):
            return _("🥁 Palifico: only {faces} may be bid this round.").format(faces=face_name(face))
        case b.NotAsked(turn=turn):
            return _("🗳️ You have had your say; {name} is asked now.").format(name=name(turn))
        case _:
            return _plain(reason)


def _too_low(reason: b.TooLow) -> str:
    beaten, bids, face = bid_spoken(*reason.standing), reason.least, reason.face
    if bids[face]:
        least = bid_spoken(bids[face], face)
        return _("🔼 Too low after **{bid}**. The least on that face is **{least}**.").format(bid=beaten, least=least)
    best = [(bids[other], other) for other in range(1, 7) if bids[other]]
    if not best:
        return _("🫵 Nothing beats **{bid}** any more: call it.").format(bid=beaten)
    least = bid_spoken(*min(best))
    return _("🔼 That face cannot beat **{bid}**. The least raise is **{least}**.").format(bid=beaten, least=least)


def _plain(reason: Reason) -> str | None:
    said: dict[type[Reason], str] = {
        b.OpeningAces: _("1️⃣ Ones may not open. Pick another face."),
        b.TooFew: _("🔼 Bid at least one die."),
        b.NoSuchQuantity: _("🔢 How many dice? A number, please: “5”, or “five”."),
        b.NoExact: _("🎯 Exact calls are not played in this round."),
        b.CalledAlready: _("🗳️ The bid is doubted already, and everybody says what they believe."),
        b.NoPoll: _("🗳️ No vote is on right now."),
    }
    return said.get(type(reason))
