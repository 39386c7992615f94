"""Several processes as one bot: which servers this one has, and what it tells the others.

All that the rest of the bot knows of other processes is one value, a `Sharing`.
"""

from datetime import datetime, timedelta

from bot.settings import ALL_SHARDS, CannotStart, Settings, Shards
from bot.storage import ALL, Condition, Connection, database, processes
from bot.storage.processes import SAVED, Deposed, Outage, on_shards

__all__ = ["SAVED", "Deposed", "Outage", "Outages", "Sharing", "check", "on_shards"]

ONE_PROCESS = (
    "One process keeps a SQLite file, and has all shards: several need a database that they can share, so set "
    "DATABASE_URL to PostgreSQL's."
)


def check(settings: Settings, processes: int = 1) -> None:
    """Raise `CannotStart` for several processes, or for some shards alone, on a database that only one may have."""
    is_one = processes < 2 and settings.shards.are_all()
    if not is_one and database.read_url(settings.database_url).get_backend_name() == "sqlite":
        raise CannotStart(ONE_PROCESS)


class Outages:
    """The outages of one database that this process knows; those of its own shards it writes down."""

    def __init__(self, shards: Shards) -> None:
        self._shards = shards
        self._known: dict[int, Outage] = {}

    @property
    def newest(self) -> int:
        """The number of the newest outage, 0 where there was none."""
        return next(reversed(self._known), 0)

    def beat(self, connection: Connection, now: datetime) -> None:
        """Write down a sign of life: time passes on our shards."""
        processes.heartbeat(connection, self._shards, now)

    def resume(self, connection: Connection, now: datetime) -> timedelta:
        """Write down what our shards lost since the last sign of life; return the longest such time.

        It is negative where the system clock was put back. `learn` it once it is saved.
        """
        self.learn(connection)
        lost = processes.resume(connection, self._shards, now)
        return max((each.resumed - each.lost_from for each in lost), key=abs, default=timedelta())

    def learn(self, connection: Connection) -> None:
        """Read the outages newer than the known ones; their numbers rise, as only a process with shards writes them."""
        found = processes.outages_since(connection, self.newest)
        self._known = self._known | {each.id: each for each in found}

    def unknown_to(self, guild: int, newest: int) -> list[Outage]:
        """Return the outages of a server that are newer than number `newest`, in order."""
        unknown = []
        for outage in reversed(self._known.values()):
            if outage.id <= newest:
                break
            if outage.shards.have(guild):
                unknown.append(outage)
        return unknown[::-1]

    def forget(self, connection: Connection, before: datetime) -> None:
        """Delete the outages that ended before that moment, and forget them here, but never the newest."""
        processes.forget_outages(connection, before)
        kept = [each for each in self._known.values() if each.resumed >= before or each.id == self.newest]
        self._known = {each.id: each for each in kept}


class Sharing:
    """What a process asks about the others and tells them. Here it is alone and has every server: a bot on SQLite.

    Where there may be others it is a `Lease`, which guards every write of its store as well.
    """

    has_all = True
    """Whether this process has every server, so that nobody need be told anything."""

    mine: Condition = ALL
    """The condition that a table is of a server of this process."""

    def __init__(self, shards: Shards = ALL_SHARDS) -> None:
        """`shards` are those of this process."""
        self.shards, self.outages = shards, Outages(shards)

    def has(self, guild: int) -> bool:  # noqa: ARG002 - who is alone has them all
        """Return whether a server is one of this process's, which shows its tables and keeps their time."""
        return True

    async def may_show(self, guild: int) -> bool:
        """Return whether this process may show a server's tables now. Raises `Deposed` where it has been replaced."""
        return self.has(guild)

    def saved(self, connection: Connection, table: int, guild: int) -> bool:  # noqa: ARG002
        """Tell whoever shows this table that it was saved; return whether that is another process."""
        return False

    def shown(self, connection: Connection, table: int) -> None:
        """Tell the others, who may have windows on it open, that this table was shown."""
