"""Define the press below the puzzle of the day."""

from typing import Annotated, Self

import msgspec

from bot.presses.base import Number, Press

Answer = Annotated[str, msgspec.Meta(pattern="^(liar|exact|[0-9]{1,3}x[1-6])$")]
Letter = Annotated[str, msgspec.Meta(pattern="^[pkf]?$")]


class AnswerPuzzle(Press, frozen=True, tag="puzzle"):
    """Answer the puzzle of the day.

    `letter` says what the bid is called, as in `bot.people.puzzles.LETTERS`.
    """

    omits_empty = True

    day: Number
    said: Answer
    letter: Letter = ""

    @classmethod
    def of(cls, day: int, answer: str) -> Self:
        """Return the press for an answer of a puzzle, such as "5x3p"."""
        letter = answer[-1] if answer[-1] in "pkf" and "x" in answer else ""
        return cls(day, answer.removesuffix(letter), letter)

    @property
    def chosen(self) -> str:
        """Return the answer as puzzles write it."""
        return f"{self.said}{self.letter}"
