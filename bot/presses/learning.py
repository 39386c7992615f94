"""Presses for learning: how games go, the commands, and lessons, whose state is in their ids."""

from typing import Annotated

import msgspec

from bot.presses.base import Answer, AtTable, Game, Press, Word

Path = Annotated[str, msgspec.Meta(max_length=85, pattern="^([a-z0-9]{1,10}(-[a-z0-9]{1,10})*)?$")]
"""The learner's acts so far: words with dashes between, "deal-2x5-liar"; "" at the beginning."""


class ChooseLesson(Press, frozen=True, tag="learn"):
    """Ask which game to learn."""


class Lesson(Press, frozen=True, tag="lesson"):
    """Go on with a lesson: `path` has all acts of its learner, this press included.

    `game` is the name of the chosen variant ("bids", until 2026-11-22, for `common`).
    """

    game: Word
    path: Path


class OpenTable(Press, frozen=True, tag="open"):
    """Open a table in this channel."""

    answer = Answer.PUBLIC

    game: Game = ""


class ShowRules(AtTable, frozen=True, tag="help"):
    """See how this table plays."""

    only_shows = True


class HowTo(Press, frozen=True, tag="howto"):
    """See how a game is played, by the name of its variant."""

    variant: Word


class ShowCommands(Press, frozen=True, tag="commands"):
    """See all commands."""
