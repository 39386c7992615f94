"""Reads tables without changing them."""

from collections import OrderedDict
from datetime import datetime

from bot.history import export
from bot.sharing import Sharing
from bot.storage import Connection, event_rows, kept_games, table_rows
from bot.storage.store import Store
from bot.tables import encoding
from bot.tables.duties import is_unshown
from bot.tables.memory import TableLoader
from bot.tables.model import LIVE, Place, TableView
from bot.tables.past_tables import past_table
from bot.tables.pending import Chapter, chapters
from bot.tables.table import Table
from bot.tables.trouble import Code, Trouble
from engine import games

RECENT = 400
"""The number of newest events that are read; two rounds never have more events than this."""

MOST_PLACES = 10_000
"""The most tables whose place is cached."""


class Queries:
    """Reads the tables of one store."""

    def __init__(self, store: Store, loader: TableLoader, sharing: Sharing) -> None:
        self._store, self._loader, self._sharing = store, loader, sharing
        self._places: OrderedDict[int, Place] = OrderedDict()

    async def table(self, table_id: int) -> TableView:
        """Return the table with this id. Raises `Trouble` if there is none.

        The row of a table goes some time after the end of its game. Then the table is made from the kept game.
        """
        return (await self._look(table_id)).info()

    async def place(self, table_id: int) -> Place:
        """Return the place of a table, which never changes. Raises `Trouble` if there is no such table."""
        if table_id not in self._places:
            self._places[table_id] = (await self.table(table_id)).place
            while len(self._places) > MOST_PLACES:
                self._places.popitem(last=False)
        return self._places[table_id]

    async def at(self, channel: int) -> TableView | None:
        """Return the lobby or the running game in a channel, or None if there is neither."""
        row = await self._store.read(lambda c: table_rows.live_table(c, channel))
        return self._loader.table(row).info() if row is not None else None

    async def of(self, user: int) -> tuple[TableView, ...]:
        """Return the lobbies and running games in which a person sits, newest first.

        Tables that a newer version of the bot has stored are left out.
        """
        found = await self._store.read(lambda c: table_rows.tables_of(c, user))
        return tuple(self._loader.table(row).info() for row in found if not row.is_newer)

    async def live(self) -> tuple[int, ...]:
        """Return the ids of all lobbies and running games."""
        return tuple(await self._store.read(table_rows.live))

    async def live_in(self, guild: int, channel: int) -> tuple[int, ...]:
        """Return the ids of the lobbies and running games in a channel of a server and in its threads."""
        return tuple(await self._store.read(lambda c: table_rows.live_in(c, guild, channel)))

    async def blocked_lobbies(self) -> tuple[TableView, ...]:
        """Return the lobbies whose dice could not be sealed because of an obstacle, if this process shows them.

        Lobbies that a newer version of the bot has stored are left out.
        """

        def work(connection: Connection) -> tuple[TableView, ...]:
            lobbies = table_rows.lobbies(connection, self._sharing.mine)
            blocked = [number for number, meanwhile in lobbies if encoding.annotations(meanwhile).is_blocked()]
            return tuple(self._loader.look(connection, number).info() for number in blocked)

        return await self._store.read(work)

    async def live_places(self) -> tuple[tuple[int, int, datetime], ...]:
        """Return the places of the live tables that this process shows, as (server, channel, last change)."""
        return tuple(await self._store.read(lambda c: table_rows.live_places(c, self._sharing.mine)))

    async def see(self, table_id: int, user: int | None) -> TableView:
        """Return a table as a person may see it. If `user` is None, return it as an onlooker may see it.

        Raises `Trouble` if there is no such table.
        """
        table = await self._look(table_id)
        return table.info(table.seat_of(user) if user is not None else None)

    async def last_round(self, table_id: int) -> Chapter:
        """Return the public events of the last finished round, or of the first round if none has finished.

        Raises `Trouble` if there is no such table.
        """

        def work(connection: Connection) -> Chapter:
            row = table_rows.table(connection, table_id)
            if row is None:
                raise Trouble(Code.UNKNOWN_TABLE)
            game = self._loader.table(row).game
            stored = event_rows.events(connection, table_id, after=max(0, row.seq - RECENT), upto=row.seq)
            *over, newest = chapters([(each.seq, encoding.event(each)) for each in stored if not each.secret])
            is_over = game is not None and game.state.result is None and not games.awaited(game)
            last = newest if is_over or not over else over[-1]
            return tuple(event for _, event in last)

        return await self._store.read(work)

    async def record(self, table_id: int) -> str | None:
        """Return the record of the game that was played at a table.

        Return None if no game was played, or if its record was deleted. Raises `Trouble` if there is no such table, or
        if the table is still open.
        """

        def work(connection: Connection) -> str | None:
            row = table_rows.table(connection, table_id)
            if row is None and not kept_games.is_kept(connection, table_id):
                raise Trouble(Code.NO_TABLE)
            if row is not None and row.status in LIVE:
                raise Trouble(Code.SEALED)
            return export.proof(connection, table_id)

        return await self._store.read(work)

    async def waits_elsewhere(self, table_id: int) -> bool:
        """Return whether a table has saved changes that another process will show."""
        if self._sharing.has_all:
            return False
        row = await self._store.read(lambda connection: table_rows.table(connection, table_id))
        return row is not None and not self._sharing.has(row.guild) and is_unshown(row)

    async def _look(self, table_id: int) -> Table:
        def work(connection: Connection) -> Table:
            try:
                return self._loader.look(connection, table_id)
            except Trouble as trouble:
                if trouble.code is Code.UNKNOWN_TABLE:
                    past = past_table(connection, table_id, self._loader.now())
                    if past is not None:
                        return past
                raise

        return await self._store.read(work)
