"""What is proposed while somebody types /bid: only what may be bid now."""

import functools
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from discord.app_commands import Choice

from bot.inbox.commands.which_table import meant
from bot.inbox.errors import tell
from bot.inbox.request import Request
from bot.outbox.interaction import Interaction
from bot.tables.model import Trouble
from bot.words.faces import face_and_nickname
from bot.words.language import _
from bot.words.reading import read_face
from engine.common_hand.view import View

Choices = list[Choice[str]]
Completion = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]
MOST = 25
"""How many proposals Discord takes."""


def completion(work: Callable[[Request, str], Awaitable[Choices]]) -> Completion:
    """`work` as discord.py calls it: what fails is logged with a reference, and nothing is proposed."""

    @functools.wraps(work, updated=())
    async def complete(interaction: Interaction, typed: str) -> Choices:
        try:
            return (await work(Request(interaction), typed.strip().lower()))[:MOST]
        except Exception as error:
            await tell(interaction, error)
            return []

    return complete


@completion
async def faces(request: Request, typed: str) -> Choices:
    """The faces that may be bid now, with the least quantity of each."""
    seen = await _view_of_bidder(request)
    least = seen.legal.bids if seen is not None else None
    named = {face: face_and_nickname(face) for face in range(1, 7) if least is None or least[face]}
    fitting = [face for face, name in named.items() if typed in name or read_face(typed) == face]
    if least is None:
        return [Choice(name=named[face], value=str(face)) for face in fitting]
    words = _("{face}, from {n}")
    return [Choice(name=words.format(face=named[face], n=least[face]), value=str(face)) for face in fitting]


@completion
async def quantities(request: Request, typed: str) -> Choices:
    """Quantities that may be bid now, from the least on."""
    seen = await _view_of_bidder(request)
    if seen is None:
        return []
    face = read_face(str(getattr(request.interaction.namespace, "face", "") or ""))
    least = seen.legal.bids[face] if face else min(each for each in seen.legal.bids if each)
    offered = [str(many) for many in range(least or 1, seen.legal.most + 1)]
    return [Choice(name=many, value=many) for many in offered if many.startswith(typed)]


async def _view_of_bidder(request: Request) -> View | None:
    """What the person who types sees of their one table, where they may bid there."""
    try:
        tables = await meant(request)
    except Trouble:
        return None
    seen = await request.tables.looking.see(tables[0].id, request.user)
    if isinstance(seen.view, View) and seen.seat is not None and seen.view.legal.may_bid():
        return seen.view
    return None
