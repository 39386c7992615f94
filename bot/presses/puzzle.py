"""Define the press below the puzzle of the day."""

from typing import Annotated

import msgspec

from bot.presses.base import Number, Press

Answer = Annotated[str, msgspec.Meta(pattern="^(liar|exact|[0-9]{1,3}x[1-6][pkf]?)$")]


class AnswerPuzzle(Press, frozen=True, tag="puzzle"):
    """Answer the puzzle of the day."""

    day: Number
    said: Answer
