"""Compress texts and events for storage, and convert stored events from older forms.

Texts and events are stored permanently. Events are stored in columns, one for each field of each kind of event.
Similar values compress well together, so columns need half the space of a sequence of events.

The events of a stored game have a number for their form (`engine.core.events.FORM`). A step converts a game from form
n to form n + 1. Once written, a step never changes. When a game is read, all missing steps are applied, so the rest of
the code needs to know only the newest form. Tables are different, because their snapshots change together with their
events. Revisions in migrations/ convert tables.
"""

import bz2
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import json

from engine.core.events import FORM

Plain = dict[str, Any]

TAG = "event"
"""The field that holds an event's kind."""

EMPTY = ""
"""The value that fills the column of a field that an event does not have, because the field is empty in it.

No event needs a field with this value, so it is left out again when events are read.
"""


def packed(text: bytes) -> bytes:
    """Return a text in its stored, compressed form."""
    return bz2.compress(text)


def unpacked(stored: bytes) -> bytes:
    """Return the text from its stored form."""
    return bz2.decompress(stored)


def packed_events(events: Sequence[Plain]) -> bytes:
    """Return events in their stored form. They are given as plain JSON values.

    All events of a kind must have the same fields, except that empty fields may be missing.
    """
    kinds: dict[str, list[Plain]] = {}
    for event in events:
        kinds.setdefault(event[TAG], []).append(event)
    columns = {kind: _columns(alike) for kind, alike in kinds.items()}
    return packed(json.encode([[event[TAG] for event in events], columns]))


def _columns(alike: Sequence[Plain]) -> dict[str, list[Any]]:
    names = dict.fromkeys(name for event in alike for name in event if name != TAG)
    return {name: [event.get(name, EMPTY) for event in alike] for name in names}


def unpacked_events(stored: bytes) -> list[Plain]:
    """Return the events from their stored form, as plain JSON values."""
    kinds, columns = json.decode(unpacked(stored))
    left = {kind: {name: iter(values) for name, values in fields.items()} for kind, fields in columns.items()}
    events = [{TAG: kind, **{name: next(values) for name, values in left[kind].items()}} for kind in kinds]
    return [{name: value for name, value in event.items() if value != EMPTY} for event in events]


Step = Callable[[Sequence[Plain]], list[Plain]]

OLDEST = 2
"""The form of the oldest kept games."""

STEPS: Mapping[int, Step] = {2: list, 3: list}
"""Maps each form to the step that converts from it. Every form since the oldest one has a step.

The events of form 3 are the same as those of form 2. In form 3 the players' inputs make shares, which older versions
of the bot would take for salts. Form 4 adds kinds of events: lives, and giving up.
"""


def upcast(events: Sequence[Plain], form: int) -> list[Plain]:
    """Return the events of a game in today's form, converted from `form`."""
    told = list(events)
    for each in range(form, FORM):
        told = STEPS[each](told)
    return told
