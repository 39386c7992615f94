"""The tests' clock: the one place in tests/ that reads the wall clock, and the instant at which each test begins.

A run draws one of `INSTANTS`, or takes what the environment's NOW says. The clock is set to it again before each test
and ticks from there; `time.monotonic` and the loop's clock stay real.
"""

import os
from datetime import UTC, datetime
from random import SystemRandom

import time_machine

INSTANTS = {
    "2027-05-12T14:30": "a plain day",
    "2028-02-29T12:00": "a day that most years lack",
    "2028-02-29T23:58": "the last two minutes of a month",
    "2026-12-31T23:58": "the last two minutes of a year",
    "2038-01-20T09:15": "a second that 32 bits cannot count",
}
"""When a run may take place, in UTC, and why."""

NOW = "NOW"
"""The variable of the environment that says when; whoever begins a run hands it on to its workers."""

_travels: list[time_machine.travel] = []


def utc_now() -> datetime:
    """Return the time of the tests as an aware datetime, in UTC."""
    return datetime.now(UTC)


def instant() -> str:
    """Return when this run takes place: NOW, or one that is drawn now and stays."""
    return os.environ.setdefault(NOW, SystemRandom().choice(list(INSTANTS)))


def set_again() -> None:
    """Set the clock of this process to the instant of the run."""
    go_on_in_real_time()
    # As seconds: an aware datetime would change the process's time zone, too.
    found = datetime.fromisoformat(instant())
    travel = time_machine.travel((found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp(), tick=True)
    travel.start()
    _travels.append(travel)


def go_on_in_real_time() -> None:
    """Give this process the real time."""
    while _travels:
        _travels.pop().stop()


if __name__ == "__main__":
    print(instant())
