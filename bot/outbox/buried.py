"""Whether other people's chat has buried a message: the bot reads none, but each press tells the channel's last one.

Discord sends a partial channel with every interaction, whose `last_message_id` is of that moment. discord.py puts its
cached channel in its place, where that number stands still without message events: so it is read on its way in.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import discord

from bot.tables.pending import PanelRef

MOVES_EVERY = 60.0
"""Seconds after which a panel that chat has buried is posted anew at the earliest."""
MOST = 50_000
"""Channels, and messages of ours, remembered at once; the ones unused for longest go first."""


class Buried:
    """By channel, the newest message of somebody else that was seen as its last one; ours bury nothing."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        """`now` gives aware moments."""
        self._now = now
        self._others: OrderedDict[int, int] = OrderedDict()
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
        where, last = int(channel.get("id") or 0), int(channel.get("last_message_id") or 0)
        if last and last not in self._ours:
            _keep(self._others, where, max(last, self._others.get(where, 0)))

    def posted(self, channel: int, message: int) -> None:
        """We have posted, or said something to one person; a press may have told of it before."""
        _keep(self._ours, message, channel)
        if self._others.get(channel) == message:
            del self._others[channel]

    def is_to_move(self, panel: PanelRef) -> bool:
        """Whether a panel is buried, and stands where it is for long enough."""
        stands = self._now() - discord.utils.snowflake_time(panel.message)
        return stands.total_seconds() >= MOVES_EVERY and self.is_buried(panel.channel, panel.message)

    def is_buried(self, channel: int, message: int) -> bool:
        """Whether somebody else's message stands below this one, as far as is known."""
        return self._others.get(channel, 0) > message


def buried_of(client: discord.Client) -> Buried:
    """What a client knows of its channels."""
    found = client.buried  # type: ignore[attr-defined] # app.Bot has it
    assert isinstance(found, Buried)
    return found


def _keep(known: OrderedDict[int, int], key: int, value: int) -> None:
    known[key] = value
    known.move_to_end(key)
    if len(known) > MOST:
        known.popitem(last=False)
