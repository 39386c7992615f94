"""Remember the interactions whose tokens may still edit a message."""

from collections import OrderedDict

from bot.outbox.answer import Answer

MOST = 20_000
"""The most messages that are remembered; the least recently used ones are dropped first."""

MOST_EACH = 2
"""The most interactions that are remembered for each message: the newest, and an older one if the newest one fails."""


class Tokens:
    """The newest interactions whose tokens may edit each message.

    Tokens are kept in memory only, never in a log or a database.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[int, tuple[Answer, ...]] = OrderedDict()

    def __repr__(self) -> str:
        return f"Tokens({len(self._known)} messages)"

    def learn(self, message: int, answer: Answer) -> None:
        """Record that this interaction may edit the message: the message was pressed, or it is part of the answer."""
        before = [each for each in self._known.get(message, ()) if each is not answer and each.may_edit(message)]
        self._known[message] = (answer, *before)[:MOST_EACH]
        self._known.move_to_end(message)
        while self._known and (len(self._known) > MOST or self._is_oldest_expired()):
            self._known.popitem(last=False)

    def _is_oldest_expired(self) -> bool:
        return all(answer.token.has_expired for answer in next(iter(self._known.values())))

    def of(self, message: int) -> Answer | None:
        """Return the newest answer whose token is valid and may edit a message, or None if there is none."""
        usable = (
            each for each in self._known.get(message, ()) if each.may_edit(message) and not each.token.has_expired
        )
        found = next(usable, None)
        if found is None:
            self.forget(message)
        return found

    def refused(self, message: int, answer: Answer) -> None:
        """Forget one interaction of a message, because Discord refused its token."""
        self._known[message] = tuple(each for each in self._known.get(message, ()) if each is not answer)

    def forget(self, message: int) -> None:
        """Forget all interactions of a message."""
        self._known.pop(message, None)
