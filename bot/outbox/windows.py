"""Windows on a table: what one person alone sees of it (My dice, the table in a DM), kept up to date by its own token.

That costs none of the bot's requests, and lasts a quarter of an hour after their last press there. Windows are in
memory only: after a restart they stand still until they are pressed.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

import msgspec

from bot.outbox import reply
from bot.outbox.failures import TROUBLE, in_short
from bot.outbox.interaction import Interaction
from bot.outbox.language import language_of_person
from bot.outbox.render import layout
from bot.outbox.tokens import GOOD_FOR
from bot.screens.model import Whisper
from bot.tables.model import Trouble
from bot.words.language import speaking

log = logging.getLogger(__name__)

MOST = 10
"""Windows that one person keeps open at a table; the oldest stands still then."""

Looks = Callable[[], Awaitable[Whisper | None]]
"""What a window shows now, worded when it is asked; None where there is nothing to show any more."""


class Window(msgspec.Struct):
    """One private message that shows a table: by whose press it may be edited, since when, and what it shows."""

    table: int
    user: int
    interaction: Interaction
    since: float
    looks: Looks
    shown: Whisper | None = None


class Windows:
    """The windows that are open, by their message."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` gives seconds that never go back."""
        self._clock = clock
        self._open: dict[int, Window] = {}
        self._alone: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def keep(self, message: int, table: int, interaction: Interaction, looks: Looks, shown: Whisper) -> None:
        """This private message shows a table, and is to go on doing so."""
        user = interaction.user.id
        mine = [each for each, window in self._open.items() if (window.table, window.user) == (table, user)]
        for oldest in mine[: max(0, len(mine) + 1 - MOST)]:
            del self._open[oldest]
        self._open[message] = Window(table, user, interaction, self._clock(), looks, shown)

    def pressed(self, interaction: Interaction) -> None:
        """Something was pressed in a window: it is alive for another while."""
        window = self._open.get(interaction.message.id) if interaction.message is not None else None
        if window is not None:
            window.interaction, window.since = interaction, self._clock()

    async def refresh(self, table: int) -> None:
        """Bring every window on a table up to date; one that cannot be stands still from then on."""
        async with self._alone.setdefault(table, asyncio.Lock()):
            mine = [message for message, window in self._open.items() if window.table == table]
            await asyncio.gather(*(self._refresh(message, self._open[message]) for message in mine))

    async def _refresh(self, message: int, window: Window) -> None:
        with speaking(language_of_person(window.interaction)):
            now = await _look(window) if self._clock() - window.since <= GOOD_FOR else None
        if now is None:
            self._open.pop(message, None)
        elif now != window.shown:
            window.shown = now
            try:
                await reply.edit(window.interaction, layout(now.parts))
            except TROUBLE as error:
                log.info("A window stands still: %s", in_short(error))
                self._open.pop(message, None)


async def _look(window: Window) -> Whisper | None:
    """What a window shows now; None where there is nothing more to be seen."""
    try:
        return await window.looks()
    except Trouble:
        return None
