"""Handle requests about computer players (adding and removing them, their level, their talk) and about hints."""

from discord import app_commands
from discord.app_commands import Choice
from msgspec.structs import replace

from bot.inbox.commands import press_at_table
from bot.inbox.dispatcher import on
from bot.inbox.request import Request
from bot.inbox.services import Interaction
from bot.presses.base import Press
from bot.presses.lobby import (
    AddCharacter,
    AddComputer,
    ChooseLevel,
    HushComputers,
    OpenComputers,
    RemoveComputer,
    ShowAdvice,
    TakeOut,
)
from bot.screens.table import computers, more
from bot.tables.model import TableView
from bot.words.language import N_
from engine.core.characters import CHARACTERS, Level


@on(AddComputer)
async def add_computer(request: Request, press: AddComputer) -> None:
    """Add the next computer player to the lobby."""
    await request.tables.lobbies.add_computer(press.table, request.who, request.key)
    await request.show(press.table)


@on(OpenComputers)
async def open_computers(request: Request, press: OpenComputers) -> None:
    """Show the page of computer players."""
    table = await request.tables.lobbies.still_open(press.table)
    await request.update(computers.page(table), table.id)


@on(ChooseLevel)
async def choose_level(request: Request, press: ChooseLevel) -> None:
    """Set the level of the computer players that sit down from now on. Only the host may do this."""
    before = await request.tables.lobbies.still_open(press.table)
    setup = replace(before.setup, level=press.level)
    table = await request.tables.lobbies.change(press.table, request.who, setup, request.key)
    await _show(request, table)


@on(AddCharacter)
async def add_character(request: Request, press: AddCharacter) -> None:
    """Add the chosen computer player, and show it on the page and in the lobby."""
    name = next((name for name, each in CHARACTERS.items() if each.word() == press.who), press.who)
    table = await request.tables.lobbies.add_computer(press.table, request.who, request.key, name)
    await _show(request, table)


@on(RemoveComputer)
async def remove_computer(request: Request, press: RemoveComputer) -> None:
    """Remove the computer player that joined the lobby last."""
    await request.tables.lobbies.remove_computer(press.table, request.who, request.key)
    await request.show(press.table)


@on(TakeOut)
async def take_out(request: Request, press: TakeOut) -> None:
    """Take a computer player out of the lobby, and show the page More without it."""
    table = await request.tables.lobbies.remove_computer(press.table, request.who, request.key, press.who)
    page = more.more(table, request.user, request.may_manage, request.services.usernames.handle)
    await request.update_and_show(page.parts, table.id, is_lobby=True)


@on(HushComputers)
async def hush_computers(request: Request, press: HushComputers) -> None:
    """Set whether the computer players are silent. Only the host may do this."""
    before = await request.tables.lobbies.still_open(press.table)
    setup = replace(before.setup, quiet=press.quiet)
    await _show(request, await request.tables.lobbies.change(press.table, request.who, setup, request.key))


@on(ShowAdvice)
async def show_advice(request: Request, press: ShowAdvice) -> None:
    """Set whether everybody sees the best move. Only the host may do this. A game with such hints is not rated."""
    before = await request.tables.lobbies.still_open(press.table)
    setup = replace(before.setup, advice=press.shown)
    await _show(request, await request.tables.lobbies.change(press.table, request.who, setup, request.key))


async def _show(request: Request, table: TableView) -> None:
    """Show the changed lobby, and also the page of computer players if the press was made there."""
    if request.is_in_window:
        await request.update_and_show(computers.page(table), table.id, is_lobby=True)
    else:
        await request.show(table.id)


LEVELS = {"easy": Level.EASY, "medium": Level.GOOD, "hard": Level.STRONG}
"""The levels of computer players, by the words in the command."""


@app_commands.command(description=N_("Add a computer player while the table is filling up."))
@app_commands.describe(
    who=N_("somebody you’d like to play against"), level=N_("how good new computer players are (host only)")
)
@app_commands.choices(
    who=[Choice(name=name, value=each.word()) for name, each in CHARACTERS.items()],
    level=[Choice(name=name, value=level.value) for name, level in LEVELS.items()],
)
async def computer(interaction: Interaction, who: str = "", level: str = "") -> None:
    """Handle `/table computer`: add a computer player, or set the level of the next ones."""

    def wanted(table: int) -> Press:
        if level:
            return ChooseLevel(table, Level(level))
        return AddCharacter(table, who) if who else AddComputer(table)

    await press_at_table(Request(interaction), wanted)
