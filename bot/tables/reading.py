"""The one door from a row to a table: as of now, and with the time that was lost given back."""

from collections.abc import Callable
from datetime import datetime

from bot.storage import Connection, table_rows
from bot.storage.table_rows import TableRow
from bot.tables.draft import Draft
from bot.tables.loaded import Loaded
from bot.tables.outages import Outages
from bot.tables.trouble import Code, Trouble


class Reading:
    """Reads the tables of one database."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        """`now` gives aware moments."""
        self.now, self.outages = now, Outages()

    def table(self, row: TableRow) -> Loaded:
        """A row as a table that may be looked at."""
        table = Loaded(row, self.now())
        self.outages.put_right(table)
        return table

    def draft(self, row: TableRow) -> Draft:
        """A row as a table that may be changed."""
        draft = Draft(row, self.now())
        self.outages.put_right(draft)
        return draft

    def look(self, connection: Connection, table_id: int) -> Draft:
        """The table with this id, not to be saved. Raises `Trouble` where there is none."""
        return self._load(connection, table_id, lock=False)

    def load(self, connection: Connection, table_id: int) -> Draft:
        """The table with this id, locked for changing. Raises `Trouble` where there is none."""
        return self._load(connection, table_id, lock=True)

    def _load(self, connection: Connection, table_id: int, lock: bool) -> Draft:
        row = table_rows.table(connection, table_id, lock=lock)
        if row is None:
            raise Trouble(Code.UNKNOWN_TABLE)
        return self.draft(row)
