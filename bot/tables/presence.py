"""Who pressed anything when: in memory alone, so that after a restart somebody is at worst called a little early."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

FORGOTTEN = timedelta(minutes=10)
"""What is older says nothing any more."""
MOST = 10_000
"""So many presses are kept before the old ones are cleared away."""


class Presence:
    """When people last pressed anything, by table."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        """`now` gives aware moments."""
        self._now = now
        self._pressed: dict[int, dict[int, datetime]] = {}
        self._count = 0

    def pressed(self, table_id: int, user: int) -> None:
        """Somebody pressed something that concerns this table, now."""
        self._pressed.setdefault(table_id, {})[user] = self._now()
        self._count += 1
        if self._count > MOST:
            self._forget()

    def at(self, table_id: int) -> Mapping[int, datetime]:
        """By person, when they last pressed anything of this table."""
        return self._pressed.get(table_id, {})

    def _forget(self) -> None:
        since = self._now() - FORGOTTEN
        self._pressed = {
            table: newer
            for table, people in self._pressed.items()
            if (newer := {user: moment for user, moment in people.items() if moment > since})
        }
        self._count = sum(len(people) for people in self._pressed.values())
