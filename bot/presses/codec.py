"""Presses as custom ids and back. No other module builds or parses such a string.

A press is written as its tag and its fields, separated by colons: "bid:12:7:4:5" is four fives at table 12, version 7.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType

import msgspec

from bot.presses import base, bids, game, history, learning, lobby, poker_cup, preferences, puzzle
from bot.presses.base import AtTable, Move, Press

MODULES = (base, bids, game, history, learning, lobby, poker_cup, preferences, puzzle)
"""The modules that declare presses. A press of another module cannot be read."""


def tag(kind: type[Press]) -> str:
    """Return the word at the beginning of such a press's ids."""
    return str(kind.__struct_config__.tag)


def _declared(module: ModuleType) -> Iterator[type[Press]]:
    """Yield the kinds of presses in a module that have a tag."""
    for value in vars(module).values():
        if isinstance(value, type) and issubclass(value, Press) and value.__struct_config__.tag is not None:
            yield value


PRESSES: Mapping[str, type[Press]] = {tag(kind): kind for module in MODULES for kind in _declared(module)}
"""Every kind of press, by its tag."""

LONGEST = 100
"""The most characters that Discord accepts as an id, or as the value of a choice."""

_MENU = "menu:"
_RENEWED = "~"
_BEFORE = re.compile(r"ld:(?P<tag>[a-z]+):(?P<table>\d+):(?P<version>\d+):(?P<rest>[\w.,-]*)")


def encode(press: Press) -> str:
    """Return the id of a press, at most `LONGEST` characters."""
    return ":".join([str(int(part) if part is True or part is False else part) for part in msgspec.to_builtins(press)])


def decode(text: str, chosen: Sequence[str] = ()) -> Press | None:
    """Return the press of an id; None if the id is not ours.

    The id of a menu (`menu_id`) means nothing by itself: each choice is an id of its own.
    """
    before = _before(text, chosen)
    parts = before or (chosen[0] if chosen and text.startswith(_MENU) else plain_id(text)).split(":")
    kind = PRESSES.get(parts[0])
    if kind is None:
        return None
    try:
        # By its tag, since trying every kind of press takes two hundred times as long.
        press = msgspec.convert(parts, kind, strict=False)
    except msgspec.ValidationError:
        return None
    return press if before or _is_written_so(press, parts) else None


def _is_written_so(press: Press, parts: Sequence[str]) -> bool:
    """Return whether these are exactly the parts of a press's id: no "1e3" for 1000, and no extra fields.

    An id of an earlier version may lack the last fields, which have defaults.
    """
    return encode(press).split(":")[: len(parts)] == list(parts)


def menu_id(name: str) -> str:
    """Return the id of a menu whose choices are presses. `name` distinguishes it from others in the same message."""
    return f"{_MENU}{name}"


def renewed(menu: str, by: int) -> str:
    """Return a fresh id for a menu; `by` is a number that it has not had yet."""
    return f"{plain_id(menu)}{_RENEWED}{by}"


def plain_id(menu: str) -> str:
    """Return the id that a menu had before it got a fresh one."""
    return menu.split(_RENEWED)[0]


def _before(text: str, chosen: Sequence[str]) -> list[str]:
    """Return the parts of an id in the form until 2026-11-21, which old panels still have; [] for any other id.

    All ids had a table and a version then, needed or not, and the choice came beside them.
    """
    match = _BEFORE.fullmatch(text)
    if match is None:
        return []
    kind = PRESSES.get(match["tag"])
    head = [match["table"]] if kind and issubclass(kind, AtTable) else []
    head += [match["version"]] if kind and issubclass(kind, Move) else []
    rest = ".".join(filter(None, (match["rest"], *chosen)))
    return [match["tag"], *head, *(rest.split(".") if rest else ())]
