"""Detect whether other messages in a channel have pushed one of the bot's messages up."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import discord

from bot.tables.pending import PanelRef

MOVES_EVERY = 60.0
"""The least number of seconds between two posts of a buried panel."""

MOST_CHANNELS = 50_000
"""The most channels that are remembered; the least recently used ones are dropped first."""


class Buried:
    """The newest message of the bot and the newest message of anybody else in each channel, as far as the bot knows.

    The bot's own messages never bury a panel. The bot receives no message events. However, Discord sends a partial
    channel with every interaction, and the `last_message_id` of that channel is current. discord.py replaces the
    channel with a cached one, whose `last_message_id` is never updated without message events. Therefore this class
    reads the raw interaction.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        """Set up without messages. `now()` returns the time as an aware datetime."""
        self._now = now
        self._others: OrderedDict[int, int] = OrderedDict()
        self._ours: OrderedDict[int, int] = OrderedDict()

    def heard(self, interaction: Mapping[str, Any]) -> None:
        """Read the newest message of a channel from a raw interaction."""
        channel = interaction.get("channel") or {}
        where, last = int(channel.get("id") or 0), int(channel.get("last_message_id") or 0)
        if last > self._ours.get(where, 0):
            _keep(self._others, where, max(last, self._others.get(where, 0)))

    def posted(self, channel: int, message: int) -> None:
        """Record a message that the bot has posted, public or private.

        An interaction may have reported it already as a message of somebody else.
        """
        _keep(self._ours, channel, max(message, self._ours.get(channel, 0)))
        if self._others.get(channel) == message:
            del self._others[channel]

    def is_to_move(self, panel: PanelRef) -> bool:
        """Return whether a panel is buried and was posted at least `MOVES_EVERY` seconds ago."""
        stands = self._now() - discord.utils.snowflake_time(panel.message)
        return stands.total_seconds() >= MOVES_EVERY and self.is_buried(panel.channel, panel.message)

    def is_buried(self, channel: int, message: int) -> bool:
        """Return whether, as far as the bot knows, somebody else has posted below this message."""
        return self._others.get(channel, 0) > message


def _keep(known: OrderedDict[int, int], key: int, value: int) -> None:
    known[key] = value
    known.move_to_end(key)
    if len(known) > MOST_CHANNELS:
        known.popitem(last=False)
