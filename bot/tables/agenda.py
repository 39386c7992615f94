"""When each table is next due, as it was just saved: word in memory of what the column `due` says for good."""

from collections.abc import Callable

from bot.tables.duties import Due


class Agenda:
    """Hears of every duty that this process saves, and passes it on to whoever keeps the time.

    Nothing depends on it: without a listener, or after a crash, the column is read instead.
    """

    def __init__(self) -> None:
        self._listener: Callable[[int, Due | None], None] | None = None

    def listen(self, listener: Callable[[int, Due | None], None]) -> None:
        """Tell `listener` each table's next duty from now on; None where nothing is due there any more."""
        self._listener = listener

    def note(self, table_id: int, due: Due | None) -> None:
        """This is what the table's row says now."""
        if self._listener is not None:
            self._listener(table_id, due)
