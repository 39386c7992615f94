"""Read the bytes of a record as statements, and define the errors in records.

Memory use is limited for any file. Reading yields all statements, or stops with a single error.
"""

from collections.abc import Iterator
from typing import Protocol

import msgspec

from engine.core.words import shown

LONGEST_LINE = 4096
"""The most bytes that a line may have."""

MOST_LINES = 200_000
"""The most lines that a file may have."""


class Statement(msgspec.Struct, frozen=True):
    """A line of a record that has words: its number in the file, from 1, and its words without comments."""

    line: int
    words: tuple[str, ...]

    def __str__(self) -> str:
        return shown(" ".join(self.words))


class Problem(Exception):  # noqa: N818 - it says what is wrong with a file
    """An error in a record, with the number of its line. The command exits with `exit_code`."""

    exit_code = 2

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line, self.sentence = line, sentence


class NoRecord(Problem):
    """Raised if the file is not a record, or if the throw that must come next is missing or does not fit."""


class Disagrees(Problem):
    """Raised if the record contradicts the rules."""

    exit_code = 1

    def __init__(self, statement: Statement, found: str) -> None:
        super().__init__(statement.line, f"{found}, the line says {statement}")


class Source(Protocol):
    """A binary file. Reading a record needs only this one method of it."""

    def readline(self, limit: int, /) -> bytes:
        """Return at most `limit` bytes of the next line, or nothing at the end."""


def statements(source: Source) -> Iterator[Statement]:
    """Yield the statements of a file. Raises `NoRecord` if the bytes are not the text of a record."""
    number = 0
    while raw := source.readline(LONGEST_LINE + 1):
        number += 1
        if number > MOST_LINES:
            raise NoRecord(number, f"a record has at most {MOST_LINES} lines")
        if len(raw) > LONGEST_LINE:
            raise NoRecord(number, f"a line has at most {LONGEST_LINE} bytes")
        try:
            text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise NoRecord(number, "a record is UTF-8 text, and this line is not") from None
        if words := tuple(text.partition("#")[0].split()):
            yield Statement(number, words)
    if not number:
        raise NoRecord(1, "the file is empty; a record begins with @record 1")


class Cursor:
    """Returns statements one after another, and allows a look at the next one."""

    def __init__(self, source: Iterator[Statement]) -> None:
        self._source = source
        self._next: Statement | None = None
        self.line = 1  # the line of the last statement taken

    def peek(self) -> Statement | None:
        """Return the next statement without taking it, or None at the end."""
        if self._next is None:
            self._next = next(self._source, None)
        return self._next

    def take(self) -> Statement | None:
        """Take the next statement and return it, or None at the end."""
        statement, self._next = self.peek(), None
        if statement is not None:
            self.line = statement.line
        return statement
