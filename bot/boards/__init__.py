"""The leaderboards of a server, read from maintained standings."""

from typing import Literal

import msgspec

from bot.storage.store import Store

BoardName = Literal["forfeits", "bads", "wins"]


class Row(msgspec.Struct, frozen=True):
    """One place on a board. Equal figures share a rank.

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
        raise NotImplementedError
