"""The slash commands: each reads its form and becomes a press, so that both ways do the same."""

from collections.abc import Sequence
from typing import Any

from discord import app_commands

from bot.inbox.commands.achievements import achievements
from bot.inbox.commands.board import forfeits, leaderboard, season
from bot.inbox.commands.cup import claim, cup
from bot.inbox.commands.game import bang, believe, bid, dice, doubt, exact, liar
from bot.inbox.commands.house_rules import houserules
from bot.inbox.commands.past import history, replay, verify
from bot.inbox.commands.preferences import me, settings
from bot.inbox.commands.privacy import privacy
from bot.inbox.commands.profile import profile, rivals
from bot.inbox.commands.table import help_, learn, play, table

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
    houserules,
    leaderboard,
    profile,
    rivals,
    season,
    forfeits,
    achievements,
    history,
    replay,
    verify,
    help_,
    settings,
    me,
    privacy,
)


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    """Put every command on the tree."""
    for command in COMMANDS:
        tree.add_command(command)


__all__ = ["add_commands"]
