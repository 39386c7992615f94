"""What every handler reaches by its interaction: the house that the client runs."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import discord

from bot.boards import Boards
from bot.screens.ids import Press
from bot.tables.service import Tables

if TYPE_CHECKING:
    from bot.announce.announcer import Announcer

Interaction = discord.Interaction[discord.Client]


@dataclass(frozen=True)
class House:
    """The parts of a running bot. `pressed` says what a press of a button or a choice from a menu does."""

    tables: Tables
    boards: Boards
    announcer: "Announcer"
    pressed: Callable[[Interaction, Press, tuple[str, ...]], Awaitable[None]]


def house_of(interaction: Interaction) -> House:
    """The house whose client received this interaction."""
    return cast("House", interaction.client.house)  # type: ignore[attr-defined] # our client, app.Bot, has one
