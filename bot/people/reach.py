"""Remember which people cannot be reached by DM, and in which channels the other people get their DMs."""

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

    async def dm_channel(self, user: int) -> int | None:
        """Return the id of the channel in which a person gets DMs, or None if it is not stored."""
        return await self._store.read(lambda c: personal.dm_channel(c, user))

    async def keep_dm_channel(self, user: int, channel: int) -> None:
        """Store the id of the channel in which a person gets DMs."""
        await self._store.write(lambda c: personal.keep_dm_channel(c, user, channel))

    async def drop_dm_channel(self, user: int, channel: int) -> None:
        """Delete the id of a person's DM channel, because that channel no longer exists."""
        await self._store.write(lambda c: personal.drop_dm_channel(c, user, channel))
