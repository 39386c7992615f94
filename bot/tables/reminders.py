"""When people whose turn it is are pinged, and who pressed something lately and so is left more time."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

import msgspec

from bot.storage import Connection, personal, preferences
from bot.tables.model import LONG_CLOCK
from bot.tables.table import Table

FORGOTTEN = timedelta(minutes=10)
"""Presses that are older are forgotten."""

MOST_PRESSES = 10_000
"""The number of presses after which the forgotten ones are cleared away."""


class Presence:
    """When each person last pressed anything, by table. It is kept in memory only.

    After a restart somebody is pinged a little early at worst, or seated again who has gone.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        """`now()` returns the time as an aware datetime."""
        self._now, self._since = now, now()
        self._pressed: dict[int, dict[int, datetime]] = {}
        self._count = 0

    def pressed(self, table_id: int, user: int) -> None:
        """Note that `user` pressed something of this table now."""
        self._pressed.setdefault(table_id, {})[user] = self._now()
        self._count += 1
        if self._count > MOST_PRESSES:
            self._forget()

    def at(self, table_id: int) -> Mapping[int, datetime]:
        """Return when each person last pressed anything of this table."""
        return self._pressed.get(table_id, {})

    def here(self, table_id: int) -> frozenset[int] | None:
        """Return who pressed something of this table in the last ten minutes; None where not all of them are known."""
        since, pressed = self._now() - FORGOTTEN, self.at(table_id)
        is_known = bool(pressed) and since >= self._since
        return frozenset(user for user, at in pressed.items() if at > since) if is_known else None

    def _forget(self) -> None:
        since = self._now() - FORGOTTEN
        self._pressed = {
            table: newer
            for table, people in self._pressed.items()
            if (newer := {user: moment for user, moment in people.items() if moment > since})
        }
        self._count = sum(len(people) for people in self._pressed.values())


AWAY, HERE = timedelta(seconds=8), timedelta(seconds=30)
"""How long after being asked a person is pinged; `HERE` is for one who pressed something of the table just before."""

JUST_NOW = timedelta(minutes=1)

LAST_CALL = 2
"""How often somebody is pinged for one turn at most."""


class Call(msgspec.Struct, frozen=True):
    """The seats whose people are pinged now: in the `channel`, or by a direct message (`dm`) in these `languages`."""

    channel: tuple[int, ...] = ()
    dm: tuple[int, ...] = ()
    languages: tuple[str, ...] = ()


def next_call(table: Table, since: datetime, pressed: Mapping[int, datetime]) -> tuple[datetime, int] | None:
    """Return when the people who are asked since then are pinged next, and whether for the first or the second time.

    None where they are pinged no more. `pressed` says when each person last pressed anything of this table. The second
    ping comes at half of the turn's clock; where the first would come no sooner, it is the only one. With a long clock
    the first comes at once.
    """
    asked, called = table.asked(), table.annotations.called
    if not asked or called >= LAST_CALL:
        return None
    first = since + max(_wait(table, seat, since, pressed) for seat in asked)
    if table.setup.clock is None:
        return (first, 1) if not called else None
    clock = timedelta(seconds=table.setup.clock)
    half = since + clock / 2
    if table.setup.clock >= LONG_CLOCK:
        first = since
    return (half, LAST_CALL) if called or half <= first else (first, 1)


def _wait(table: Table, seat: int, since: datetime, pressed: Mapping[int, datetime]) -> timedelta:
    user = table.seats[seat].user
    last = pressed.get(user) if user is not None else None
    return HERE if last is not None and last >= since - JUST_NOW else AWAY


def whom(connection: Connection, table: Table, seats: tuple[int, ...], step: int) -> Call:
    """Return who of the people in these seats is pinged, and how, for the first or second time (`step`).

    A person who switched pings off is never pinged, nor is anybody on a server that did. The second ping is a direct
    message to everybody who accepts one.
    """
    guild = table.row.guild
    users = {seat: user for seat in seats if (user := table.seats[seat].user) is not None}
    server = preferences.chosen(connection, preferences.SERVERS, [guild]).get(guild, {})
    people = preferences.chosen(connection, preferences.PEOPLE, list(users.values()))
    if not server.get("pings", True):
        return Call()
    called = {seat: user for seat, user in users.items() if people.get(user, {}).get("pings", True)}
    closed = personal.closed_dms(connection, list(called.values()))
    wants_none = {user for user, chosen in people.items() if chosen["dms"] == "none"}
    dm = tuple(seat for seat, user in called.items() if step == LAST_CALL and user not in closed | wants_none)
    read = preferences.languages(connection, list(called.values()))
    languages = tuple(read[called[seat]].now or table.seats[seat].language for seat in dm)
    return Call(tuple(seat for seat in called if seat not in dm), dm, languages)
