"""What people press before a game and after it."""

from bot.inbox.request import Request
from bot.presses import lobby as press
from bot.screens import fairness
from bot.screens import lobby as screen


async def join(request: Request, join: press.Join) -> None:
    """Sit down; the answer says what goes into the dice by that."""
    table = await request.tables.lobbies.join(join.table, request.who, request.key)
    await request.show(table.id, fairness.brought(table, request.user))


async def stand_up(request: Request, stand: press.StandUp) -> None:
    """Leave the lobby."""
    await request.tables.lobbies.stand_up(stand.table, request.who, request.key)
    await request.show(stand.table)


async def add_computer(request: Request, add: press.AddComputer) -> None:
    """One computer player more."""
    await request.tables.lobbies.add_computer(add.table, request.who, request.key)
    await request.show(add.table)


async def remove_computer(request: Request, remove: press.RemoveComputer) -> None:
    """One computer player less."""
    await request.tables.lobbies.remove_computer(remove.table, request.who, request.key)
    await request.show(remove.table)


async def choose_variant(request: Request, choose: press.ChooseVariant) -> None:
    """Another game."""
    setup = screen.proposed(choose.variant, (await request.tables.looking.table(choose.table)).setup)
    await request.tables.lobbies.change(choose.table, request.who, setup, request.key)
    await request.show(choose.table)


async def start(request: Request, start: press.Start) -> None:
    """Begin the game."""
    await request.tables.lobbies.start(start.table, request.who, request.key)
    await request.show(start.table)


async def cancel(request: Request, cancel: press.Cancel) -> None:
    """Close the lobby."""
    await request.tables.lobbies.cancel(cancel.table, request.who, request.key, request.may_manage)
    await request.show(cancel.table)


async def rematch(request: Request, rematch: press.Rematch) -> None:
    """A new lobby with the same people."""
    table = await request.tables.lobbies.rematch(rematch.table, request.who, request.key)
    await request.show(table.id)
