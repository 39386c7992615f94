"""The states of the answer to an interaction, the kinds of first answers, and the messages of an answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

import discord

from bot.presses.base import BackToForm, Press
from bot.screens.elements.cards import Ephemeral, Part


class State(Enum):
    """The states of an answer."""

    NOTHING = "nothing promised"
    UNDER_WAY = "promise or first answer under way"
    PROMISED = "promised"
    ANSWERED = "answered"
    GONE = "nobody waits for it"


class First(Enum):
    """The kinds of first answers: a change of the pressed message, a new message, or a form or suggestions."""

    UPDATE = "update"
    PRIVATE = "private"
    PUBLIC = "public"
    NO_MESSAGE = "no message"


@dataclass(slots=True)
class AnswerMessages:
    """The ids of the messages that the token of an interaction may edit.

    `pressed` is the message of the button or form, `first_answer` the message of the first answer; each is 0 if there
    is none. `follow_ups` are the messages that were posted after the first answer. `has_lost_a_follow_up` is True if
    another one may have arrived although its receipt was lost.
    """

    pressed: int
    first_answer: int = 0
    follow_ups: frozenset[int] = frozenset()
    has_lost_a_follow_up: bool = False

    @property
    def newest(self) -> int:
        """The id of the newest known message that was posted as an answer; 0 if there is none."""
        return max(self.first_answer, *self.follow_ups, 0)

    def adopt(self, message: int) -> None:
        """Count a message as a follow-up to the first answer."""
        self.follow_ups |= {message}
        self.has_lost_a_follow_up = False

    def original(self, first: First | None) -> int:
        """Return the id of the message that Discord calls `@original`, after a first answer of this kind."""
        return self.pressed if first in (None, First.UPDATE) else self.first_answer

    def include(self, message: int, first: First | None) -> bool:
        """Return whether this message may be edited after a first answer of this kind.

        The id 0 means that there is no message.
        """
        return message != 0 and (message == self.original(first) or message in self.follow_ups)


DONE = "done"
"""The outcome of a request that was simply carried out."""


@dataclass(slots=True)
class Noted:
    """Notes about a running request. They are dropped when the request ends.

    `press` is the decoded press if `is_read` is True. It is None for a command, or for a component that is not the
    bot's. `table` is the id of the table that the request is about, or 0. The other notes change a refusal. `instead`
    is a more exact message that replaces the general one. `way_back` is the press that opens a refused form again.
    `way_on` holds the buttons below the refusal.
    """

    is_read: bool = False
    press: Press | None = None
    instead: Ephemeral | None = None
    way_back: BackToForm | None = None
    way_on: tuple[Part, ...] = ()
    table: int = 0


def from_start(shown: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the arguments of a message after rewinding its files, so that the files can be sent once more."""
    for file in (*shown.get("files", ()), *shown.get("attachments", ())):
        if isinstance(file, discord.File):
            file.reset(seek=True)
    return shown
