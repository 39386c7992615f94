"""While a showdown is told beat by beat, nobody learns its end in another way: who asks waits until it is told."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from bot.tables.model import TableInfo


class Curtain:
    """Where a showdown is being told now."""

    def __init__(self) -> None:
        self._told: dict[int, tuple[TableInfo, asyncio.Event]] = {}

    @contextlib.asynccontextmanager
    async def down(self, table: TableInfo) -> AsyncIterator[None]:
        """The end of what is saved at this table is told in the body, and known to nobody before."""
        told = asyncio.Event()
        self._told[table.id] = table, told
        try:
            yield
        finally:
            told.set()
            del self._told[table.id]

    def is_down(self, table: int) -> bool:
        """Whether a showdown is being told at this table."""
        return table in self._told

    async def lifted(self, concerns: Callable[[TableInfo], bool]) -> None:
        """Wait until what is being told now, at the tables that this `concerns`, is told."""
        for told in [told for table, told in self._told.values() if concerns(table)]:
            await told.wait()
