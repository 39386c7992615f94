"""What every handler reaches by its interaction: the house that the client runs."""

from dataclasses import dataclass
from typing import cast

from bot.history.boards import Boards
from bot.outbox import Announcer
from bot.outbox.interaction import Interaction
from bot.people import People
from bot.tables import Tables


@dataclass(frozen=True)
class House:
    """The parts of a running bot."""

    tables: Tables
    people: People
    boards: Boards
    announcer: Announcer


def house_of(interaction: Interaction) -> House:
    """The house whose client received this interaction."""
    return cast("House", interaction.client.house)  # type: ignore[attr-defined] # our client, app.Bot, has one
