"""What takes its time on purpose: a showdown told beat by beat, while nobody learns its end in another way."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from bot.outbox.failures import TROUBLE
from bot.outbox.messages import Messages
from bot.outbox.render import Interaction, view
from bot.screens.model import Beat
from bot.tables.model import TableInfo
from bot.tables.pending import PanelRef


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


BEFORE_THE_RESULT = 4.0
"""Seconds for which the last showdown of a game stands alone."""


class Beats:
    """Tells what comes before a verdict. Nothing of it is saved: after a restart the verdict stands there at once."""

    def __init__(self, messages: Messages, wanted: bool) -> None:
        """Where none are `wanted`, as in a rehearsal, everything is told at once."""
        self.wanted = wanted
        self.stand: Callable[[float], Awaitable[None]] = self._until_hurried
        self._messages = messages
        self._hurry = asyncio.Event()

    def hurry(self) -> None:
        """The bot is about to stop: from now on nothing takes its time."""
        self._hurry.set()

    async def tell(self, ref: PanelRef, beats: Sequence[Beat], interaction: Interaction | None) -> None:
        """Show one after the other in a message. What cannot be shown is left out."""
        for beat in beats:
            with contextlib.suppress(*TROUBLE):
                await self._messages.edit(ref, view(beat.card), interaction)
            await self.stand(beat.seconds)

    async def before_the_result(self) -> None:
        """Let the last showdown stand alone for a moment."""
        await self.stand(BEFORE_THE_RESULT)

    async def _until_hurried(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), seconds)
