"""The base of all presses.

A press is a small frozen value: its id has nothing but its tag and its fields, so it means the same after a restart and
in any process. It declares who sees its answer, and a move declares its actions of the engine. A new button is one new
class, with a tag of its own, and its handler (`bot.inbox.dispatcher.on`).
"""

from enum import Enum
from typing import Annotated, ClassVar

import msgspec

from engine.core.actions import Action

Number = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
"""A number that any database holds."""

Snowflake = Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)]
"""Somebody's id in Discord, which is never 0."""

Word = Annotated[str, msgspec.Meta(pattern="^[a-z0-9_-]{1,32}$")]
"""A word of the program, never a typed one."""

Game = Annotated[str, msgspec.Meta(pattern=r"^[a-z-]{0,20}$")]
"""The name of a game's preset, or of a family of games; "" for all, or for the usual one."""

ANY_VERSION = 0
"""The version of a move that applies to the table as it is when the move arrives."""


class Answer(Enum):
    """The people who see the answer to a press."""

    PUBLIC = "everybody sees it"
    PRIVATE = "one person sees it"
    FORM = "a form opens, which must be the first answer, so that none is promised before"


class Press(msgspec.Struct, frozen=True, array_like=True):
    """The root of all presses.

    A press with `opened_by` is a submitted form: that press opens the form, and opens it again if it is refused.
    """

    answer: ClassVar[Answer] = Answer.PRIVATE
    opened_by: ClassVar["type[Press] | None"] = None


class Choosing(Press, frozen=True):
    """A menu of Discord's own, of channels or people. The choice comes beside the press, as ids."""


class AtTable(Press, frozen=True):
    """A press about a table. It is valid at any time, even on an old panel.

    One that `posts` something new is valid only in the table's own place. One that `only_shows` is valid wherever
    somebody presses who may see that place.
    """

    posts: ClassVar[bool] = False
    only_shows: ClassVar[bool] = False

    table: Number


class Move(AtTable, frozen=True):
    """A press that applies only to the table at `version`, the one when the button was shown."""

    version: Number


class GameMove(Move, frozen=True):
    """A move that the engine decides about."""

    answer = Answer.PUBLIC

    def actions(self) -> tuple[Action, ...]:
        """Return the engine's actions for this press, in order, all or none. Raises `Refused` for forged words."""
        raise NotImplementedError


Tag = Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]{1,16}$")]
"""The tag of a press."""

Kept = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{1,16}$")]
"""The name under which a refused form is kept."""


class BackToForm(Press, frozen=True, tag="form"):
    """Open a form again, filled in as it was when it was refused; `form` is the tag of the submitted form.

    `table` is 0 for a form without a table; `option` names the form's option, if it has one.
    """

    answer = Answer.FORM

    form: Tag
    table: Number
    kept: Kept
    option: Word = "none"
