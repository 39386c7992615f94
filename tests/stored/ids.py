"""Sample custom ids: one for each kind of press, with its meaning."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import inspect

from bot.presses.base import Press
from bot.presses.codec import PRESSES, decode, encode
from tests.stored import Plain

TEXTS = ("twopair-4-1", "firehouse", "dice", "225", "2026-11", "1f3c", "s3", "5x3")
"""Words for fields with a pattern; the id has the first that fits."""
IN_THE_HEAD = ("table", "version")
"""A field that had its own place in every id before 2026-11-21, 0 without a value."""


def tags() -> set[str]:
    """Return the tags of all presses."""
    return {str(kind.__struct_config__.tag) for kind in PRESSES.values()}


def samples() -> Plain:
    """Return for each press's tag an id in today's form and in the earlier one, and the meanings of both."""
    return {str(kind.__struct_config__.tag): _sample(kind) for kind in PRESSES.values()}


def told(text: str, chosen: Sequence[str] = ()) -> Plain:
    """Return what the bot reads from an id: the fields of a press with its tag, or nothing if it is no press."""
    press = decode(text, chosen)
    if press is None:
        return {}
    tag, *values = msgspec.to_builtins(press)
    return {"tag": tag, **dict(zip(press.__struct_encode_fields__, values, strict=True))}


def again(text: str) -> str:
    """Return an id after it was decoded and encoded again."""
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
    understood = {"before": before} if told(before) == told(today) else {}  # some presses are newer than that form
    return {"today": today, **understood, "is": told(today)}


def _value(kind: inspect.Type, place: int) -> Any:
    """Return a value for a field of a press. No other field of the press has the same value."""
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
