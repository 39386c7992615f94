"""Which message tells what: a round is one message, and the end of a game another."""

from collections.abc import Iterator, Sequence

from engine.core import events as e
from engine.core.events import Event

Numbered = tuple[int, Event]


def chapters(events: Sequence[Numbered]) -> tuple[Sequence[Numbered], ...]:
    """The events, numbered, in chapters; there is always a last one, which may be empty.

    What comes between a showdown and the next round (a forfeit settled, a voice for quitting) belongs to the round
    that is over. The roll-off belongs to the first round.
    """
    return tuple(_chapters(events))


def _chapters(events: Sequence[Numbered]) -> Iterator[Sequence[Numbered]]:
    begins = 0
    for at, (_, event) in enumerate(events):
        if at > begins and _begins_one(event):
            yield events[begins:at]
            begins = at
    yield events[begins:]


def _begins_one(event: Event) -> bool:
    return isinstance(event, e.GameOver) or (isinstance(event, e.RoundBegan) and event.number > 1)
