"""Measure how long a person waits for an answer, and distinguish a slow bot from a busy machine."""

import os
import time

PATIENCE = 3.0
"""Seconds that Discord gives a bot for its first answer."""
STARVED = 120.0
"""Seconds after which an answer is late even on a busy machine."""


class Waiting:
    """Holds what a person waits for and since when, and how much processor time this process had used at that time."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._since, self._used = time.monotonic(), time.process_time()

    def seconds(self) -> float:
        """Return the seconds for which the person has waited."""
        return time.monotonic() - self._since

    def worked(self) -> float:
        """Return the seconds of processor time that this process has used since the wait began."""
        return time.process_time() - self._used

    def is_too_long(self, busy: bool) -> bool:
        """Return whether the person has waited for too long.

        On a `busy` machine, only the processor time of this process counts.
        """
        return self.seconds() > STARVED or (self.worked() if busy else self.seconds()) > PATIENCE

    def __str__(self) -> str:
        load = os.getloadavg()[0]
        took = f"{self.seconds():.1f} s, {self.worked():.1f} s of them on a processor, at a load of {load:.1f}"
        return f"{self._what}: {took}"
