"""What can be pressed before, in and after a first game. A lesson is nowhere but in its ids: it outlives a restart."""

from typing import Annotated

import msgspec

from bot.presses.base import Game, Press, Word

Path = Annotated[str, msgspec.Meta(max_length=85, pattern="^([a-z0-9]{1,10}(-[a-z0-9]{1,10})*)?$")]
"""What the learner has done so far: words with dashes between, "deal-2x5-liar"; "" at the beginning."""


class ChooseLesson(Press, frozen=True, tag="learn"):
    """Ask which first game it shall be."""


class Lesson(Press, frozen=True, tag="lesson"):
    """A first game after all that its learner has done, the press itself included.

    `game` is the variant that they asked for, by its name ("bids", until 2026-11-22, for `common`).
    """

    game: Word
    path: Path


class OpenTable(Press, frozen=True, tag="open"):
    """Open a table in this channel."""

    game: Game = ""
