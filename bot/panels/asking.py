"""The forms: any other bid, and the host's options."""

from typing import Any
from weakref import WeakValueDictionary

from discord import ui

from bot.announce.errors import tell
from bot.announce.house import Interaction, house_of
from bot.announce.render import modal
from bot.announce.reply import patiently, whisper
from bot.names import read_face, read_quantity
from bot.panels import game
from bot.panels.asker import key, who
from bot.screens import ids, refusals
from bot.screens import lobby as lobby_screen
from bot.screens import table as table_screen
from bot.screens.ids import Press
from bot.tables.model import Code, Trouble
from engine.common_hand.actions import Bid
from engine.common_hand.view import View
from engine.refusals import Refused, Why


async def other_bid(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """Other bid."""
    seen = await house_of(interaction).tables.see(press.table, interaction.user.id)
    if not isinstance(seen.view, View) or seen.seat is None:
        raise Trouble(Code.NOT_SEATED)
    if press.version != seen.table.version:
        raise Trouble(Code.STALE_PANEL)
    if not seen.view.legal.may_bid():
        raise Refused(Why.NOT_YOUR_TURN, turn=seen.view.turn)
    form = table_screen.other_bid(seen.table, seen.view, interaction.user.id)
    await interaction.response.send_modal(modal(form, BidForm))


async def options(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """Options, for the host."""
    table = await house_of(interaction).tables.table(press.table)
    if table.host.id != interaction.user.id:
        raise Trouble(Code.NOT_HOST, host=table.host.name)
    await interaction.response.send_modal(modal(lobby_screen.options(table, interaction.user.id), OptionsForm))


_open: WeakValueDictionary[str, ui.Modal] = WeakValueDictionary()


async def forgotten(interaction: Interaction) -> None:
    """A form that was open while the bot started anew, or for too long, has no handler any more: say what to do."""
    written = str(dict(interaction.data or {}).get("custom_id", ""))
    if written not in _open and not interaction.response.is_done():
        await whisper(interaction, refusals.forgotten_form())


class Filled(ui.Modal):
    """A form that was sent; it tells what goes wrong as buttons do."""

    def __init__(self, *, title: str, custom_id: str, timeout: float | None) -> None:
        super().__init__(title=title, custom_id=custom_id, timeout=timeout)
        _open[custom_id] = self

    async def on_error(  # type: ignore[override] # a form's own signature, as discord.py calls it
        self, interaction: Interaction, error: Exception, /
    ) -> None:
        """Tell the person, not only the log."""
        await tell(interaction, error)

    def press(self) -> Press:
        """The table and version that the form was opened at."""
        press = ids.read(self.custom_id)
        assert press is not None, "our forms carry our ids"
        return press

    def typed(self) -> dict[str, str]:
        """What was typed, by field."""
        return {item.custom_id: item.value for item in self._components() if isinstance(item, ui.TextInput)}

    def chosen(self) -> dict[str, tuple[str, ...]]:
        """What was chosen, by field."""
        return {item.custom_id: tuple(item.values) for item in self._components() if isinstance(item, ui.Select)}

    def _components(self) -> list[ui.Item[Any]]:
        return [label.component for label in self.children if isinstance(label, ui.Label)]


class BidForm(Filled):
    """Any other bid: quantity and face."""

    async def on_submit(self, interaction: Interaction) -> None:
        """Make the bid."""
        quantity = read_quantity(self.typed()["quantity"])
        face = read_face(self.chosen()["face"][0])
        if quantity is None or face is None:
            raise Refused(Why.NO_SUCH_QUANTITY if quantity is None else Why.NO_SUCH_FACE)
        async with patiently(interaction):
            await game.move(interaction, self.press(), Bid(quantity, face))


class OptionsForm(Filled):
    """The host's options."""

    async def on_submit(self, interaction: Interaction) -> None:
        """Agree on them."""
        house, table_id = house_of(interaction), self.press().table
        before = (await house.tables.table(table_id)).setup
        setup = lobby_screen.changed(before, self.typed(), self.chosen())
        async with patiently(interaction):
            await house.tables.change(table_id, who(interaction), setup, key(interaction))
            await house.announcer.show(table_id, interaction)
