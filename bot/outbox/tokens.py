"""Interactions whose tokens may still edit the message they belong to: such edits cost the bot none of its requests.

A token is good for 15 minutes, and stays in memory: it is in no log and no database.
"""

from collections import OrderedDict
from collections.abc import Callable

from bot.outbox.interaction import Interaction

GOOD_FOR = 14 * 60.0
"""Seconds: a minute less than Discord's quarter of an hour, so that none runs out under way."""
MOST = 20_000
"""Messages remembered at once; the ones unused for longest go first."""


class Tokens:
    """By message, the newest interaction that may edit it."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` gives seconds that never go back."""
        self._clock = clock
        self._known: OrderedDict[int, tuple[float, Interaction]] = OrderedDict()

    def __repr__(self) -> str:
        return f"Tokens({len(self._known)} messages)"

    def learn(self, message: int, interaction: Interaction) -> None:
        """This interaction may edit the message: it was pressed on it, or answered by it."""
        self._known[message] = (self._clock(), interaction)
        self._known.move_to_end(message)
        while len(self._known) > MOST:
            self._known.popitem(last=False)

    def of(self, message: int) -> Interaction | None:
        """The interaction that may edit a message now; None where there is none, or its time is over."""
        since, interaction = self._known.get(message, (0.0, None))
        if interaction is not None and self._clock() - since > GOOD_FOR:
            self.forget(message)
            return None
        return interaction

    def forget(self, message: int) -> None:
        """The token was refused, or its message is gone."""
        self._known.pop(message, None)
