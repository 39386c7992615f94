"""Give a menu a fresh id after a person has made a choice in it.

Discord keeps showing the choice until the message is edited and the menu has another id. Until then, choosing the same
option again sends no interaction.
"""

from collections import OrderedDict
from typing import Any

import discord
from discord import ui

from bot.presses.codec import plain_id, renewed

MOST = 5_000
"""The most messages that are remembered; the oldest ones are dropped first."""


AnyMenu = ui.Select[Any] | ui.UserSelect[Any] | ui.RoleSelect[Any] | ui.ChannelSelect[Any]
MENUS = (ui.Select, ui.UserSelect, ui.RoleSelect, ui.ChannelSelect)


def menus_of(shown: ui.LayoutView) -> list[AnyMenu]:
    """Return the menus of a message."""
    return [item for item in shown.walk_children() if isinstance(item, MENUS)]


class Menus:
    """The fresh ids of menus, by the id of the message and by the menu's original id."""

    def __init__(self) -> None:
        self._fresh: OrderedDict[int, dict[str, str]] = OrderedDict()
        self._owed: set[int] = set()

    def noted(self, interaction: discord.Interaction[Any]) -> str:
        """Record a person's choice in a menu and return the menu's id, or "" for any other interaction."""
        data: dict[str, Any] = dict(interaction.data or {})
        message, is_component = interaction.message, interaction.type is discord.InteractionType.component
        if message is None or not is_component or "values" not in data:
            return ""
        if not message.flags.components_v2:  # a message without components has no menu, so the choice is forged
            return ""
        self._choose(message.id, menu := str(data["custom_id"]), interaction.id)
        return menu

    def _choose(self, message: int, menu: str, by: int) -> None:
        self._fresh.setdefault(message, {})[plain_id(menu)] = renewed(menu, by)
        self._fresh.move_to_end(message)
        self._owed.add(message)
        while len(self._fresh) > MOST:
            self._owed.discard(self._fresh.popitem(last=False)[0])

    def is_owed(self, message: int) -> bool:
        """Return whether a person chose from a menu of this message and the message has not been edited since."""
        return message in self._owed

    def renew(self, message: int, shown: object) -> None:
        """Give the menus in `shown`, the new content of a message, their fresh ids."""
        fresh = self._fresh.get(message)
        if fresh is None or not isinstance(shown, ui.LayoutView):
            return
        for menu in menus_of(shown):
            menu.custom_id = fresh.get(plain_id(menu.custom_id), menu.custom_id)
        self._owed.discard(message)
