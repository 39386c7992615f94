"""A fresh showdown of the cup, beat by beat: the call, then the cup lifts, and only then the verdict."""

from collections.abc import Iterator, Sequence

from bot.screens.model import Beat, Box, Card, Text, Tone
from bot.screens.poker_cup import showdown
from bot.screens.poker_cup.telling import Telling, telling
from bot.tables.model import TableInfo
from bot.tables.pace import PaceName
from bot.words.language import _
from engine.core.events import Event, RoundBegan
from engine.poker_cup.events import CupLifted

COVERED, LIFTED, GLIMPSE, DIE = 1.5, 2.0, 1.0, 1.2
"""Seconds that a beat stands: the covered cup, the lifted one, both at once in a hurry, one die at a ceremony."""


def beats(table: TableInfo, news: Sequence[Event], pace: PaceName) -> tuple[Beat, ...]:
    """What the message of a round shows before its showdown stands there in full, where that is among the `news`.

    Nothing where there is none, or another round has begun since.
    """
    newest = next((event for event in reversed(news) if isinstance(event, CupLifted | RoundBegan)), None)
    return tuple(_beats(telling(table), newest, pace)) if isinstance(newest, CupLifted) else ()


def _beats(by: Telling, shown: CupLifted, pace: PaceName) -> Iterator[Beat]:
    under = len(shown.under)
    if pace is PaceName.QUICK or not under:
        yield Beat(_card(by, shown, under), GLIMPSE)
        return
    yield Beat(_card(by, shown, 0), COVERED)
    if pace is not PaceName.CEREMONIOUS:
        yield Beat(_card(by, shown, under), LIFTED)
        return
    for lifted in range(1, under + 1):
        yield Beat(_card(by, shown, lifted), DIE)


def _card(by: Telling, shown: CupLifted, lifted: int) -> Card:
    below = _("-# Up with the cup…") if lifted < len(shown.under) else _("-# So that is…")
    words = f"## {showdown.call(by, shown)}\n{below}"
    return Card((Box((Text(words), Text(f"# {showdown.dice(shown, lifted)}")), Tone.RED),))
