"""Let several processes run as one bot.

This package decides which servers belong to this process, and notifies the other processes. The rest of the bot deals
with other processes only through a `Sharing` object.
"""

from datetime import datetime, timedelta

from bot.settings import ALL_SHARDS, CannotStart, Settings, Shards
from bot.storage import ALL, Condition, Connection, database, processes
from bot.storage.processes import SAVED, Deposed, Outage, on_shards

__all__ = ["SAVED", "Deposed", "Outage", "Outages", "Sharing", "check", "on_shards"]

ONE_PROCESS = (
    "A SQLite file belongs to one process, which has all shards; several processes need a shared database, so set "
    "DATABASE_URL to one of PostgreSQL."
)


def check(settings: Settings, processes: int = 1) -> None:
    """Raise `CannotStart` if the settings ask for several processes but the database serves only one."""
    is_one = processes < 2 and settings.shards.are_all()
    if not is_one and database.read_url(settings.database_url).get_backend_name() == "sqlite":
        raise CannotStart(ONE_PROCESS)


class Outages:
    """The outages that this process knows of: times during which nobody on some shards could move.

    The process records the outages of its own shards in the database, and reads the outages of other shards there.
    """

    def __init__(self, shards: Shards) -> None:
        self._shards = shards
        self._known: dict[int, Outage] = {}

    @property
    def newest(self) -> int:
        """The number of the newest outage, or 0 if there was none."""
        return next(reversed(self._known), 0)

    def beat(self, connection: Connection, now: datetime) -> None:
        """Record a sign of life of this process's shards at the time `now`."""
        processes.heartbeat(connection, self._shards, now)

    def resume(self, connection: Connection, now: datetime) -> timedelta:
        """Record how much time each of this process's shards has lost since its last sign of life.

        Return the longest of these times. It is negative if the system clock was put back. Call `learn` after the
        transaction is committed.
        """
        self.learn(connection)
        lost = processes.resume(connection, self._shards, now)
        return max((each.resumed - each.lost_from for each in lost), key=abs, default=timedelta())

    def learn(self, connection: Connection) -> None:
        """Read new outages from the database: those that this process does not know yet.

        New outages have higher numbers than the known ones, because processes write them one after another.
        """
        found = processes.outages_since(connection, self.newest)
        self._known = self._known | {each.id: each for each in found}

    def unknown_to(self, guild: int, newest: int) -> list[Outage]:
        """Return the outages of a server that are newer than the outage with the number `newest`, in order."""
        unknown = []
        for outage in reversed(self._known.values()):
            if outage.id <= newest:
                break
            if outage.shards.have(guild):
                unknown.append(outage)
        return unknown[::-1]

    def forget(self, connection: Connection, before: datetime) -> None:
        """Delete the outages that ended before this moment, in this process and in the database.

        This process never forgets the newest outage.
        """
        processes.forget_outages(connection, before)
        kept = [each for each in self._known.values() if each.resumed >= before or each.id == self.newest]
        self._known = {each.id: each for each in kept}


class Sharing:
    """A process's view of the other processes. This class is for a process that runs alone and has all servers.

    If there are other processes, the bot uses a `Lease` instead, which also checks every write to its store.
    """

    has_all = True
    """Whether this process has all servers, so that it need not notify other processes."""

    mine: Condition = ALL
    """An SQL condition that is true for tables of this process's servers."""

    def __init__(self, shards: Shards = ALL_SHARDS) -> None:
        """Set up the view of a process that has these `shards`."""
        self.shards, self.outages = shards, Outages(shards)

    def has(self, guild: int) -> bool:  # noqa: ARG002 - a lone process has every server
        """Return whether a server belongs to this process.

        The process shows the tables of its servers, and runs their clocks.
        """
        return True

    async def may_show(self, guild: int) -> bool:
        """Return whether this process may show a server's tables now.

        Raises `Deposed` if another process has replaced it.
        """
        return self.has(guild)

    def saved(self, connection: Connection, table: int, guild: int) -> bool:  # noqa: ARG002
        """Report that a table was saved to the process that shows it, unless it is this process.

        Return whether another process shows the table.
        """
        return False

    def shown(self, connection: Connection, table: int) -> None:
        """Notify the other processes that this table was shown.

        They may have open private messages that show the table too. A process that runs alone notifies nobody.
        """
