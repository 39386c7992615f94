"""How far the answer to an interaction is, and what it is."""

from enum import Enum
from typing import Any


class _Original:
    """The message that stands for the first answer, as Discord calls it: discord.py would quote it as a string."""

    def __str__(self) -> str:
        return "@original"


ORIGINAL: Any = _Original()


class State(Enum):
    """How far an answer is."""

    NOTHING = "nothing promised"
    UNDER_WAY = "promise or first answer under way"
    PROMISED = "promised"
    ANSWERED = "answered"
    GONE = "nobody waits for it"


class First(Enum):
    """What the first answer is: a change of the pressed message, a new message, or none (a form, or proposals)."""

    UPDATE = "update"
    PRIVATE = "private"
    PUBLIC = "public"
    NO_MESSAGE = "no message"
