"""What was done lately: a small memory of this process, for what is done once in a while only."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from datetime import datetime, timedelta

MOST = 10_000
"""How much is remembered; beyond it the oldest is forgotten."""


class Lately:
    """Remembers when something was done last. A restart forgets it, and then it is done once too often."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._done: OrderedDict[Hashable, datetime] = OrderedDict()

    def done(self, what: Hashable, within: timedelta) -> bool:
        """Whether it was done `within` the last such time; if not, it counts as done now."""
        now, before = self._now(), self._done.get(what)
        if before is not None and now - before < within:
            return True
        self._done[what] = now
        self._done.move_to_end(what)
        while len(self._done) > MOST:
            self._done.popitem(last=False)
        return False
