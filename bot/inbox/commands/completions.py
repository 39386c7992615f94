"""What is proposed while somebody types /bid: only what may be bid now."""

import functools
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from discord.app_commands import Choice

from bot.inbox.commands.which_table import meant
from bot.inbox.errors import tell
from bot.inbox.request import Request
from bot.outbox.interaction import Interaction
from bot.screens.common_hand import bids
from bot.tables.model import Trouble
from engine.games import AnyView

Choices = list[Choice[str]]
Completion = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]
MOST = 25
"""How many proposals Discord takes."""


def completion(work: Callable[[Request, str], Awaitable[bids.Completions]]) -> Completion:
    """`work` as discord.py calls it: what fails is logged with a reference, and nothing is proposed."""

    @functools.wraps(work, updated=())
    async def complete(interaction: Interaction, typed: str) -> Choices:
        try:
            offered = await work(Request(interaction), typed)
            return [Choice(name=name, value=value) for name, value in offered[:MOST]]
        except Exception as error:
            await tell(interaction, error)
            return []

    return complete


@completion
async def faces(request: Request, typed: str) -> bids.Completions:
    """The faces that may be bid now, with the least quantity of each."""
    return bids.faces(await _my_view(request), typed)


@completion
async def quantities(request: Request, typed: str) -> bids.Completions:
    """Quantities that may be bid now, from the least on."""
    face = str(getattr(request.interaction.namespace, "face", "") or "")
    return bids.quantities(await _my_view(request), face, typed)


async def _my_view(request: Request) -> AnyView | None:
    """What the person who types sees of their one table; None for an onlooker."""
    try:
        tables = await meant(request)
    except Trouble:
        return None
    seen = await request.tables.looking.see(tables[0].id, request.user)
    return seen.view if seen.seat is not None else None
