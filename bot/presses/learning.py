"""Define the presses for learning: how a game is played, the commands, and lessons.

The custom ids contain the state of a lesson.
"""

from typing import Annotated

import msgspec

from bot.presses.base import Answer, AtTable, Game, Press, Word

Path = Annotated[str, msgspec.Meta(max_length=85, pattern="^([a-z0-9]{1,10}(-[a-z0-9]{1,10})*)?$")]
"""The learner's actions so far, as words joined by hyphens ("deal-2x5-liar"); "" at the beginning."""


class ChooseLesson(Press, frozen=True, tag="learn"):
    """Ask which game the person wants to learn."""


class Lesson(Press, frozen=True, tag="lesson"):
    """Continue a lesson. `path` contains all actions of the learner, including the action of this press.

    `game` is the name of the chosen variant. Until 2026-11-22 it was "bids" for `common`.
    """

    game: Word
    path: Path


class OpenTable(Press, frozen=True, tag="open"):
    """Open a table in this channel."""

    answer = Answer.PUBLIC

    game: Game = ""


class ShowRules(AtTable, frozen=True, tag="help"):
    """Show the rules of this table."""

    only_shows = True


class HowTo(Press, frozen=True, tag="howto"):
    """Show how the game `variant` is played."""

    variant: Word


class ShowCommands(Press, frozen=True, tag="commands"):
    """Show all commands."""
