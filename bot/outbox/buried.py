"""Whether chat has buried a message."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import discord

from bot.tables.pending import PanelRef

MOVES_EVERY = 60.0
"""The least seconds between two posts of a panel that chat has buried."""

MOST_CHANNELS = 50_000
"""The number of channels remembered; the least recently used are dropped first."""


class Buried:
    """The newest message of somebody else in each channel, as far as interactions have shown it, and our newest.

    Ours bury nothing. The bot reads no messages. But Discord sends a partial channel with every interaction, whose
    `last_message_id` is of that moment. discord.py replaces it by its cached channel, whose id is never updated without
    message events: so it is read on its way in.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        """`now()` returns the time as an aware datetime."""
        self._now = now
        self._others: OrderedDict[int, int] = OrderedDict()
        self._ours: OrderedDict[int, int] = OrderedDict()

    def heard(self, interaction: Mapping[str, Any]) -> None:
        """Read an interaction in its raw form."""
        channel = interaction.get("channel") or {}
        where, last = int(channel.get("id") or 0), int(channel.get("last_message_id") or 0)
        if last > self._ours.get(where, 0):
            _keep(self._others, where, max(last, self._others.get(where, 0)))

    def posted(self, channel: int, message: int) -> None:
        """Record a message of ours, public or private; an interaction may have named it already."""
        _keep(self._ours, channel, max(message, self._ours.get(channel, 0)))
        if self._others.get(channel) == message:
            del self._others[channel]

    def is_to_move(self, panel: PanelRef) -> bool:
        """Return whether a panel is buried and has been in its place for long enough."""
        stands = self._now() - discord.utils.snowflake_time(panel.message)
        return stands.total_seconds() >= MOVES_EVERY and self.is_buried(panel.channel, panel.message)

    def is_buried(self, channel: int, message: int) -> bool:
        """Return whether a message of somebody else is below this one, as far as the bot knows."""
        return self._others.get(channel, 0) > message


def _keep(known: OrderedDict[int, int], key: int, value: int) -> None:
    known[key] = value
    known.move_to_end(key)
    if len(known) > MOST_CHANNELS:
        known.popitem(last=False)
