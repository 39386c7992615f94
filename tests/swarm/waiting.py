"""Measure how long a person waits for an answer, and whether the bot is slow or the machine is busy."""

import os
import time

PATIENCE = 3.0
"""Seconds that Discord gives a bot for its first answer."""
STARVED = 120.0
"""Seconds after which a busy machine is no excuse any more."""


class Waiting:
    """Holds what a person waits for, since when, and this process's processor time at that moment."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._since, self._used = time.monotonic(), time.process_time()

    def seconds(self) -> float:
        """Return for how long the person has waited."""
        return time.monotonic() - self._since

    def worked(self) -> float:
        """Return the processor time of this process since the beginning of the wait, in seconds."""
        return time.process_time() - self._used

    def is_too_long(self, busy: bool) -> bool:
        """Return whether the answer is too late by now.

        On a `busy` machine the processor time of this process decides.
        """
        return self.seconds() > STARVED or (self.worked() if busy else self.seconds()) > PATIENCE

    def __str__(self) -> str:
        load = os.getloadavg()[0]
        took = f"{self.seconds():.1f} s, {self.worked():.1f} s of them on a processor, at a load of {load:.1f}"
        return f"{self._what}: {took}"
