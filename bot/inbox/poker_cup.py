"""Handle requests in the poker cup: `/claim`, `/cup`, and the presses in players' windows.

Everybody sees that a player has used the cup. Only the player sees the dice.
"""

import asyncio
from collections.abc import Callable, Sequence

from discord import app_commands

from bot.inbox import game
from bot.inbox.commands import completion, moves_proposed, press_at_table, press_what_is_typed, tables_meant
from bot.inbox.dispatcher import on, wake
from bot.inbox.errors import note_outcome, outcome_of
from bot.inbox.game import own_view, reopen_window, turned_view
from bot.inbox.request import Request
from bot.inbox.services import Interaction
from bot.presses import poker_cup as p
from bot.presses.base import ANY_VERSION, Press
from bot.presses.game import ShowDice
from bot.presses.poker_cup import CupMove
from bot.screens.families.poker_cup import claims as claims_typed
from bot.screens.families.poker_cup.claims import typed_claim, typed_dice
from bot.screens.families.poker_cup.ranking import spoken
from bot.screens.families.presenters import presenter
from bot.screens.pages.named_rules import Completions
from bot.tables.model import TableView
from bot.tables.trouble import Code, Trouble
from bot.words.language import N_
from engine.core.refusals import Refused


@on(CupMove)
async def play(request: Request, press: CupMove) -> None:
    """Make a move with the cup, and show its result in the player's window. If no window is open, open one.

    If the pressed window is outdated, do not make the move, and redraw the window.
    """
    await reopen_window(request, press.table)
    try:
        await request.tables.moves.act(press.table, request.user, press.actions(), request.key, press.version or None)
    except Trouble as trouble:
        if trouble.code is not Code.STALE_PANEL or not request.is_in_window:
            raise
        await _open(request, press.table)  # nothing is saved; people without a seat are refused
        note_outcome(request.interaction, outcome_of(trouble))
        await wake(request, press)
        return
    if isinstance(press, p.Arranging) and press.marked and (message := request.interaction.message) is not None:
        request.services.announcer.windows.turn(message.id, turned_view(request, press, press.version + 1))
    if request.is_command:
        await _open_what_is_saved(request, press.table)
    await request.show(press.table)
    if not request.is_command and not request.is_in_window:
        await _open_what_is_saved(request, press.table)


async def _open(request: Request, table: int) -> None:
    """Open the person's window on the table. Raises `Trouble` if they have no seat, or if the game has not begun."""
    await request.open_window(table, own_view(request))


async def _open_what_is_saved(request: Request, table: int) -> None:
    """Open the person's window after a move. Raises `Unshown` if that fails, because the move is already saved."""
    with request.saved():
        await _open(request, table)


@on(p.AskToBlame)
async def ask_to_blame(request: Request, press: p.AskToBlame) -> None:
    """Ask the player who was caught whether to blame the pass (K15). Other people are refused as for the move."""
    seen = await request.see(press.table)
    shown = presenter(seen.view) if seen.view is not None else None
    is_current = press.version == ANY_VERSION or seen.still_asks(press.version)
    question = shown.asked_first(seen, seen.view, press) if shown is not None and is_current else None
    if question is not None:
        await request.say_in_passing(question.parts)
        return
    await game.play(request, press.surely())


@completion
async def claims_proposed(request: Request, what: str) -> Completions:
    """Return suggestions for `/claim`: the possible claims that begin with the text typed so far."""
    return await moves_proposed(request, claims_typed.completions, typed_claim, what)


ACTS: dict[str, Callable[[int, str], Press]] = {
    "show": lambda table, _dice: ShowDice(table),
    "peek": lambda table, _dice: p.PeekUnder(table, ANY_VERSION),
    "pull out": lambda table, dice: p.PullOut(table, ANY_VERSION, typed_dice(dice)),
    "put under": lambda table, dice: p.PutUnder(table, ANY_VERSION, typed_dice(dice)),
    "roll": lambda table, dice: p.RollDice(table, ANY_VERSION, typed_dice(dice)),
    "shake": lambda table, _dice: p.ShakeCup(table, ANY_VERSION, looks=True),
    "shake unseen": lambda table, _dice: p.ShakeCup(table, ANY_VERSION, looks=False),
    "look": lambda table, _dice: p.LookUnder(table, ANY_VERSION),
    "give up": lambda table, _dice: p.GiveUpRound(table, ANY_VERSION),
    "protest": lambda table, _dice: p.AskToBlame(table, ANY_VERSION),
}
"""Maps each word that can be chosen in `/cup` to a function that makes the press from a table's id and typed dice."""


@app_commands.command(description=N_("Claim and pass the cup on; if you haven’t peeked or rolled, that’s blind."))
@app_commands.describe(what=N_("pair of twos, threes full of twos; in Mia: 43, double fives, Mia"))
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def claim(interaction: Interaction, what: str) -> None:
    """Handle `/claim`: claim the typed hand and pass the cup on."""
    request = Request(interaction)
    seen = {table.id: await request.see(table.id) for table in await tables_meant(request)}
    # Refuse text that is not a claim before asking for the table. Reading the first claim in a language is slow,
    # so it is done in a thread.
    try:
        await asyncio.to_thread(typed_claim, 0, ANY_VERSION, what)
    except Refused as refused:
        raise _unread(request, what, [*seen.values()]) or refused from None
    await press_what_is_typed(
        request, lambda table, version: typed_claim(table.id, version, what, seen[table.id].view), claims_typed.in_words
    )


@app_commands.command(description=N_("Use the cup: peek, pull dice out, put them under, roll, shake, look."))
@app_commands.describe(
    act=N_("what to do; leave it empty to see the cup"), dice=N_("which dice, by what they show: 2 5")
)
@app_commands.choices(act=[app_commands.Choice(name=word, value=word) for word in ACTS])
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def cup(interaction: Interaction, act: str = "show", dice: str = "") -> None:
    """Handle `/cup`: do the chosen action with the cup."""
    await press_at_table(Request(interaction), lambda table: ACTS[act](table, dice))


def _unread(request: Request, what: str, tables: Sequence[TableView]) -> Trouble | None:
    """Return the refusal of a typed text that has slips of one letter, with a button for the probable claim.

    Return None if no claim is probable, or if the person has several tables.
    """
    nearest = claims_typed.meant_by_slip(what, tables[0].view) if len(tables) == 1 else None
    if nearest is None:
        return None
    request.noted.way_on = claims_typed.instead(tables[0], nearest)
    return Trouble(Code.NO_CLAIM, typed=what, nearest=spoken(nearest))


claim.autocomplete("what")(claims_proposed)
