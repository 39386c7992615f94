"""What people ask for is counted: by which way, of which kind, and what became of it."""

import asyncio

import discord

from bot.inbox.request import pressed_in
from bot.measures import ANSWERS, INTERACTIONS
from bot.outbox.reply import Interaction

OUTCOME = "outcome"
"""Under this name what became of an interaction goes with it."""

WAYS = {
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "form",
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "completion",
}


def begun(interaction: Interaction) -> None:
    """Somebody asks for something, in a task of its own; it is counted when that ends."""
    way = WAYS.get(interaction.type, "other")
    ANSWERS.asked(interaction.id, way)
    task = asyncio.current_task()
    assert task is not None
    task.add_done_callback(lambda done: _counted(interaction, way, done))


def turned_out(interaction: Interaction, outcome: str) -> None:
    """What became of it, where it was not simply done: refused, outdated, fault and the like."""
    interaction.extras[OUTCOME] = outcome


def _counted(interaction: Interaction, way: str, task: asyncio.Task[object]) -> None:
    outcome = "cut off" if task.cancelled() else interaction.extras.get(OUTCOME, "done")
    INTERACTIONS.labels(way, _kind(interaction), outcome).inc()


def _kind(interaction: Interaction) -> str:
    """The name of the command or of the press; what is none of ours has no name of its own."""
    command = interaction.command
    if command is not None:
        return f"/{command.qualified_name}"
    press = pressed_in(interaction)
    return type(press).__name__ if press is not None else "unknown"
