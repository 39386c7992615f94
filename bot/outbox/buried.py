"""Whether other people's chat has buried a message: the bot reads none, but each press tells the channel's last one.

Discord sends a partial channel with every interaction, whose `last_message_id` is of that moment. discord.py puts its
cached channel in its place, where that number stands still without message events: so it is read on its way in.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

import discord

MOST = 50_000
"""Channels remembered at once; the ones silent for longest go first."""


class Buried:
    """By channel, the newest message that is known, and the newest of our own."""

    def __init__(self) -> None:
        self._newest: OrderedDict[int, int] = OrderedDict()
        self._ours: OrderedDict[int, int] = OrderedDict()

    def listen(self, client: discord.Client) -> None:
        """Read on the way in what every interaction says of its channel."""
        parsers: dict[str, Callable[[Any], None]] = client._connection.parsers  # noqa: SLF001 - see above; pinned
        before = parsers["INTERACTION_CREATE"]

        def parse(data: Mapping[str, Any]) -> None:
            self.heard(data)
            before(data)

        parsers["INTERACTION_CREATE"] = parse

    def heard(self, interaction: Mapping[str, Any]) -> None:
        """An interaction, as it came in."""
        channel = interaction.get("channel") or {}
        if channel.get("id") and channel.get("last_message_id"):
            _note(self._newest, int(channel["id"]), int(channel["last_message_id"]))

    def posted(self, channel: int, message: int) -> None:
        """We have posted: a message of our own buries nothing."""
        _note(self._ours, channel, message)

    def is_buried(self, channel: int, message: int) -> bool:
        """Whether somebody else's message stands below this one and below all of ours, as far as is known."""
        return self._newest.get(channel, 0) > max(message, self._ours.get(channel, 0))


def _note(known: OrderedDict[int, int], channel: int, message: int) -> None:
    known[channel] = max(message, known.get(channel, 0))
    known.move_to_end(channel)
    if len(known) > MOST:
        known.popitem(last=False)
