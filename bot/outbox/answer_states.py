"""The states of the answer to an interaction, and its kinds."""

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


DONE = "done"
"""The outcome of a request that was simply carried out."""


@dataclass(slots=True)
class Noted:
    """The notes about a request under way; its answer drops them with the interaction.

    `press` is what was pressed, once it `is_read`: None for a command, and for something that is not ours. A refusal
    may say `instead` of its general words what the handler knows better, and offers `way_back`, the press that opens a
    refused form again, or `way_on`, the buttons below it.
    """

    is_read: bool = False
    press: Press | None = None
    instead: Ephemeral | None = None
    way_back: BackToForm | None = None
    way_on: tuple[Part, ...] = ()


def from_start(shown: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what is shown as it is to be sent, perhaps once more: its files are read from their start again."""
    for file in (*shown.get("files", ()), *shown.get("attachments", ())):
        if isinstance(file, discord.File):
            file.reset(seek=True)
    return shown
