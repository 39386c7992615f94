"""The interactions that have arrived lately: Discord may deliver one twice."""

from collections import OrderedDict
from collections.abc import Callable

MOST = 10_000
"""The number of interactions remembered, to detect one that is delivered twice."""


class Arrivals:
    """The interactions that a client was sent, and the clock by which they age."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock()` returns seconds that never go back."""
        self.clock = clock
        self._known: OrderedDict[int, None] = OrderedDict()

    def note(self, interaction: int) -> bool:
        """Record that an interaction has arrived; return whether it had arrived before."""
        is_repeated = interaction in self._known
        self._known[interaction] = None
        if len(self._known) > MOST:
            self._known.popitem(last=False)
        return is_repeated
