"""While a showdown is told beat by beat, nobody learns its end in another way: who asks waits until it is told."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from bot.tables.model import TableInfo


class Curtain:
    """Where a showdown is being told now, by server."""

    def __init__(self) -> None:
        self._up: dict[int, set[asyncio.Event]] = {}

    @contextlib.asynccontextmanager
    async def down(self, table: TableInfo) -> AsyncIterator[None]:
        """The end of what is saved at this table is told in the body, and known to nobody before."""
        told = asyncio.Event()
        self._up.setdefault(table.place.guild, set()).add(told)
        try:
            yield
        finally:
            told.set()
            self._up[table.place.guild].discard(told)
            if not self._up[table.place.guild]:
                del self._up[table.place.guild]

    async def lifted(self, guild: int | None) -> None:
        """Wait until what is being told on a server is told; in a DM (None) on any server."""
        guilds = [guild] if guild is not None else list(self._up)
        for told in [told for each in guilds for told in self._up.get(each, ())]:
            await told.wait()
