"""The slash commands: each reads its form and becomes a press, so that both ways do the same."""

from typing import Any

from discord import app_commands

from bot.inbox.commands.board import forfeits, leaderboard
from bot.inbox.commands.moves import bang, bid, dice, liar
from bot.inbox.commands.table import play, rules, table
from bot.outbox.interaction import Interaction
from bot.outbox.language import language_of_person
from bot.words.language import speak


class Commands(app_commands.CommandTree[Any]):
    """The tree of our commands; each is answered in the language of the person who typed it."""

    async def interaction_check(self, interaction: Interaction) -> bool:
        """Everybody may type everything; it runs first, in the task of the command or completion."""
        speak(language_of_person(interaction))
        return True


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    """Put every command on the tree."""
    commands: tuple[app_commands.Command[Any, ..., Any] | app_commands.Group, ...] = (
        play, bid, liar, bang, dice, table, leaderboard, forfeits, rules,
    )  # fmt: skip
    for command in commands:
        tree.add_command(command)


__all__ = ["Commands", "add_commands"]
