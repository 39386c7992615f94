"""Handle `/liar` and `/bang`, which challenge a bid or a claim.

While a person types, another bid may come. The suggestion for the option `bid` therefore names the current bid, and
carries the version of the table. A call with it never challenges a newer bid, like a press on an outdated panel.
"""

import re

from discord import app_commands

from bot.inbox.commands import completion, press_at_table, tables_meant
from bot.inbox.dispatcher import handle
from bot.inbox.request import Request
from bot.inbox.services import Interaction
from bot.presses.base import ANY_VERSION
from bot.presses.game import CallLie
from bot.screens.families.presenters import presenter
from bot.screens.pages.named_rules import Completions
from bot.tables.trouble import Trouble
from bot.words.language import N_

THIS_BID = N_("which bid or claim; empty: the one that stands when your call arrives")

SUGGESTED = re.compile(r"(\d{1,18})-(\d{1,18})")
"""The value of a suggestion: the id and the version of the table."""

BEFORE_ANY_BID = 1
"""A version of every table at which nobody had bid yet."""


@completion
async def bids_to_call(request: Request, typed: str) -> Completions:
    """Return the bid or claim that the person may challenge now, if the typed text may mean it."""
    return [each for each in await _to_call(request) if typed.strip().casefold() in each[0].casefold()]


@app_commands.command(description=N_("Call Liar! on the current bid."))
@app_commands.describe(bid=THIS_BID)
@app_commands.autocomplete(bid=bids_to_call)
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def liar(interaction: Interaction, bid: str = "") -> None:
    """Handle `/liar`: challenge the current bid."""
    await _call(Request(interaction), bid)


@app_commands.command(description=N_("Call Bang! on the current bid; in Firehouse, even out of turn."))
@app_commands.describe(bid=THIS_BID)
@app_commands.autocomplete(bid=bids_to_call)
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def bang(interaction: Interaction, bid: str = "") -> None:
    """Handle `/bang`: challenge the current bid, as `/liar` does."""
    await _call(Request(interaction), bid)


async def _call(request: Request, bid: str) -> None:
    """Challenge the bid that was chosen or named, or the current one if `bid` is empty."""
    if (chosen := SUGGESTED.fullmatch(bid)) is not None:
        await handle(request, CallLie(int(chosen[1]), int(chosen[2])))
        return
    standing = await _to_call(request) if bid else []
    is_another = any(bid.strip().casefold() not in name.casefold() for name, _version in standing)
    version = BEFORE_ANY_BID if is_another else ANY_VERSION
    await press_at_table(request, lambda table: CallLie(table, version))


async def _to_call(request: Request) -> Completions:
    """Return the bid or claim that the person may challenge at their only table, with its value as a suggestion.

    Return [] if they may challenge none.
    """
    try:
        tables = await tables_meant(request)
    except Trouble:
        return []
    seen = await request.see(tables[0].id)
    shown = presenter(seen.view) if seen.view is not None else None
    if len(tables) > 1 or shown is None or not seen.is_in():
        return []
    words = shown.to_call(seen, seen.view)
    return [(words, f"{seen.id}-{seen.version}")] if words else []
