"""Remember the newest interactions, because Discord may deliver an interaction twice."""

from collections import OrderedDict
from collections.abc import Callable

MOST = 10_000
"""The most interactions that are remembered."""


class Arrivals:
    """The interactions that Discord delivered to a client, and the clock that measures their age."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Set up without interactions. `clock()` returns seconds that never go back."""
        self.clock = clock
        self._known: OrderedDict[int, None] = OrderedDict()

    def note(self, interaction: int) -> bool:
        """Record that an interaction has arrived; return whether it had arrived before."""
        is_repeated = interaction in self._known
        self._known[interaction] = None
        if len(self._known) > MOST:
            self._known.popitem(last=False)
        return is_repeated
