"""Write a whole game as a record, with all its consequences in the engine's order."""

from collections.abc import Iterable

from engine.core.events import Event
from engine.core.notation import Kind
from engine.games import family
from engine.record.header import Header

_INDENT = {Kind.CHANCE: "  ", Kind.MOVE: "  ", Kind.DERIVED: "    "}


def write(header: Header, events: Iterable[Event]) -> str:
    """Return the full record of a game: `header`, then every event that has a line."""
    return head(header) + played(header, events)


def head(header: Header) -> str:
    """Return the lines of a record's head."""
    return "\n".join(header.lines()) + "\n"


def played(header: Header, events: Iterable[Event]) -> str:
    """Return the lines of a record below its head: those of every event that has one."""
    text: list[str] = []
    for _, told in family(header.rules()).notation.lines(events, header.speaker()):
        for line in told:
            at_margin = line.text.startswith(("round ", "seat ")) and line.kind is not Kind.DERIVED
            text.append((line.text if at_margin else _INDENT[line.kind] + line.text) + "\n")
    return "".join(text)
