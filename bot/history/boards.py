"""The leaderboards, read from the maintained standings; never a count over history."""

from typing import Any, Literal

import msgspec

from bot.storage import Connection, ledger
from bot.storage.store import Store

PAGE = 10
"""How many places one page shows."""


BoardName = Literal["forfeits", "bads", "wins"]

ORDER: dict[BoardName, tuple[str, str]] = {
    "forfeits": ("owed", "paid"),
    "bads": ("bads", "goods"),
    "wins": ("wins", "games"),
}
"""The two figures of each board; the first ranks, the second breaks ties."""


class Row(msgspec.Struct, frozen=True):
    """One place on a board. Equal figures share a rank; `name` is "" for somebody never named.

    `figures` are, for forfeits: owed now, paid; for bads: bads, goods; for wins: wins, games.
    """

    rank: int
    user: int
    name: str
    figures: tuple[int, int]


class Page(msgspec.Struct, frozen=True):
    """A page of a board (from 1; at least one page, also when empty), and the asker's own row where they have one."""

    board: BoardName
    rows: tuple[Row, ...]
    own: Row | None
    page: int
    pages: int


class Boards:
    """The boards over one store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def page(self, guild: int, board: BoardName, page: int, user: int) -> Page:
        """Page `page` (from 1; beyond the last: the last) of a server's board, ten rows each, and `user`'s own row."""
        return await self._store.read(lambda connection: _page(connection, guild, board, page, user))


def _page(connection: Connection, guild: int, board: BoardName, page: int, user: int) -> Page:
    order = ORDER[board]
    pages = max(1, -(-ledger.board_size(connection, guild, order) // PAGE))
    page = min(max(page, 1), pages)
    rows = ledger.board(connection, guild, order, (page - 1) * PAGE, PAGE)
    own = ledger.own_place(connection, guild, order, user)
    name = ledger.names(connection, guild, [user]).get(user, "")
    return Page(
        board, tuple(_row(row, row["name"] or "", order) for row in rows),
        _row(own, name, order) if own is not None else None, page, pages,
    )  # fmt: skip


def _row(row: dict[str, Any], name: str, order: tuple[str, str]) -> Row:
    return Row(row["rank"], row["user"], name, (row[order[0]], row[order[1]]))
