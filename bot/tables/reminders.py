"""Decides when and how people are pinged to take their turn."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec

from bot.storage import Connection, personal, preferences
from bot.tables.asking import step
from bot.tables.model import LONG_CLOCK
from bot.tables.table import Table
from engine import games

AWAY, HERE = timedelta(seconds=8), timedelta(seconds=30)
"""How long after the question a person is pinged: `HERE` if they had just pressed something, otherwise `AWAY`.

A person who presses something during the turn is choosing, and is pinged `HERE` after that press at the earliest.
"""

JUST_NOW = timedelta(minutes=1)

AT_HALF, AT_A_TENTH = 2, 3
"""The numbers of the ping after half of the turn's clock, and of the ping when a tenth of a long clock is left."""

APART = timedelta(minutes=10)
"""In a game with a long clock, at least this much time is between two pings for a turn."""


_STEPS = {"half": (1, AT_HALF), "tenth": (1, AT_A_TENTH), "both": (1, AT_HALF, AT_A_TENTH)}
"""The numbers of the pings in a game with a long clock, for each choice of a person."""


class Call(msgspec.Struct, frozen=True):
    """The seats whose people have to be pinged now.

    The people of the seats in `channel` are pinged in the channel, and those in `dm` by direct message. `languages`
    contains the language of each direct message, in the order of `dm`.
    """

    channel: tuple[int, ...] = ()
    dm: tuple[int, ...] = ()
    languages: tuple[str, ...] = ()


def next_call(table: Table, since: datetime, pressed: Mapping[int, datetime]) -> tuple[datetime, int] | None:
    """Return when the people who were asked at `since` are pinged next, and the number of that ping (1 to 3).

    Return None if they are not pinged again. `pressed` contains the time of each person's last press at this table.
    The second ping comes when half of the turn's clock has passed. The first ping is left out if it would come later
    than that. Without a clock there is only one ping. A long clock has three. People who are choosing get one ping.
    """
    asked, called = table.asked(), table.annotations.called
    clock = timedelta(seconds=table.setup.clock) if table.setup.clock is not None else None
    if not asked:
        return None
    if clock is not None and clock.total_seconds() >= LONG_CLOCK:
        return _next_of_a_long_turn(since, clock, called, table.annotations.called_at)
    if called >= (AT_HALF if clock is not None else 1):
        return None
    chose = [_chose(table, seat, since, pressed) for seat in asked]
    if (last := min((at for at in chose if at is not None), default=None)) is not None and None not in chose:
        return _next_while_choosing(since, clock, last)
    first = since + max(_wait(table, seat, since, pressed) for seat in asked)
    if clock is None or (not called and first < since + clock / 2):
        return first, 1
    return since + clock / 2, AT_HALF


def _next_while_choosing(since: datetime, clock: timedelta | None, last: datetime) -> tuple[datetime, int] | None:
    """Return the time and the number of the ping for people who are choosing, or None if it is too late for one.

    Each of them has pressed something in this turn, and `last` is the earliest of their last presses. The ping comes
    after two thirds of the clock or later, but not in its last sixth.
    """
    if clock is None:
        return last + HERE, 1
    latest = since + clock * 5 / 6
    return (min(max(since + clock * 2 / 3, last + HERE), latest), AT_HALF) if last < latest else None


def _next_of_a_long_turn(
    since: datetime, clock: timedelta, called: int, last: datetime | None
) -> tuple[datetime, int] | None:
    """Return the time and the number of the next ping for a turn with a long clock.

    The first ping comes immediately. The others are for the people who chose them (`whom`). `last` is the time of the
    last ping.
    """
    if called >= AT_A_TENTH:
        return None
    at = since + (timedelta(), clock / 2, clock * 9 / 10)[called]
    return (at if last is None else max(at, last + APART)), called + 1


def _chose(table: Table, seat: int, since: datetime, pressed: Mapping[int, datetime]) -> datetime | None:
    """Return when the person in this seat last pressed something in this turn, or None if they have not yet.

    The clock restarts at each step of a turn with the cup, so a press shortly before `since` may have made this step.
    """
    last = _last(table, seat, pressed)
    if last is None or last > since:
        return last
    is_midway = step(table.game) and not games.legal(table.running(), seat).challenge  # only a receiver may call (K2)
    return last if is_midway and last >= since - JUST_NOW else None


def _wait(table: Table, seat: int, since: datetime, pressed: Mapping[int, datetime]) -> timedelta:
    last = _last(table, seat, pressed)
    return HERE if last is not None and last >= since - JUST_NOW else AWAY


def _last(table: Table, seat: int, pressed: Mapping[int, datetime]) -> datetime | None:
    user = table.seats[seat].user
    return pressed.get(user) if user is not None else None


def whom(connection: Connection, table: Table, seats: tuple[int, ...], step: int) -> Call:
    """Return the people in these seats who have to be pinged: some in the channel, others by direct message.

    `step` is the number of the ping. People who switched pings off are not pinged, and nobody is pinged on a server
    that switched them off. Every ping after the first is a direct message to everybody who accepts direct messages. In
    a game with a long clock, people choose which of these they get.
    """
    guild = table.row.guild
    users = {seat: user for seat in seats if (user := table.seats[seat].user) is not None}
    server = preferences.chosen(connection, preferences.SERVERS, [guild]).get(guild, {})
    people = preferences.chosen(connection, preferences.PEOPLE, list(users.values()))
    if not server.get("pings", True):
        return Call()
    is_long = table.setup.clock is not None and table.setup.clock >= LONG_CLOCK
    wanted = {user: people.get(user, {}) for user in users.values()}
    called = {
        seat: user
        for seat, user in users.items()
        if wanted[user].get("pings", True)
        and (not is_long or step in _STEPS.get(wanted[user].get("reminders", "half"), ()))
    }
    closed = personal.closed_dms(connection, list(called.values()))
    wants_none = {user for user, chosen in people.items() if chosen["dms"] == "none"}
    dm = tuple(seat for seat, user in called.items() if step >= AT_HALF and user not in closed | wants_none)
    read = preferences.languages(connection, list(called.values()))
    languages = tuple(read[called[seat]].now or table.seats[seat].language for seat in dm)
    return Call(tuple(seat for seat in called if seat not in dm), dm, languages)
