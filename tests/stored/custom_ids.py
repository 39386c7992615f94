"""Make a sample custom id for each kind of press, and note what the id means."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import inspect

from bot.presses.base import Press
from bot.presses.codec import PRESSES, decode, encode
from tests.stored import Plain

TEXTS = ("twopair-4-1", "firehouse", "dice", "225", "2026-11", "1f3c", "s3", "5x3", "p")
"""Sample values for fields with a pattern. A field gets the first value that matches."""
IN_THE_HEAD = ("table", "version")
"""Fields that had a fixed place in every id before 2026-11-21. A press without such a field had 0 in its place."""


def tags() -> set[str]:
    """Return the tags of all presses."""
    return {str(kind.__struct_config__.tag) for kind in PRESSES.values()}


def samples() -> Plain:
    """Return a sample of each press, by tag.

    It has the press's id in today's form and in the earlier form, and its meaning.
    """
    return {str(kind.__struct_config__.tag): _sample(kind) for kind in PRESSES.values()}


def told(text: str, chosen: Sequence[str] = ()) -> Plain:
    """Return the tag and the fields of the press that the bot reads from an id, or an empty dictionary."""
    press = decode(text, chosen)
    if press is None:
        return {}
    tag, *values = msgspec.to_builtins(press)
    return {"tag": tag, **dict(zip(press.__struct_encode_fields__, values, strict=True))}


def again(text: str) -> str:
    """Decode an id and return it encoded again."""
    press = decode(text)
    return encode(press) if press is not None else ""


def _sample(kind: type[Press]) -> Plain:
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    values = {each.encode_name: _value(each.type, place) for place, each in enumerate(described.fields, 3)}
    today = encode(msgspec.convert([described.tag, *values.values()], kind))
    tag, *parts = today.split(":")
    said = dict(zip(values, parts, strict=True))
    table, version = (said.pop(name, "0") for name in IN_THE_HEAD)
    before = f"ld:{tag}:{table}:{version}:{'.'.join(said.values())}"
    understood = {"before": before} if told(before) == told(today) else {}  # newer presses have no earlier form
    return {"today": today, **understood, "is": told(today)}


def _value(kind: inspect.Type, place: int) -> Any:
    """Return a sample value for a field of a press. Different fields get different numbers."""
    match kind:
        case inspect.BoolType():
            return True
        case inspect.IntType():
            return place
        case inspect.StrType(pattern=str(pattern)):
            return next(each for each in TEXTS if re.fullmatch(pattern.strip("^$"), each))
        case inspect.LiteralType(values=allowed):
            return allowed[-1]
        case inspect.EnumType(cls=cls):
            return [each.value for each in cls][-1]
        case _:
            raise AssertionError(f"how is {kind} written into an id?")
