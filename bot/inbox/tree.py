"""The slash commands, in the order in which Discord lists them. Importing this module registers all handlers."""

from collections.abc import Sequence
from typing import Any

from discord import app_commands

import bot.inbox.guesses  # noqa: F401 - registers a handler
from bot.inbox.bids import bid, exact
from bot.inbox.boards import leaderboard, season
from bot.inbox.calling import bang, liar
from bot.inbox.dispatcher import Dispatcher
from bot.inbox.errors import explain
from bot.inbox.forfeits import forfeits
from bot.inbox.game import believe, dice, doubt
from bot.inbox.house_rules import saved_rules
from bot.inbox.learning import help_, learn
from bot.inbox.me import me
from bot.inbox.opening import play
from bot.inbox.poker_cup import claim, cup
from bot.inbox.privacy import privacy
from bot.inbox.profiles import profile
from bot.inbox.puzzles import puzzle
from bot.inbox.replays import history
from bot.inbox.services import Client, Interaction
from bot.inbox.settings import settings
from bot.inbox.table import table
from bot.outbox.internals import GuardedTree


class Commands(GuardedTree[Client]):
    """The command tree. The dispatcher decides whether a command's request is accepted."""

    def __init__(self, client: Client, dispatcher: Dispatcher) -> None:
        super().__init__(client)
        self._dispatcher = dispatcher

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return whether the dispatcher accepts the request."""
        return await self._dispatcher.admit(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Explain to the person why their command failed."""
        await explain(interaction, error)


COMMANDS: Sequence[app_commands.Command[Any, ..., Any] | app_commands.Group] = (
    play,
    learn,
    bid,
    liar,
    bang,
    exact,
    believe,
    doubt,
    claim,
    cup,
    dice,
    table,
    leaderboard,
    profile,
    forfeits,
    history,
    puzzle,
    help_,
    settings,
    me,
    privacy,
)


table.add_command(saved_rules)
settings.add_command(season)


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    """Add all commands to the command tree."""
    for command in COMMANDS:
        tree.add_command(command)
