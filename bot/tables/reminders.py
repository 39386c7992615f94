"""Decides when and how people are pinged to take their turn."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec

from bot.storage import Connection, personal, preferences
from bot.tables.model import LONG_CLOCK
from bot.tables.table import Table

AWAY, HERE = timedelta(seconds=8), timedelta(seconds=30)
"""How long after the question a person is pinged: `HERE` if they had just pressed something, otherwise `AWAY`."""

JUST_NOW = timedelta(minutes=1)

LAST_CALL = 2
"""The number of the second and last ping for a turn."""


class Call(msgspec.Struct, frozen=True):
    """The seats whose people have to be pinged now.

    The people of the seats in `channel` are pinged in the channel, and those in `dm` by direct message. `languages`
    contains the language of each direct message, in the order of `dm`.
    """

    channel: tuple[int, ...] = ()
    dm: tuple[int, ...] = ()
    languages: tuple[str, ...] = ()


def next_call(table: Table, since: datetime, pressed: Mapping[int, datetime]) -> tuple[datetime, int] | None:
    """Return when the people who were asked at `since` are pinged next, and the number of that ping (1 or 2).

    Return None if they are not pinged again. `pressed` contains the time of each person's last press at this table.
    The second ping comes when half of the turn's clock has passed. The first ping is left out if it would come later
    than that. With a long clock the first ping comes immediately. Without a clock there is only one ping.
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
    """Return the people in these seats who have to be pinged: some in the channel, others by direct message.

    `step` is 1 for the first ping and 2 for the second. People who switched pings off are not pinged, and nobody is
    pinged on a server that switched them off. The second ping is a direct message to everybody who accepts direct
    messages.
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
