"""Code that commands share: finding the table that a command is about, the choice of games, and autocompletion."""

import asyncio
import functools
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from discord import app_commands
from discord.app_commands import Choice

from bot.inbox.dispatcher import handle
from bot.inbox.errors import explain
from bot.inbox.request import Request
from bot.inbox.services import Interaction
from bot.presses.base import ANY_VERSION, Press
from bot.screens.families import variants
from bot.screens.pages.named_rules import Completions
from bot.screens.table import seats as screen
from bot.tables.model import TableView
from bot.tables.trouble import Code, Trouble
from engine.core.refusals import Refused
from engine.games import AnyView


async def press_at_table(request: Request, wanted: Callable[[int], Press]) -> None:
    """Carry out a command as a press at its table, or ask which table if there are several.

    `wanted` returns the press for a table's id.
    """
    tables = await tables_meant(request)
    if len(tables) > 1:
        await request.reply_ephemeral(screen.which_table(tables, wanted))
    else:
        await handle(request, wanted(tables[0].id))


async def tables_meant(request: Request) -> tuple[TableView, ...]:
    """Return the tables that a command may be about: the channel's table, or in a DM all tables of the person.

    Raises `Trouble` if there is none.
    """
    if request.guild is None:
        found = await request.tables.queries.of(request.user)
    else:
        here = await request.tables.queries.at(request.channel)
        found = (here,) if here is not None else ()
    if not found:
        is_learning = request.services.lessons.has(request.user, request.channel)
        raise Trouble(Code.IN_A_LESSON if is_learning else Code.NO_TABLE)
    return found


Meant = TypeVar("Meant", bound=Press)


async def press_what_is_typed(
    request: Request, wanted: Callable[[TableView, int], tuple[Meant, ...]], in_words: Callable[[Meant], str]
) -> None:
    """Make the move that a person typed. If the table or the move is ambiguous, ask which one they mean.

    `wanted` takes a table and a version, and returns the presses that the text may mean. `in_words` describes such a
    press. Raises `Trouble` if the person has several tables and the text may mean two moves.
    """
    tables = await tables_meant(request)
    if len(tables) > 1:
        found = {table.id: wanted(table, ANY_VERSION) for table in tables}
        unclear = next((said for said in found.values() if len(said) > 1), None)
        if unclear is not None:
            raise Trouble(Code.UNCLEAR, first=in_words(unclear[0]), second=in_words(unclear[1]))
        await request.reply_ephemeral(screen.which_table(tables, lambda table: found[table][0]))
        return
    (table,) = tables
    meant = wanted(table, ANY_VERSION)
    if len(meant) == 1:
        await handle(request, meant[0])
    else:  # with the version, so that an outdated answer makes no move
        asked = wanted(table, table.version)
        await request.reply_ephemeral(screen.which_meant([(in_words(press), press) for press in asked]))


Choices = list[Choice[str]]

Completion = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]

MOST = 25
"""The most suggestions that Discord accepts for one option."""


def completion(work: Callable[[Request, str], Awaitable[Completions]]) -> Completion:
    """Turn `work` into an autocompletion for discord.py. If it fails, log the error and suggest nothing."""

    @functools.wraps(work, updated=())
    async def complete(interaction: Interaction, so_far: str) -> Choices:
        try:
            offered = await work(Request(interaction), so_far)
            return [Choice(name=name, value=value) for name, value in offered[:MOST]]
        except Exception as error:
            await explain(interaction, error)
            return []

    return complete


async def moves_proposed(
    request: Request,
    completions: Callable[[AnyView | None, str], Completions],
    read: Callable[[int, int, str], object],
    what: str,
) -> Completions:
    """Return suggestions for a typed move: the `completions` of `what` in the game that the person sees.

    A person in a lesson here gets a whole move as its own suggestion. The lesson takes no typed moves, and answers that
    to the person who sends one. `read` raises `Trouble` or `Refused` for a text that is no move.
    """
    found = await asyncio.to_thread(completions, await _view_of_person(request), what)
    if found or not request.services.lessons.has(request.user, request.channel):
        return found
    try:
        await asyncio.to_thread(read, 0, ANY_VERSION, what)
    except (Trouble, Refused):
        return []
    return [(what, what)]


async def _view_of_person(request: Request) -> AnyView | None:
    """Return the game as the typing person sees it from their seat, or None if they have no seat."""
    try:
        tables = await tables_meant(request)
    except Trouble:
        return None
    seen = await request.see(tables[0].id)
    return seen.view if seen.seat is not None else None


GAMES = [app_commands.Choice(name=variants.wording(name).title, value=name) for name in variants.offered()]
