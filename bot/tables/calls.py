"""When somebody who is asked, and does not move, is called: whoever is quick never is."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from bot.tables.draft import Draft

AWAY, HERE = timedelta(seconds=8), timedelta(seconds=30)
"""After so long somebody is called; somebody who is `HERE` pressed something of this table just before."""
JUST_NOW = timedelta(minutes=1)
LONG_CLOCK = timedelta(hours=1)
"""With a clock of that length nobody sits and waits: each turn is a message of its own, which calls by itself."""
LAST_CALL = 2
"""Nobody is called more often for one turn."""


def next_call(draft: Draft, since: datetime, pressed: Mapping[int, datetime]) -> tuple[datetime, int] | None:
    """When those who are asked since then are called next, and for which time; None where they are called no more.

    `pressed` has, by person, when they last pressed anything of this table. Half of a turn's clock brings the second
    call, which is the only one where the first would come no sooner.
    """
    asked, called = draft.asked(), draft.meanwhile.called
    if not asked or called >= LAST_CALL:
        return None
    first = since + max(_wait(draft, seat, since, pressed) for seat in asked)
    if draft.setup.clock is None:
        return (first, 1) if not called else None
    clock = timedelta(seconds=draft.setup.clock)
    half = since + clock / 2
    return (half, LAST_CALL) if called or half <= first or clock >= LONG_CLOCK else (first, 1)


def _wait(draft: Draft, seat: int, since: datetime, pressed: Mapping[int, datetime]) -> timedelta:
    user = draft.seats[seat].user
    last = pressed.get(user) if user is not None else None
    return HERE if last is not None and last >= since - JUST_NOW else AWAY
