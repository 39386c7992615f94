"""What people press before a game and after it."""

from bot.inbox.handlers import on
from bot.inbox.opening import admitted
from bot.inbox.request import Request
from bot.presses.lobby import (
    AddComputer,
    Cancel,
    ChooseHouseRule,
    ChooseVariant,
    Join,
    OpenHouseRule,
    OpenHouseRules,
    Rematch,
    RemoveComputer,
    SendHouseRule,
    StandUp,
    Start,
)
from bot.screens import fairness, options
from bot.screens import house_rules as house_rules_screen


@on(Join)
async def join(request: Request, press: Join) -> None:
    """Sit down; the answer says what goes into the dice by that."""
    table = await request.tables.lobbies.join(press.table, request.who, request.key)
    await request.show(table.id, fairness.brought(table, request.user))


@on(StandUp)
async def stand_up(request: Request, press: StandUp) -> None:
    """Leave the lobby."""
    await request.tables.lobbies.stand_up(press.table, request.who, request.key)
    await request.show(press.table)


@on(AddComputer)
async def add_computer(request: Request, press: AddComputer) -> None:
    """One computer player more."""
    await request.tables.lobbies.add_computer(press.table, request.who, request.key)
    await request.show(press.table)


@on(RemoveComputer)
async def remove_computer(request: Request, press: RemoveComputer) -> None:
    """One computer player less."""
    await request.tables.lobbies.remove_computer(press.table, request.who, request.key)
    await request.show(press.table)


@on(ChooseVariant)
async def choose_variant(request: Request, press: ChooseVariant) -> None:
    """Another game."""
    setup = options.proposed(press.variant, (await request.tables.looking.table(press.table)).setup)
    await request.tables.lobbies.change(press.table, request.who, setup, request.key)
    await request.show(press.table)


@on(OpenHouseRules)
async def open_house_rules(request: Request, press: OpenHouseRules) -> None:
    """A page of house rules, for whoever wants to read or, as the host, to choose."""
    table = await request.tables.lobbies.still_open(press.table)
    await request.turn(house_rules_screen.page(table, press.page))


@on(ChooseHouseRule)
async def choose_house_rule(request: Request, press: ChooseHouseRule) -> None:
    """A house rule as the host wants it; the page and the lobby say so."""
    before = await request.tables.lobbies.still_open(press.table)
    setup, page = house_rules_screen.chosen(before, press.option, press.value)
    table = await request.tables.lobbies.change(press.table, request.who, setup, request.key)
    await request.turn_and_show(house_rules_screen.page(table, page), table.id)


@on(OpenHouseRule)
async def open_house_rule(request: Request, press: OpenHouseRule) -> None:
    """Ask the host for a value that is not among those offered."""
    table = await request.tables.lobbies.hosted(press.table, request.user)
    await request.open(house_rules_screen.form(table, press.option))


@on(SendHouseRule)
async def send_house_rule(request: Request, press: SendHouseRule) -> None:
    """A house rule as the host typed it; the page and the lobby say so."""
    typed = request.typed()
    before = await request.tables.lobbies.still_open(press.table)
    setup, page = house_rules_screen.written(before, press.option, typed.get(press.option, ""))
    table = await request.tables.lobbies.change(press.table, request.who, setup, request.key)
    await request.turn_and_show(house_rules_screen.page(table, page), table.id)


@on(Start)
async def start(request: Request, press: Start) -> None:
    """Begin the game."""
    await request.tables.lobbies.start(press.table, request.who, request.key)
    await request.show(press.table)


@on(Cancel)
async def cancel(request: Request, press: Cancel) -> None:
    """Close the lobby."""
    await request.tables.lobbies.cancel(press.table, request.who, request.key, request.may_manage)
    await request.show(press.table)


@on(Rematch)
async def rematch(request: Request, press: Rematch) -> None:
    """A new lobby with the same people."""
    settings = await admitted(request)
    table = await request.tables.lobbies.rematch(press.table, request.who, request.key, settings.stakes)
    await request.show(table.id)
