"""The leaderboards, read from the maintained tallies; never a count over history."""

from typing import Literal

import msgspec

from bot.storage import Connection, ledger, tallies
from bot.storage.store import Store

PAGE = 10
"""How many places one page shows."""


BoardName = Literal["forfeits", "bads", "wins"]
"""The tallies that are shown as boards. Of each the amount ranks, and what is beside it breaks ties."""


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
    pages = max(1, -(-tallies.board_size(connection, guild, board) // PAGE))
    page = min(max(page, 1), pages)
    first = (page - 1) * PAGE
    found = tallies.board(connection, guild, board, first, PAGE)
    rows: list[Row] = []
    for at, standing in enumerate(found):
        figures = (standing.amount, standing.beside)
        if rows:
            rank = rows[-1].rank if rows[-1].figures == figures else first + at + 1
        else:
            rank = tallies.rank(connection, guild, board, standing)
        rows.append(Row(rank, standing.user, standing.known_as, figures))
    return Page(board, tuple(rows), _own(connection, guild, board, user), page, pages)


def _own(connection: Connection, guild: int, board: BoardName, user: int) -> Row | None:
    standing = tallies.standing(connection, guild, board, user)
    if standing is None:
        return None
    rank = tallies.rank(connection, guild, board, standing)
    name = ledger.names(connection, guild, [user]).get(user, "")
    return Row(rank, user, name, (standing.amount, standing.beside))
