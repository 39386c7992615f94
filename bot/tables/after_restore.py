"""Resets tables after a backup is restored.

Discord may still show moves that are newer than the backup.
"""

from datetime import datetime
from functools import partial

from bot.settings import CannotStart
from bot.storage import Connection, event_rows, ids, table_rows
from bot.storage.store import Store
from bot.tables import encoding
from bot.tables.changes import Changes
from bot.tables.table import Table
from engine import games

AHEAD = 100_000
"""The number that is added to the version of each table. A table gains fewer versions than this between a backup and
its restoration, so no button from that period remains valid.
"""
LEFT_OUT = 1_000_000
"""The ids of each database table that are not used after a restoration.

Rows that were added after the backup had some of these ids. Discord may still show buttons with them.
"""
NO_FOLD = (
    "The backup is restored, but these tables in play are not what their events say, and may not go on: {tables}. "
    "Restore an older backup, or let who manages the server end them."
)


async def reset_after_restore(store: Store, now: datetime) -> None:
    """Mark every lobby and every running game to be posted again in its channel, and make its old buttons invalid.

    New rows get ids that no row had before, not even a row that is newer than the backup.

    People who have to act get their full time again. Raises `CannotStart` if the stored state of a game differs from
    the result of applying its events in order.
    """
    changes = Changes(store, lambda: now)
    await store.write(partial(ids.skip, many=LEFT_OUT))

    def begin(connection: Connection, table_id: int) -> bool:
        table = changes.loader.load(connection, table_id)
        table.row.version += AHEAD
        table.annotate(asked_from=table.row.version, call=None)
        marks = table.row.marks
        marks.panel_channel = marks.panel_message = marks.panel_version = None
        marks.since, marks.tries, marks.not_before = None, 0, None
        changes.next_due(table)
        table.save(connection)
        return _is_fold(connection, table)

    live = await store.read(table_rows.live)
    if torn := [str(table_id) for table_id in live if not await store.write(partial(begin, table_id=table_id))]:
        raise CannotStart(NO_FOLD.format(tables=", ".join(torn)))


def _is_fold(connection: Connection, table: Table) -> bool:
    """Return whether a table's stored events are complete, and whether applying them in order gives its stored game.

    Return True if no game has begun.
    """
    if table.game is None:
        return True
    stored = event_rows.events(connection, table.row.id)
    if [each.seq for each in stored] != list(range(1, table.row.seq + 1)):
        return False
    game = games.initial(table.setup.rules(), len(table.seats))
    for event in stored:
        game = games.evolve(game, encoding.event(event))
    return game == table.game
