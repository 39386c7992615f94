"""Convert presses to custom ids, and read these ids. No other module makes or parses them.

An id consists of the tag and the fields of a press, separated by colons: "bid:12:7:4:5" is a bid of four fives at
table 12, version 7.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType

import msgspec

from bot.presses import base, bids, game, history, learning, lobby, poker_cup, preferences, puzzle
from bot.presses.base import AtTable, Move, Press

MODULES = (base, bids, game, history, learning, lobby, poker_cup, preferences, puzzle)
"""The modules that declare presses. A press from another module cannot be read."""


def tag(kind: type[Press]) -> str:
    """Return the tag of a class of presses. The custom ids of these presses begin with it."""
    return str(kind.__struct_config__.tag)


def _declared(module: ModuleType) -> Iterator[type[Press]]:
    """Yield the presses in a module that have a tag."""
    for value in vars(module).values():
        if isinstance(value, type) and issubclass(value, Press) and value.__struct_config__.tag is not None:
            yield value


PRESSES: Mapping[str, type[Press]] = {tag(kind): kind for module in MODULES for kind in _declared(module)}
"""All kinds of presses by their tags."""

LONGEST = 100
"""The most characters that Discord accepts for a custom id, or for the value of a choice."""

_MENU = "menu:"
_RENEWED = "~"
_BEFORE = re.compile(r"ld:(?P<tag>[a-z]+):(?P<table>\d+):(?P<version>\d+):(?P<rest>[\w.,-]*)")


def encode(press: Press) -> str:
    """Return the custom id of a press, which has at most `LONGEST` characters."""
    parts = [str(int(part) if part is True or part is False else part) for part in msgspec.to_builtins(press)]
    while press.omits_empty and not parts[-1]:
        parts.pop()
    return ":".join(parts)


def decode(text: str, chosen: Sequence[str] = ()) -> Press | None:
    """Return the press of a custom id, or None if the id is not one of the bot's.

    The id of a menu (`menu_id`) does not describe a press. Instead, each choice in the menu has a press as its value,
    and `chosen` contains the values that the person chose.
    """
    before = _before(text, chosen)
    parts = before or (chosen[0] if chosen and text.startswith(_MENU) else plain_id(text)).split(":")
    kind = PRESSES.get(parts[0])
    if kind is None:
        return None
    try:
        # The tag selects the class. Trying every class would take two hundred times as long.
        press = msgspec.convert(parts, kind, strict=False)
    except msgspec.ValidationError:
        return None
    return press if before or _is_written_so(press, parts) else None


def _is_written_so(press: Press, parts: Sequence[str]) -> bool:
    """Return whether `encode` would write this press with these parts, for example without "1e3" for 1000.

    An id of an older version of the bot may lack the last fields, which have defaults.
    """
    return encode(press).split(":")[: len(parts)] == list(parts)


def menu_id(name: str) -> str:
    """Return the id of a menu whose choices are presses. `name` distinguishes menus in the same message."""
    return f"{_MENU}{name}"


def renewed(menu: str, by: int) -> str:
    """Return a new id for a menu. `by` is a number that this menu has not had before.

    If a menu gets a new id, Discord forgets which choice was made in it.
    """
    return f"{plain_id(menu)}{_RENEWED}{by}"


def plain_id(menu: str) -> str:
    """Return the original id of a menu, which `renewed` may have replaced."""
    return menu.split(_RENEWED)[0]


def _before(text: str, chosen: Sequence[str]) -> list[str]:
    """Return the parts of an id in the old form, or [] for any other text.

    Panels from before 2026-11-21 still have such ids. Each of them contains a table and a version, even if the press
    does not need them, and the choice is separate from the id.
    """
    match = _BEFORE.fullmatch(text)
    if match is None:
        return []
    kind = PRESSES.get(match["tag"])
    head = [match["table"]] if kind and issubclass(kind, AtTable) else []
    head += [match["version"]] if kind and issubclass(kind, Move) else []
    rest = ".".join(filter(None, (match["rest"], *chosen)))
    return [match["tag"], *head, *(rest.split(".") if rest else ())]
