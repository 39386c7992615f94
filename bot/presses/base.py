"""What all presses are made of.

A press is a small frozen value: its tag and its fields are all that its id says, so it means the same after a restart
and in any process. It declares by itself who sees its answer, and a move which actions of the engine it stands for.
A new button is one new class, with a tag of its own, and its handler (`bot.inbox.handlers.on`).
"""

from enum import Enum
from typing import Annotated, ClassVar

import msgspec

from engine.core.actions import Action

Number = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
"""A number that any database holds."""

Snowflake = Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)]
"""Somebody's id at Discord, which is never 0."""

Word = Annotated[str, msgspec.Meta(pattern="^[a-z0-9_-]{1,32}$")]
"""A name of ours: never what somebody typed."""

Game = Annotated[str, msgspec.Meta(pattern=r"^[a-z-]{0,20}$")]
"""A game by the name of its preset, or a family of games; "" for all, or for the usual one."""

ANY_VERSION = 0
"""Stands for whichever version of the table there is when the move arrives."""


class Answer(Enum):
    """Who is shown what comes of a press."""

    PUBLIC = "everybody sees it"
    PRIVATE = "one person sees it"
    FORM = "a form opens, which must be the first answer, so that none is promised before"


class Press(msgspec.Struct, frozen=True, array_like=True):
    """The root of all presses.

    A press with `opened_by` is a form that was filled in: that press opens it, and opens it again if it is refused.
    """

    answer: ClassVar[Answer] = Answer.PRIVATE
    opened_by: ClassVar["type[Press] | None"] = None


class Choosing(Press, frozen=True):
    """A menu of what Discord itself knows (channels): what was chosen comes beside the press, as ids."""


class AtTable(Press, frozen=True):
    """A press about a table. It holds at any time, and on an old panel too."""

    table: Number


class Move(AtTable, frozen=True):
    """A press that is meant for the table as it stood when the button was shown, at `version`, and for no other."""

    version: Number


class GameMove(Move, frozen=True):
    """A move that the engine decides about."""

    answer = Answer.PUBLIC

    def actions(self) -> tuple[Action, ...]:
        """The engine's actions that this press stands for, in a row, all or none. Raises `Refused` for forged words."""
        raise NotImplementedError


Tag = Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]{1,16}$")]
"""What a press is called in an id."""

Kept = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{1,16}$")]
"""What a form is kept under."""


class BackToForm(Press, frozen=True, tag="form"):
    """Open a form again, as it was `kept` when it was refused; `form` is the tag of what it is when it is sent.

    `table` is 0 for a form that is about none; `option` is that of which the form asks, where it asks of one.
    """

    answer = Answer.FORM

    form: Tag
    table: Number
    kept: Kept
    option: Word = "none"
