"""The lobby's buttons."""

from bot.inbox.asker import key, may_manage, who
from bot.inbox.house import house_of
from bot.outbox.interaction import Interaction
from bot.screens import lobby as screen
from bot.screens.ids import Press


async def join(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """Join."""
    house = house_of(interaction)
    await house.tables.lobbies.join(press.table, who(interaction), key(interaction))
    await house.announcer.show(press.table, interaction)


async def stand_up(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """Leave the lobby."""
    house = house_of(interaction)
    await house.tables.lobbies.stand_up(press.table, who(interaction), key(interaction))
    await house.announcer.show(press.table, interaction)


async def add_computer(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """Add computer player."""
    house = house_of(interaction)
    await house.tables.lobbies.add_computer(press.table, who(interaction), key(interaction))
    await house.announcer.show(press.table, interaction)


async def remove_computer(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """Remove computer."""
    house = house_of(interaction)
    await house.tables.lobbies.remove_computer(press.table, who(interaction), key(interaction))
    await house.announcer.show(press.table, interaction)


async def start(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """Start."""
    house = house_of(interaction)
    await house.tables.lobbies.start(press.table, who(interaction), key(interaction))
    await house.announcer.show(press.table, interaction)


async def cancel(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """Cancel."""
    house = house_of(interaction)
    await house.tables.lobbies.cancel(press.table, who(interaction), key(interaction), may_manage(interaction))
    await house.announcer.show(press.table, interaction)


async def variant(interaction: Interaction, press: Press, values: tuple[str, ...]) -> None:
    """Another game."""
    house = house_of(interaction)
    setup = screen.proposed(values[0], (await house.tables.looking.table(press.table)).setup)
    await house.tables.lobbies.change(press.table, who(interaction), setup, key(interaction))
    await house.announcer.show(press.table, interaction)


async def rematch(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """Rematch: a new lobby with the same people."""
    house = house_of(interaction)
    table = await house.tables.lobbies.rematch(press.table, who(interaction), key(interaction))
    await house.announcer.show(table.id, interaction)
