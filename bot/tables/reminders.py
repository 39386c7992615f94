"""When people whose turn it is are pinged."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec

from bot.storage import Connection, personal, preferences
from bot.tables.model import LONG_CLOCK
from bot.tables.table import Table

AWAY, HERE = timedelta(seconds=8), timedelta(seconds=30)
"""How long after being asked a person is pinged; `HERE` is for people who have just pressed something here."""

JUST_NOW = timedelta(minutes=1)

LAST_CALL = 2
"""The most pings of a person for one turn."""


class Call(msgspec.Struct, frozen=True):
    """The seats whose people are pinged now: in the `channel`, or by a direct message (`dm`) in these `languages`."""

    channel: tuple[int, ...] = ()
    dm: tuple[int, ...] = ()
    languages: tuple[str, ...] = ()


def next_call(table: Table, since: datetime, pressed: Mapping[int, datetime]) -> tuple[datetime, int] | None:
    """Return when the people who are asked since then are pinged next, and whether for the first or the second time.

    None if they are pinged no more. `pressed` has when each person last pressed anything at this table. The second ping
    comes at half of the turn's clock; if the first would be later, it is the only one. With a long clock the first
    comes immediately.
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

    Nobody who switched pings off is pinged, and nobody on a server that did. The second ping is a direct message to
    everybody who accepts one.
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
