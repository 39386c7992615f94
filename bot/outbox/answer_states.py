"""The states of the answer to an interaction, and its kinds."""

from enum import Enum
from typing import Any


class _Original:
    """The message of the first answer, by Discord's name: discord.py would quote it as a string."""

    def __str__(self) -> str:
        return "@original"


ORIGINAL: Any = _Original()


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
