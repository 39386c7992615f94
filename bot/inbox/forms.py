"""The forms: any other bid, and the host's options."""

from collections.abc import Awaitable, Callable

import msgspec

from bot.inbox import game
from bot.inbox.asker import key, who
from bot.inbox.house import house_of
from bot.outbox.interaction import Interaction
from bot.outbox.render import modal
from bot.outbox.reply import patiently
from bot.screens import lobby as lobby_screen
from bot.screens import table as table_screen
from bot.screens.ids import Press
from bot.tables.model import Code, Trouble
from bot.words.reading import read_face, read_quantity
from engine.common_hand.actions import Bid
from engine.common_hand.view import View
from engine.core.refusals import Refused, Why


async def other_bid(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """Other bid."""
    seen = await house_of(interaction).tables.looking.see(press.table, interaction.user.id)
    if not isinstance(seen.view, View) or seen.seat is None:
        raise Trouble(Code.NOT_SEATED)
    if press.version != seen.table.version:
        raise Trouble(Code.STALE_PANEL)
    if not seen.view.legal.may_bid():
        raise Refused(Why.NOT_YOUR_TURN, turn=seen.view.turn)
    form = table_screen.other_bid(seen.table, seen.view, interaction.user.id)
    await interaction.response.send_modal(modal(form))


async def options(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """Options, for the host."""
    table = await house_of(interaction).tables.looking.table(press.table)
    if table.host.id != interaction.user.id:
        raise Trouble(Code.NOT_HOST, host=table.host.name)
    await interaction.response.send_modal(modal(lobby_screen.options(table, interaction.user.id)))


class Filled(msgspec.Struct, frozen=True):
    """A form that was sent: what it was about, and by field what was typed or chosen."""

    press: Press
    fields: dict[str, tuple[str, ...]]

    def typed(self) -> dict[str, str]:
        """The fields as words; of a menu the first choice."""
        return {name: values[0] for name, values in self.fields.items() if values}


async def bid_form(interaction: Interaction, filled: Filled) -> None:
    """Any other bid: quantity and face."""
    typed = filled.typed()
    quantity, face = read_quantity(typed.get("quantity", "")), read_face(typed.get("face", ""))
    if quantity is None or face is None:
        raise Refused(Why.NO_SUCH_QUANTITY if quantity is None else Why.NO_SUCH_FACE)
    async with patiently(interaction):
        await game.move(interaction, filled.press, Bid(quantity, face))


async def options_form(interaction: Interaction, filled: Filled) -> None:
    """The host's options."""
    house, table_id = house_of(interaction), filled.press.table
    before = (await house.tables.looking.table(table_id)).setup
    setup = lobby_screen.changed(before, filled.typed(), filled.fields)
    async with patiently(interaction):
        await house.tables.lobbies.change(table_id, who(interaction), setup, key(interaction))
        await house.announcer.show(table_id, interaction)


FORMS: dict[str, Callable[[Interaction, Filled], Awaitable[None]]] = {"bidform": bid_form, "setup": options_form}
"""What is done with a form that was sent, by the verb in its id."""
