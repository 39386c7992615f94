"""A fresh showdown, beat by beat: the call over covered cups, the cups lift, and only then the verdict."""

from collections.abc import Iterator, Sequence

from bot.screens.bids import showdown
from bot.screens.bids.telling import Telling, telling
from bot.screens.model import Beat, Box, Card, Text, Tone
from bot.tables.model import TableInfo
from bot.tables.pace import PaceName
from bot.words.language import _
from engine.bids.events import Revealed
from engine.core.events import Event, RoundBegan

COVERED, LIFTED, GLIMPSE, CUP = 1.5, 2.0, 1.0, 1.5
"""Seconds that a beat stands: covered cups, lifted ones, both at once in a hurry, and one cup at a ceremony."""
MOST_CUPS = 4
"""At a ceremony cups are lifted in so many beats at most, so that it takes six edits and eight seconds."""


def beats(table: TableInfo, news: Sequence[Event], pace: PaceName) -> tuple[Beat, ...]:
    """What the message of a round shows before its showdown stands there in full, where that is among the `news`.

    Nothing where there is none, or another round has begun since.
    """
    newest = next((event for event in reversed(news) if isinstance(event, Revealed | RoundBegan)), None)
    return tuple(_beats(telling(table), newest, pace)) if isinstance(newest, Revealed) else ()


def _beats(by: Telling, shown: Revealed, pace: PaceName) -> Iterator[Beat]:
    everybody = showdown.thrown(shown)
    if pace is PaceName.QUICK:
        yield Beat(_card(by, shown, everybody), GLIMPSE)
        return
    yield Beat(_card(by, shown, ()), COVERED)
    if pace is not PaceName.CEREMONIOUS:
        yield Beat(_card(by, shown, everybody), LIFTED)
        return
    order = _ceremony(shown, everybody)
    for upto in _portions(len(order)):
        yield Beat(_card(by, shown, order[:upto]), CUP)


def _ceremony(shown: Revealed, everybody: Sequence[int]) -> list[int]:
    """Whose cup is lifted when: those of the two whom it is about come last, the bidder's at the very end."""
    about = (shown.challenger, shown.bidder)
    return [*(seat for seat in everybody if seat not in about), *(seat for seat in about if seat in everybody)]


def _portions(cups: int) -> list[int]:
    """How many cups are lifted after each beat; those of a crowd go up together, the last always alone."""
    if cups <= MOST_CUPS:
        return list(range(1, cups + 1))
    return [*(round((cups - 1) * part / (MOST_CUPS - 1)) for part in range(1, MOST_CUPS)), cups]


def _card(by: Telling, shown: Revealed, lifted: Sequence[int]) -> Card:
    hands = showdown.hands(by, shown, frozenset(lifted), judged=False, large=showdown.is_large(shown))
    head = f"## {showdown.call(by, shown)}"
    below = _("-# Up with the cups…") if len(lifted) < len(showdown.thrown(shown)) else _("-# Count them…")
    return Card((Box((Text(f"{head}\n{below}"), Text(hands)), Tone.RED),))
