"""Writes a whole game as a record, with all its consequences in the engine's order."""

from collections.abc import Iterable

from engine.core.events import Event
from engine.core.notation import Kind
from engine.games import family
from engine.record.header import Header

_INDENT = {Kind.CHANCE: "  ", Kind.MOVE: "  ", Kind.DERIVED: "    "}


def write(header: Header, events: Iterable[Event]) -> str:
    """The full record of a game: `header`, then every event since its start that has a line."""
    return head(header) + played(header, events)


def head(header: Header) -> str:
    """The lines of a record up to the first of play."""
    return "\n".join(header.lines()) + "\n"


def played(header: Header, events: Iterable[Event]) -> str:
    """The lines of a record below its head: of every event since the start that has one."""
    text: list[str] = []
    for _, told in family(header.rules()).notation.lines(events, header.speaker()):
        for line in told:
            at_margin = line.text.startswith(("round ", "seat ")) and line.kind is not Kind.DERIVED
            text.append((line.text if at_margin else _INDENT[line.kind] + line.text) + "\n")
    return "".join(text)
