"""How long somebody waits for an answer, and whether the bot is slow or the machine is busy with other programs."""

import os
import time

PATIENCE = 3.0
"""Seconds that Discord gives a bot for its first answer."""
STARVED = 120.0
"""Seconds after which nobody blames a busy machine any more."""


class Waiting:
    """What somebody waits for, since when, and how much of a processor this process had had by then."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._since, self._used = time.monotonic(), time.process_time()

    def seconds(self) -> float:
        """How long it has been."""
        return time.monotonic() - self._since

    def worked(self) -> float:
        """For how many seconds this process had a processor meanwhile."""
        return time.process_time() - self._used

    def is_too_long(self, busy: bool) -> bool:
        """Whether an answer comes too late now; on a machine that is `busy` with others, by this process's own time."""
        return self.seconds() > STARVED or (self.worked() if busy else self.seconds()) > PATIENCE

    def __str__(self) -> str:
        load = os.getloadavg()[0]
        took = f"{self.seconds():.1f} s, {self.worked():.1f} s of them on a processor, at a load of {load:.1f}"
        return f"{self._what}: {took}"
