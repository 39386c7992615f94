"""Texts and events as they are stored: small, since they are kept for good.

Events stand in columns, one for each field of each kind, because what is alike packs well side by side: half the size
of the events one after another.
"""

import bz2
from collections.abc import Sequence
from typing import Any

from msgspec import json

Plain = dict[str, Any]

TAG = "event"
"""The field that says of what kind an event is."""


def packed(text: bytes) -> bytes:
    """Text as it is stored."""
    return bz2.compress(text)


def unpacked(stored: bytes) -> bytes:
    """The text that was stored."""
    return bz2.decompress(stored)


def packed_events(events: Sequence[Plain]) -> bytes:
    """Events, as plain JSON values, as they are stored. All of a kind have the same fields."""
    columns: dict[str, dict[str, list[Any]]] = {}
    for event in events:
        fields = columns.setdefault(event[TAG], {})
        for name, value in event.items():
            if name != TAG:
                fields.setdefault(name, []).append(value)
    return packed(json.encode([[event[TAG] for event in events], columns]))


def unpacked_events(stored: bytes) -> list[Plain]:
    """The events that were stored."""
    kinds, columns = json.decode(unpacked(stored))
    left = {kind: {name: iter(values) for name, values in fields.items()} for kind, fields in columns.items()}
    return [{TAG: kind, **{name: next(values) for name, values in left[kind].items()}} for kind in kinds]
