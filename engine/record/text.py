"""The lines of a record: from bytes to statements, and their errors.

Reading any file takes bounded memory and ends with statements or with one error.
"""

from collections.abc import Iterator
from typing import Protocol

import msgspec

from engine.core.words import shown

LONGEST_LINE = 4096
"""The most bytes of a line."""

MOST_LINES = 200_000
"""The most lines of a file."""


class Statement(msgspec.Struct, frozen=True):
    """One meaningful line: its number in the file, from 1, and its words."""

    line: int
    words: tuple[str, ...]

    def __str__(self) -> str:
        return shown(" ".join(self.words))


class Problem(Exception):  # noqa: N818 - the parent of two answers about a file
    """An error in a record, with its line; `exit_code` is the command's exit code."""

    exit_code = 2

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line, self.sentence = line, sentence


class NoRecord(Problem):
    """The file is not a record, or a throw that is due is missing or does not fit."""


class Disagrees(Problem):
    """The record contradicts the rules."""

    exit_code = 1

    def __init__(self, statement: Statement, found: str) -> None:
        super().__init__(statement.line, f"{found}, the line says {statement}")


class Source(Protocol):
    """A file, reduced to the method that reads records."""

    def readline(self, limit: int, /) -> bytes:
        """Return the next line, at most `limit` bytes of it; nothing at the end."""


def statements(source: Source) -> Iterator[Statement]:
    """Yield the statements of a file. Raises `NoRecord` for bytes that are not a record's text."""
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
    """Statements one after another, with a look at the next."""

    def __init__(self, source: Iterator[Statement]) -> None:
        self._source = source
        self._next: Statement | None = None
        self.line = 1  # of the last statement taken

    def peek(self) -> Statement | None:
        """Return the next statement without taking it; None at the end."""
        if self._next is None:
            self._next = next(self._source, None)
        return self._next

    def take(self) -> Statement | None:
        """Take the next statement; None at the end."""
        statement, self._next = self.peek(), None
        if statement is not None:
            self.line = statement.line
        return statement
