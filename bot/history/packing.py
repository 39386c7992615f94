"""Texts and events as they are stored: small, since they are kept for good; and older forms brought into today's.

Events stand in columns, one for each field of each kind, because what is alike packs well side by side: half the size
of the events one after another.

The events of a kept game carry the number of their form (`engine.core.events.FORM`). A step takes a game from form n to
form n + 1 and is never changed again; reading goes up all the steps that are missing, so that only the newest form has
code to read it. Tables, whose snapshots change with their events, are carried over by the revisions in migrations/.
"""

import bz2
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import json

from engine.core.events import FORM

Plain = dict[str, Any]

TAG = "event"
"""The field that says of what kind an event is."""


def packed(text: bytes) -> bytes:
    """Return a text as it is stored."""
    return bz2.compress(text)


def unpacked(stored: bytes) -> bytes:
    """Return the text that was stored."""
    return bz2.decompress(stored)


def packed_events(events: Sequence[Plain]) -> bytes:
    """Return events, given as plain JSON values, as they are stored.

    All of a kind have the same fields, or leave out one that is empty.
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
"""The form in which the first games were kept."""

STEPS: Mapping[int, Step] = {2: list}
"""By the form that a step starts from; none may be missing from the oldest form on.

In form 3 the events are those of form 2: what players brought makes shares there, which older versions take for salts.
"""


def upcast(events: Sequence[Plain], form: int) -> list[Plain]:
    """Return the events of a game in today's form, from `form`."""
    told = list(events)
    for each in range(form, FORM):
        told = STEPS[each](told)
    return told
