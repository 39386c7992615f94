"""Private boxes that several presses on a public message share, such as a person's guesses at a table.

A box is edited with the token of the press that opened it. This does not count against the bot's rate limits, and works
for a quarter of an hour. Boxes are kept in memory only. After a restart, the next press opens another box.
"""

from collections import OrderedDict

from bot.outbox import reply
from bot.outbox.answer import Answer
from bot.outbox.failures import TROUBLE
from bot.outbox.render import layout
from bot.outbox.waiting import in_background
from bot.screens.elements.cards import Ephemeral

MOST = 2_000
"""The number of boxes that are remembered; the oldest are dropped first."""


class Boxes:
    """The open boxes, by table and reader."""

    def __init__(self) -> None:
        self._open: OrderedDict[tuple[int, int], tuple[Answer, int]] = OrderedDict()

    def __repr__(self) -> str:
        return f"Boxes({len(self._open)})"

    def keep(self, table: int, by: Answer, message: int) -> None:
        """Record `message`, a private message of this answer, as its reader's box at a table."""
        self._open[table, by.user] = by, message
        self._open.move_to_end((table, by.user))
        while len(self._open) > MOST:
            self._open.popitem(last=False)

    def close(self, table: int) -> None:
        """Begin to delete all boxes at a table, because its round is over."""
        for key in [key for key in self._open if key[0] == table]:
            by, message = self._open.pop(key)
            if not by.token.has_expired:
                in_background(reply.take_back(by, message))

    async def change(self, table: int, user: int, shown: Ephemeral) -> bool:
        """Show something new in a person's box at a table. Return False if there is no box that can be edited."""
        found = self._open.get((table, user))
        if found is None:
            return False
        by, message = found
        if not by.token.has_expired:
            try:
                await reply.surely(lambda: reply.change(by, message, layout(shown.parts)))
            except TROUBLE:
                pass
            else:
                return True
        self._open.pop((table, user), None)
        return False
