"""What happens in a round beside its bids and its showdown, in lines."""

from collections.abc import Sequence

from bot.screens import narration
from bot.screens.bids.reading import PRICE
from bot.screens.bids.telling import Telling
from bot.screens.dice import pictures, whole
from bot.screens.narration import Line
from bot.screens.phone import newest
from bot.words.language import _
from engine.bids import events as b
from engine.core import events as e

MOST_LINES, MOST_LETTERS = 12, 1200
"""How many of these lines a message keeps, and how long they are together: the newest."""


def happened(by: Telling, besides: Sequence[e.Event]) -> list[str]:
    """A line for whatever is alike, the newest last."""
    return newest(narration.told(by, besides, LINES)[-MOST_LINES:], MOST_LETTERS)


def palifico() -> str:
    """C6, in words."""
    return _("🥁 Palifico: one face only, nothing wild.")


def _crooked(by: Telling, *events: b.Crooked) -> str:
    """T2: shown to everybody, and thrown again."""
    looks = by.cast.seats
    throws = " · ".join(
        f"{by.cast.brief(event.seat)} {whole(pictures(event.dice, looks[event.seat].look))}" for event in events
    )
    return _("🫨 A crooked die, so once more: {throws}").format(throws=throws)


def _playoff(by: Telling, event: b.PlayoffBegan) -> str:
    words = _("⚔️ Play-off between {names}: five dice each, who loses them all washes up.")
    return words.format(names=by.cast.names(event.seats))


LINES: dict[type[e.Event], Line] = {**narration.LINES, b.Crooked: _crooked, b.PlayoffBegan: _playoff}
"""By the kind of event; the others are told by the round itself."""

_BY_THE_ROUND: tuple[type[e.Event], ...] = (
    *(e.RoundBegan, e.Challenged, b.RedThrown, b.BidMade, b.Voted, b.Revealed, b.ExactCalled, b.Thrown),
    *PRICE,
)
TOLD: frozenset[type[e.Event]] = frozenset({*LINES, *narration.ELSEWHERE, *_BY_THE_ROUND})
"""Every event that is told: by a line, by the head of a round, its ladder or showdown, or to its players alone."""
