"""Read and save the decks of dares that servers have written for themselves."""

from collections.abc import Callable
from datetime import datetime

from bot.storage import Connection, dares, servers, table_rows
from bot.storage.store import Store
from bot.tables import encoding
from bot.tables.model import LONGEST_FORFEIT, Deck
from bot.tables.trouble import Code, Trouble
from bot.words.cleaning import clean

FEWEST_DARES, MOST_DARES = 5, 200
"""The fewest and the most dares that a server's deck may have."""


class Decks:
    """The decks of dares that servers have written."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        """Set up the decks in `store`. `now()` returns the time as an aware datetime."""
        self._store, self._now = store, now

    async def of(self, guild: int) -> tuple[str, ...]:
        """Return the dares of a server's own deck, or an empty tuple if it has none."""
        return await self._store.read(lambda connection: dares.newest(connection, guild, Deck.SERVER))

    async def write(self, guild: int, typed: str, by: int) -> tuple[str, ...]:
        """Save the typed dares, one in each line, as a server's deck, and return the dares.

        An empty text deletes the deck.

        Running games keep the deck that they began with. Raises `Trouble` with DECK_SIZE if there are too few or too
        many dares.
        """
        kept = tuple(dict.fromkeys(line for each in typed.splitlines() if (line := clean(each, LONGEST_FORFEIT))))
        if kept and not FEWEST_DARES <= len(kept) <= MOST_DARES:
            raise Trouble(Code.DECK_SIZE, least=FEWEST_DARES, most=MOST_DARES, n=len(kept))

        def work(connection: Connection) -> None:
            servers.hold(connection, guild)
            dares.keep(connection, guild, Deck.SERVER, kept, by, self._now())
            running = table_rows.setups_of_live(connection, guild)
            if running is not None:
                needed = {encoding.setup(setup).deck_version for setup in running}
                dares.forget_old(connection, guild, Deck.SERVER, needed)

        await self._store.write(work)
        return kept
