"""Write a whole game as a record, including all consequences of its moves."""

from collections.abc import Iterable

from engine.core.events import Event
from engine.core.notation import Kind
from engine.games import family
from engine.record.header import Header

_INDENT = {Kind.CHANCE: "  ", Kind.MOVE: "  ", Kind.DERIVED: "    "}


def write(header: Header, events: Iterable[Event]) -> str:
    """Return the full record of a game: the head, followed by every event that has a line."""
    return head(header) + played(header, events)


def head(header: Header) -> str:
    """Return the head of a record as text."""
    return "\n".join(header.lines()) + "\n"


def played(header: Header, events: Iterable[Event]) -> str:
    """Return the part of a record below its head, as text. Events without a line are left out."""
    text: list[str] = []
    for _, told in family(header.rules()).notation.lines(events, header.speaker()):
        for line in told:
            at_margin = line.text.startswith(("round ", "seat ")) and line.kind is not Kind.DERIVED
            text.append((line.text if at_margin else _INDENT[line.kind] + line.text) + "\n")
    return "".join(text)
