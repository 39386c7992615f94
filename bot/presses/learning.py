"""What can be pressed in a first game, and after it. A lesson is nowhere but in its ids: it outlives a restart."""

from typing import Annotated, Literal

import msgspec

from bot.presses.base import Press

LessonName = Literal["bids"]
"""The first games that there are."""

Path = Annotated[str, msgspec.Meta(pattern="^([a-z0-9]{1,5}(-[a-z0-9]{1,5}){0,11})?$")]
"""What the learner has done so far: up to twelve words with dashes between, "deal-2x5-liar"; "" at the beginning."""


class Lesson(Press, frozen=True, tag="lesson"):
    """A first game after all that its learner has done, the press itself included."""

    game: LessonName
    path: Path


class OpenTable(Press, frozen=True, tag="open"):
    """Open a table in this channel; of the game that is usual on this server."""
