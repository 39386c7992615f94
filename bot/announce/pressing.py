"""Buttons and menus that work after a restart, in any process, in old messages and in DMs."""

import re
from typing import Any, Self

import discord
from discord import ui

from bot.announce.errors import tell
from bot.announce.house import Interaction, house_of
from bot.screens import ids
from bot.screens.model import Button, Menu, Style

STYLES = {
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.MAIN: discord.ButtonStyle.primary,
    Style.GOOD: discord.ButtonStyle.success,
    Style.BAD: discord.ButtonStyle.danger,
}
MENU_PREFIX = "lm:"
"""Menus have a prefix of their own: discord.py keeps one class a pattern."""


async def _pressed(interaction: Interaction, written: str, values: tuple[str, ...]) -> None:
    """Hand a press on; whatever it raises is told, since discord.py only logs what a dynamic item raises."""
    try:
        press = ids.read(written)
        assert press is not None, "the template reads our own ids"
        await house_of(interaction).pressed(interaction, press, values)
    except Exception as error:
        await tell(interaction, error)


class PressButton(ui.DynamicItem[ui.Button[Any]], template=ids.PATTERN):
    """Any button of ours."""

    @classmethod
    async def from_custom_id(cls, _: Interaction, item: ui.Item[Any], _match: re.Match[str], /) -> Self:
        """The button that was pressed, whichever message it stands in."""
        assert isinstance(item, ui.Button)
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        """Somebody pressed it."""
        await _pressed(interaction, self.custom_id, ())


class PressMenu(ui.DynamicItem[ui.Select[Any]], template=ids.PATTERN.replace("ld:", MENU_PREFIX, 1)):
    """Any menu of ours."""

    @classmethod
    async def from_custom_id(cls, _: Interaction, item: ui.Item[Any], _match: re.Match[str], /) -> Self:
        """The menu that was used, whichever message it stands in."""
        assert isinstance(item, ui.Select)
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        """Somebody chose from it."""
        await _pressed(interaction, self.custom_id.replace(MENU_PREFIX, "ld:", 1), tuple(self.item.values))


def button(value: Button) -> ui.Item[Any]:
    """A button as Discord's."""
    if value.url:
        return ui.Button(label=value.label, url=value.url, emoji=value.emoji or None)
    return PressButton(
        ui.Button(
            label=value.label, custom_id=value.id, emoji=value.emoji or None, style=STYLES[value.style],
            disabled=value.disabled,
        )
    )  # fmt: skip


def menu(value: Menu) -> ui.Item[Any]:
    """A menu as Discord's."""
    return PressMenu(select(value, value.id.replace("ld:", MENU_PREFIX, 1)))


def select(value: Menu, custom_id: str) -> ui.Select[Any]:
    """The bare menu, which a form takes too."""
    options = [
        discord.SelectOption(
            label=choice.label[:100], value=choice.value, description=choice.about[:100] or None,
            emoji=choice.emoji or None, default=choice.chosen,
        )
        for choice in value.choices
    ]  # fmt: skip
    return ui.Select(
        custom_id=custom_id, placeholder=value.hint[:150] or None, options=options,
        min_values=value.least, max_values=min(value.most, len(options)),
    )  # fmt: skip


DYNAMIC_ITEMS: tuple[type[ui.DynamicItem[Any]], ...] = (PressButton, PressMenu)
