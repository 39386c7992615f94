"""Set the tests' clock. No other file of tests/ reads the wall clock.

A run draws one of `INSTANTS`, or takes the instant that the environment variable NOW gives. Before each test, the
clock is set to that instant, and ticks from there. `time.monotonic` and the clock of the event loop stay real.
"""

import os
from datetime import UTC, datetime, timedelta
from random import SystemRandom

import time_machine

INSTANTS = {
    "2027-05-12T14:30": "a plain day",
    "2028-02-29T12:00": "a day that most years lack",
    "2028-02-29T23:58": "the last two minutes of a month",
    "2026-12-31T23:58": "the last two minutes of a year",
    "2038-01-20T09:15": "a second that 32 bits cannot count",
}
"""The instants at which a run may take place, in UTC, each with the reason for testing it."""

NOW = "NOW"
"""The environment variable that has the instant. Workers inherit it from the main process."""

AT_MOST = timedelta(seconds=0.5)
"""The longest time that passes for a bot on the stage while its machine stands still."""

_travels: list[tuple[time_machine.travel, time_machine.Traveller]] = []


def utc_now() -> datetime:
    """Return the current time of the tests as an aware datetime in UTC."""
    return datetime.now(UTC)


class Unhurried:
    """A clock that goes on by at most `AT_MOST` between two readings.

    So a scene on a machine that stood still for some seconds is the same as on any other machine.
    """

    def __init__(self) -> None:
        self._real = self._shown = utc_now()

    def __call__(self) -> datetime:
        """Return the time as an aware datetime in UTC."""
        real = utc_now()
        self._shown += min(max(real - self._real, timedelta()), AT_MOST)
        self._real = real
        return self._shown


def instant() -> str:
    """Return the instant of this run. It is the value of NOW, or it is drawn by the first call."""
    return os.environ.setdefault(NOW, SystemRandom().choice(list(INSTANTS)))


def set_again() -> None:
    """Set this process's clock to the instant of the run."""
    go_on_in_real_time()
    # The instant is given in seconds, because an aware datetime would also change the process's time zone.
    found = datetime.fromisoformat(instant())
    travel = time_machine.travel((found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp(), tick=True)
    _travels.append((travel, travel.start()))


def stand_still(seconds: float) -> None:
    """Set this process's clock forward, as if the machine had stood still for some seconds."""
    _travels[-1][1].shift(timedelta(seconds=seconds))


def go_on_in_real_time() -> None:
    """Set this process's clock to the real time."""
    while _travels:
        _travels.pop()[0].stop()


if __name__ == "__main__":
    print(instant())
