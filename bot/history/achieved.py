"""What people have earned, read from the maintained rows."""

from bot.storage import achievements
from bot.storage.achievements import Held as Held
from bot.storage.store import Store


class Achieved:
    """The achievements of people, over one store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, user: int, guild: int | None) -> list[Held]:
        """All that somebody has earned on a server (None: on any), the earliest first."""
        return await self._store.read(lambda connection: achievements.of(connection, guild, user))
