"""The menus of messages in which somebody has chosen: each of them gets a fresh id when its message is edited.

Discord shows a choice until its message is edited with a menu of another id. Meanwhile the same choice sends nothing.
"""

from collections import OrderedDict
from typing import Any

import discord
from discord import ui

from bot.presses.codec import plain_id, renewed

MOST = 5_000
"""The number of messages remembered; the oldest are dropped first."""


AnyMenu = ui.Select[Any] | ui.UserSelect[Any] | ui.ChannelSelect[Any]


def menus_of(shown: ui.LayoutView) -> list[AnyMenu]:
    """Return the menus of a message."""
    return [item for item in shown.walk_children() if isinstance(item, ui.Select | ui.UserSelect | ui.ChannelSelect)]


class Menus:
    """The fresh ids of menus, by their message and their id without a renewal."""

    def __init__(self) -> None:
        self._fresh: OrderedDict[int, dict[str, str]] = OrderedDict()
        self._owed: set[int] = set()

    def noted(self, interaction: discord.Interaction[Any]) -> str:
        """Record somebody's choice in a menu, and return the menu's id; "" for any other interaction."""
        data: dict[str, Any] = dict(interaction.data or {})
        message, is_component = interaction.message, interaction.type is discord.InteractionType.component
        if message is None or not is_component or "values" not in data:
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
        """Return whether a menu of this message was chosen from, and the message was not edited since."""
        return message in self._owed

    def renew(self, message: int, shown: object) -> None:
        """Give the menus of what a message will show their fresh ids."""
        fresh = self._fresh.get(message)
        if fresh is None or not isinstance(shown, ui.LayoutView):
            return
        for menu in menus_of(shown):
            menu.custom_id = fresh.get(plain_id(menu.custom_id), menu.custom_id)
        self._owed.discard(message)
