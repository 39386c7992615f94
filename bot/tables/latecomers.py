"""The use cases of latecomers: a wish is noted without moving the table's version, so that no move is stale."""

from collections.abc import Callable

from bot.settings import Limits
from bot.storage import Connection, personal, preferences, table_rows
from bot.tables import codec, seating
from bot.tables.changes import Changes
from bot.tables.draft import Draft
from bot.tables.limits import room_for
from bot.tables.model import TableInfo, Who


class Latecomers:
    """What people do who have no seat in the game that is played. Asking twice is asking once."""

    def __init__(self, changes: Changes, limits: Limits) -> None:
        self._changes, self._limits = changes, limits

    async def take(self, table_id: int, who: Who, seat: int) -> TableInfo:
        """Take over a computer player's seat before the next round. Raises `Trouble` for who sits at enough tables."""

        def look(connection: Connection) -> dict[int, preferences.Kept]:
            room_for(connection, self._limits, who.id)
            return preferences.brought(connection, [who.id])

        kept = await self._changes.store.read(look)
        return await self._note(table_id, who, lambda draft: seating.wait(draft, who, seat, kept[who.id].dice))

    async def wait(self, table_id: int, who: Who) -> TableInfo:
        """Sit down in the next game."""
        return await self._note(table_id, who, lambda draft: seating.wait(draft, who, None))

    async def give_up(self, table_id: int, who: Who) -> TableInfo:
        """Wait for nothing any more."""
        return await self._note(table_id, who, lambda draft: seating.give_up(draft, who.id))

    async def _note(self, table_id: int, who: Who, work: Callable[[Draft], None]) -> TableInfo:
        def transaction(connection: Connection) -> TableInfo:
            draft = self._changes.reading.load(connection, table_id)
            work(draft)
            personal.remember_name(connection, draft.row.guild, who.id, who.name)
            table_rows.patch_table(connection, table_id, waiting=codec.encode(draft.waiting))
            return draft.info()

        async with self._changes.alone(table_id):
            return await self._changes.store.write(transaction)
