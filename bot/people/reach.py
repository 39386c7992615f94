"""Remember which people cannot be reached by DM."""

from collections.abc import Callable
from datetime import datetime

from bot.people.preferences import DmStyle
from bot.storage import Connection, personal, preferences
from bot.storage.store import Store


class Reach:
    """The people in one store who can or cannot be reached by DM."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store, self._now = store, now

    async def closed_dm(self, user: int) -> bool:
        """Record that a person cannot be reached by DM.

        Return True if this was not known before. The person should then get a notice.
        """

        def work(connection: Connection) -> bool:
            first = not personal.closed_dms(connection, [user])
            personal.close_dm(connection, user, self._now())
            return first

        return await self._store.write(work)

    async def wants_dms(self, user: int) -> bool:
        """Return whether a person wants to get DMs, which is the default."""
        styles = await self._store.read(lambda c: preferences.dm_styles(c, [user]))
        return styles.get(user) != DmStyle.NONE

    async def dm_open(self, user: int) -> None:
        """Record that a DM has reached a person who could not be reached before."""
        await self._store.write(lambda c: personal.open_dm(c, user))
