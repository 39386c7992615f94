"""The moves of a running game. Only moves check the version of the panel they were pressed on."""

from bot.inbox.asker import key, may_manage
from bot.inbox.house import house_of
from bot.outbox.interaction import Interaction
from bot.screens.ids import Press
from engine.common_hand.actions import Bid, CallExact, Vote
from engine.core.actions import Action, Challenge, Gift, How, Quit, Settle


async def bid(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """A raise within one tap."""
    quantity, face = press.numbers()
    await move(interaction, press, Bid(quantity, face))


async def challenge(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """Liar, bang."""
    await move(interaction, press, Challenge())


async def exact(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """Exactly so many."""
    await move(interaction, press, CallExact())


async def vote(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """Believe it, or doubt it."""
    await move(interaction, press, Vote(press.rest == "1"))


async def settle(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """Paid, waived, or on the tab."""
    debtor, how = press.rest.split(".")
    await move(interaction, press, Settle(int(debtor), How(how)))


async def gift(interaction: Interaction, press: Press, values: tuple[str, ...]) -> None:
    """The winner names who takes a forfeit too."""
    await move(interaction, press, Gift(int(values[0])))


async def call_it_a_night(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """A voice for calling it quits: right from any panel, old ones too."""
    await move(interaction, Press(press.verb, press.table), Quit())


async def leave(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """Leave the table: right from any panel, old ones too."""
    house = house_of(interaction)
    await house.tables.moves.leave(press.table, interaction.user.id, key(interaction))
    await house.announcer.show(press.table, interaction)


async def end(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """End the table without a result: for its host, or who manages the server."""
    house = house_of(interaction)
    await house.tables.moves.end(press.table, interaction.user.id, key(interaction), may_manage(interaction))
    await house.announcer.show(press.table, interaction)


async def move(interaction: Interaction, press: Press, action: Action) -> None:
    """Do `action` at the table and version of `press` (version 0: whatever stands when it arrives)."""
    house = house_of(interaction)
    await house.tables.moves.act(press.table, interaction.user.id, action, key(interaction), press.version or None)
    await house.announcer.show(press.table, interaction)
