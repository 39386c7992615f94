"""Define the base classes of all presses.

A press is a small immutable value, which stands for a pressed button, a choice in a menu or a submitted form. Its
custom id contains only its tag and its fields, so that it means the same after a restart and in any process. A press
declares who sees its answer, and a move in a game also declares its actions in the engine. A new button needs a new
class with a tag of its own, and a handler (`bot.inbox.dispatcher.on`).
"""

from enum import Enum
from typing import Annotated, ClassVar

import msgspec

from engine.core.actions import Action

Number = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
"""A number that every database can store."""

Snowflake = Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)]
"""A person's id in Discord, which is never 0."""

Word = Annotated[str, msgspec.Meta(pattern="^[a-z0-9_-]{1,32}$")]
"""A word that the program defines, never text that people type."""

LanguageKey = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,32}$")]
"""The key of a language, perhaps with a region, such as "fr" or "pt_BR", or another word for a choice of language."""

Game = Annotated[str, msgspec.Meta(pattern=r"^[a-z-]{0,20}$")]
"""The name of a preset or of a family of games; "" for all games, or for the usual game."""

ANY_VERSION = 0
"""The version of a move that applies to any version of the table."""


class Answer(Enum):
    """The people who see the answer to a press."""

    PUBLIC = "everybody sees it"
    PRIVATE = "one person sees it"
    FORM = "a form opens, which must be the first answer, so that none is promised before"


class Press(msgspec.Struct, frozen=True, array_like=True):
    """The base class of all presses.

    A press with `opened_by` is a submitted form. The press in `opened_by` opens this form, and opens it again if the
    input is refused. A `deliberate` press does not count as the second half of a double tap
    (`bot.inbox.memory.Taps`), because it cannot be undone or because it adds something once more. If `omits_empty` is
    set, the custom id has no empty fields at its end.
    """

    answer: ClassVar[Answer] = Answer.PRIVATE
    opened_by: ClassVar["type[Press] | None"] = None
    deliberate: ClassVar[bool] = False
    omits_empty: ClassVar[bool] = False

    def keeps_buttons(self) -> bool:
        """Return whether the buttons of the message do the same after this press."""
        return False


class Choosing(Press, frozen=True):
    """A choice in a menu that Discord fills with channels or people.

    The chosen ids are in the interaction, not in the press.
    """


class AtTable(Press, frozen=True):
    """A press about a table. It is valid at any time, even on an old panel.

    A press that `posts` a new message is valid only in the table's own place. A press that `only_shows` something is
    valid wherever the person can see the table's place.
    """

    posts: ClassVar[bool] = False
    only_shows: ClassVar[bool] = False

    table: Number


class Move(AtTable, frozen=True):
    """A press that applies only to the version of the table for which its button was made."""

    version: Number


class GameMove(Move, frozen=True):
    """A move that the engine checks and carries out."""

    answer = Answer.PUBLIC
    deliberate = True

    def actions(self) -> tuple[Action, ...]:
        """Return the engine's actions for this press. They are carried out in order, either all of them or none.

        Raises `Refused` if the words of the press were forged.
        """
        raise NotImplementedError


Tag = Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]{1,16}$")]
"""The tag of a class of presses, with which their custom ids begin."""

Kept = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{1,16}$")]
"""The name under which a refused form is stored."""


class BackToForm(Press, frozen=True, tag="form"):
    """Open a refused form again with its earlier input. `form` is the tag of the submitted form.

    `table` is 0 for a form without a table. `option` is the name of the form's option, if it has one.
    """

    answer = Answer.FORM

    form: Tag
    table: Number
    kept: Kept
    option: Word = "none"
