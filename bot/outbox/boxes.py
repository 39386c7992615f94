"""Private messages about a table that are deleted together: the guesses of a round, or the pages of a lobby.

A box is edited and deleted with the token of a press that showed it. This does not count against the bot's rate limits,
and works for a quarter of an hour. Boxes are kept in memory only.
"""

from collections import OrderedDict

from bot.outbox import reply
from bot.outbox.answer import Answer
from bot.outbox.failures import TROUBLE
from bot.outbox.render import layout
from bot.outbox.waiting import in_background
from bot.screens.elements.cards import Ephemeral

MOST = 2_000
"""The number of tables whose boxes are remembered; the oldest are dropped first."""


class Boxes:
    """The open boxes: the newest one of each reader at each table."""

    def __init__(self) -> None:
        self._open: OrderedDict[int, dict[int, tuple[Answer, int]]] = OrderedDict()

    def __repr__(self) -> str:
        return f"Boxes({len(self._open)} tables)"

    def keep(self, table: int, by: Answer, message: int) -> None:
        """Record `message`, a private message that this answer may edit, as its reader's box at a table.

        Begin to delete the reader's former box at this table.
        """
        boxes = self._open.setdefault(table, {})
        former = boxes.get(by.user)
        boxes[by.user] = by, message
        if former is not None and former[1] != message:
            in_background(reply.take_back(*former))
        self._open.move_to_end(table)
        while len(self._open) > MOST:
            self._open.popitem(last=False)

    def close(self, table: int) -> None:
        """Begin to delete all boxes at a table, because its round or its lobby is over."""
        for by, message in self._open.pop(table, {}).values():
            in_background(reply.take_back(by, message))

    async def change(self, table: int, user: int, shown: Ephemeral) -> bool:
        """Show something new in a person's box at a table. Return False if there is no box that can be edited."""
        found = self._open.get(table, {}).get(user)
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
        self._open.get(table, {}).pop(user, None)
        return False
