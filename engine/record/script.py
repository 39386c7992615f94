"""Supply the throws of a record to the engine as a `Chance`.

Each throw is a line of the record. When the game needs a throw, the next line must be that throw.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from engine.core.dice import Hand
from engine.core.words import Malformed, faces
from engine.record.text import Cursor, NoRecord, Statement

THROWS = frozenset(("seat", "red", "crooked", "roll", "slip"))
"""The first words of the lines that are throws."""

ASIDE = ("=", "?")
"""The first words of the lines that may come between the throws of one move."""


T = TypeVar("T")


class Script:
    """Takes throws from the lines of a record when the game asks for them.

    `aside` holds every line that was taken, throws included, in the order of the file. The reader checks these lines
    after the move. `answers` holds the results that the game has received in this move.
    """

    def __init__(self, cursor: Cursor, names: tuple[str, ...], is_throw: Callable[[Statement], bool]) -> None:
        self._cursor, self._names, self._is_throw = cursor, names, is_throw
        self.aside: list[Statement] = []
        self.answers: list[Any] = []
        self._landed_crooked = False

    def roll_off(self, at: int, seats: tuple[int, ...]) -> Hand:
        """Return the dice of the next `seat` line, which must be a throw by exactly these `seats` (S1)."""
        due = "the seat throw of " + " ".join(self._names[seat] for seat in seats)
        line = self._due("seat", due)
        thrown = dict(zip(line.words[1::2], line.words[2::2], strict=False))
        if len(line.words) != 1 + 2 * len(seats) or thrown.keys() != {self._names[seat] for seat in seats}:
            raise NoRecord(line.line, f"{due} is due, one die each; the line says {line}")
        return self._told(self._faces(line, tuple(thrown[self._names[seat]] for seat in seats)))

    def red(self, at: int) -> int:
        """Return the die of the next `red` line (T3)."""
        line = self._due("red", "the red die")
        if len(line.words) != 2:
            raise NoRecord(line.line, f"the red die is one die; the line says {line}")
        return self._told(self._faces(line, line.words[1:])[0])

    def crooked(self, at: int, seat: int, chance: float) -> bool:
        """Return whether the next line is a `crooked` throw of `seat` (T2)."""
        line = self._upcoming()
        self._landed_crooked = line is not None and line.words[:2] == ("crooked", self._names[seat])
        return self._told(self._landed_crooked)

    def roll(self, at: int, seat: int, count: int) -> Hand:
        """Return the dice of the next `roll` line (T1).

        If `crooked` has just returned True, the next line is that `crooked` line instead. The line must have `count`
        dice of `seat`.
        """
        word, self._landed_crooked = ("crooked" if self._landed_crooked else "roll"), False
        name = self._names[seat]
        due = f"a {word} of {count} by {name}"
        line = self._due(word, due)
        if line.words[1:2] != (name,) or len(line.words) != 2 + count:
            raise NoRecord(line.line, f"{due} is due, the line says {line}")
        return self._told(self._faces(line, line.words[2:]))

    def slip(self, at: int, chance: float, under: Hand) -> tuple[int, int] | None:
        """Return the slip of the next line if it is a `slip` line, otherwise None (K14)."""
        line = self._upcoming()
        if line is None or line.words[0] != "slip" or not self._is_throw(line):
            return self._told(None)
        line = self._due("slip", "a slip")
        if len(line.words) != 3:
            raise NoRecord(line.line, f"a slip is written slip 1 3, from and to; the line says {line}")
        showed, shows = self._faces(line, line.words[1:])
        if showed not in under:
            raise NoRecord(line.line, f"no die under the cup shows {showed}; the line says {line}")
        return self._told((under.index(showed), shows))

    def handed_over(self) -> tuple[list[Statement], list[Any]]:
        """Return the lines taken and the answers given since the last call."""
        taken = self.aside, self.answers
        self.aside, self.answers = [], []
        return taken

    def last_line(self) -> int:
        """Return the number of the last line that was taken."""
        return self._cursor.line

    def next_line(self) -> int:
        """Return the number of the next line. At the end of the record, return the number of the last line."""
        line = self._upcoming()
        return line.line if line else self._cursor.line

    def _told(self, answer: T) -> T:
        self.answers.append(answer)
        return answer

    def _upcoming(self) -> Statement | None:
        """Return the next line that is a move or a throw, after taking the assertions before it."""
        while (line := self._cursor.peek()) is not None and line.words[0] in ASIDE:
            self._take()
        return line

    def _due(self, word: str, due: str) -> Statement:
        """Take the throw that must come next.

        Raises `NoRecord` if another line or the end of the record comes instead.
        """
        line = self._upcoming()
        if line is None:
            raise NoRecord(self._cursor.line, f"{due} is due, and the record ends")
        if line.words[0] != word or not self._is_throw(line):
            raise NoRecord(line.line, f"{due} is due, the line says {line}")
        return self._take()

    def _take(self) -> Statement:
        line = self._cursor.take()
        assert line is not None
        self.aside.append(line)
        return line

    def _faces(self, line: Statement, words: tuple[str, ...]) -> Hand:
        try:
            return faces(words)
        except Malformed as problem:
            raise NoRecord(line.line, str(problem)) from None


class MadeUp:
    """Invents dice for throws that a record does not have.

    It is used after a missing throw, and for checks. It returns the given `answers` first, and invented dice after
    them.
    """

    def __init__(self, answers: Iterable[Any] = ()) -> None:
        self._answers = iter(answers)

    def roll_off(self, at: int, seats: tuple[int, ...]) -> Hand:
        """Return one throw of the roll-off. In an invented throw the first seat wins."""
        return self._next((6,) + (1,) * (len(seats) - 1))

    def red(self, at: int) -> int:
        """Return the red die."""
        return self._next(1)

    def crooked(self, at: int, seat: int, chance: float) -> bool:
        """Return whether a throw lands crooked. An invented throw does not."""
        return self._next(False)

    def roll(self, at: int, seat: int, count: int) -> Hand:
        """Return a throw. All invented dice show 1."""
        return self._next((1,) * count)

    def slip(self, at: int, chance: float, under: Hand) -> tuple[int, int] | None:
        """Return the slip of a die in the pass, or None. An invented pass has no slip."""
        return self._next(None)

    def _next(self, made_up: T) -> T:
        answer: T = next(self._answers, made_up)
        return answer
