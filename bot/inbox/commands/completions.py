"""What is proposed while somebody types: what may be bid or claimed now, the games and rules that there are."""

import functools
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from discord.app_commands import Choice

from bot.inbox.commands.which_table import meant
from bot.inbox.errors import tell
from bot.inbox.request import Request
from bot.outbox.reply import Interaction
from bot.screens import games_by_name
from bot.screens.bids import inputs
from bot.screens.games_by_name import Completions
from bot.screens.poker_cup import claims as claims_typed
from bot.tables.trouble import Trouble
from engine.games import AnyView

Choices = list[Choice[str]]
Completion = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]
MOST = 25
"""How many proposals Discord takes."""


def completion(work: Callable[[Request, str], Awaitable[Completions]]) -> Completion:
    """`work` as discord.py calls it: what fails is logged with a reference, and nothing is proposed."""

    @functools.wraps(work, updated=())
    async def complete(interaction: Interaction, so_far: str) -> Choices:
        try:
            offered = await work(Request(interaction), so_far)
            return [Choice(name=name, value=value) for name, value in offered[:MOST]]
        except Exception as error:
            await tell(interaction, error)
            return []

    return complete


@completion
async def bids(request: Request, what: str) -> Completions:
    """The bids that may be made now, as far as they go with what is typed."""
    return inputs.completions(await _my_view(request), what)


@completion
async def claims(request: Request, what: str) -> Completions:
    """The claims that may be made now, as far as they go with what is typed."""
    return claims_typed.completions(await _my_view(request), what)


@completion
async def games(request: Request, game: str) -> Completions:
    """The games that may be opened here: the presets, and the house rules that this server keeps."""
    return games_by_name.completions(await request.services.house_rules.of(request.guild or 0), game)


@completion
async def rules_kept(request: Request, name: str) -> Completions:
    """The house rules that this server keeps."""
    return games_by_name.of_names(await request.services.house_rules.of(request.guild or 0), name)


async def _my_view(request: Request) -> AnyView | None:
    """What the person who types sees of their one table; None for an onlooker."""
    try:
        tables = await meant(request)
    except Trouble:
        return None
    seen = await request.see(tables[0].id)
    return seen.view if seen.seat is not None else None
