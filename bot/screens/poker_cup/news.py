"""What happens in a round of the cup beside its turns and its showdown, in lines."""

from collections.abc import Sequence

from bot.screens import narration
from bot.screens.narration import Line
from bot.screens.phone import newest
from bot.screens.poker_cup.telling import Telling
from bot.words.language import _
from engine.core import events as e
from engine.poker_cup import events as c

MOST_LINES, MOST_LETTERS = 12, 1200
"""How many of these lines a message keeps, and how long they are together: the newest."""


def happened(by: Telling, besides: Sequence[e.Event]) -> list[str]:
    """A line for whatever is alike, the newest last."""
    return newest(narration.told(by, besides, LINES)[-MOST_LINES:], MOST_LETTERS)


def _protested(by: Telling, event: c.Protested) -> str:
    """K15."""
    words = _("🙄 {name} protests: it was the pass that messed the dice up! That costs a second forfeit.")
    return words.format(name=by.name(event.seat))


LINES: dict[type[e.Event], Line] = {**narration.LINES, c.Protested: _protested}
"""By the kind of event; the others are told by the round itself."""

_BY_THE_ROUND: tuple[type[e.Event], ...] = (
    *(e.RoundBegan, e.Challenged, e.ForfeitOwed, e.Opens, c.Peeked, c.Shown, c.Covered, c.Threw, c.RolledOnTable),
    *(c.Shook, c.Looked, c.Claimed, c.CupLifted),
)
_TO_THEIR_PLAYERS: tuple[type[e.Event], ...] = (c.RolledUnder, c.Slipped)
TOLD: frozenset[type[e.Event]] = frozenset({*LINES, *narration.ELSEWHERE, *_BY_THE_ROUND, *_TO_THEIR_PLAYERS})
"""Every event that is told: by a line, by the turns of a round or its showdown, or to whoever looks."""
