"""Texts and events as they are stored: small, since they are kept for good; and conversion of older forms.

Events are stored in columns, one for each field of each kind, since similar values compress well together: half the
size of the events in sequence.

The events of a kept game have the number of their form (`engine.core.events.FORM`). A step converts a game from form n
to form n + 1 and never changes afterwards; reading applies all the missing steps, so that only the newest form has code
to read it. Tables, whose snapshots change with their events, are converted by the revisions in migrations/.
"""

import bz2
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import json

from engine.core.events import FORM

Plain = dict[str, Any]

TAG = "event"
"""The field with an event's kind."""


def packed(text: bytes) -> bytes:
    """Return a text in its stored form."""
    return bz2.compress(text)


def unpacked(stored: bytes) -> bytes:
    """Return the text that was stored."""
    return bz2.decompress(stored)


def packed_events(events: Sequence[Plain]) -> bytes:
    """Return events, given as plain JSON values, in their stored form.

    All events of a kind have the same fields, except that empty ones may be missing.
    """
    kinds: dict[str, list[Plain]] = {}
    for event in events:
        kinds.setdefault(event[TAG], []).append(event)
    columns = {kind: _columns(alike) for kind, alike in kinds.items()}
    return packed(json.encode([[event[TAG] for event in events], columns]))


def _columns(alike: Sequence[Plain]) -> dict[str, list[Any]]:
    names = dict.fromkeys(name for event in alike for name in event if name != TAG)
    return {name: [event.get(name, "") for event in alike] for name in names}


def unpacked_events(stored: bytes) -> list[Plain]:
    """Return the events that were stored."""
    kinds, columns = json.decode(unpacked(stored))
    left = {kind: {name: iter(values) for name, values in fields.items()} for kind, fields in columns.items()}
    return [{TAG: kind, **{name: next(values) for name, values in left[kind].items()}} for kind in kinds]


Step = Callable[[Sequence[Plain]], list[Plain]]

OLDEST = 2
"""The form of the first games that were kept."""

STEPS: Mapping[int, Step] = {2: list}
"""The steps by the form they start from, without gaps from the oldest form on.

The events of form 3 are those of form 2; there the players' inputs make shares, which older versions would take for
salts.
"""


def upcast(events: Sequence[Plain], form: int) -> list[Plain]:
    """Return the events of a game in today's form; they are given in `form`."""
    told = list(events)
    for each in range(form, FORM):
        told = STEPS[each](told)
    return told
