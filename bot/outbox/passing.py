"""Delete short-lived private messages, such as refusals, after the bot carries out their reader's next request.

Otherwise these messages would push the showdown off the reader's screen. Each message is deleted with the token that
posted it, which does not count against the bot's rate limits. The messages are remembered in memory only. They are no
longer deleted after a restart, or after a quarter of an hour, when their token has expired.
"""

from collections import OrderedDict

from bot.outbox import reply
from bot.outbox.answer import Answer
from bot.outbox.answer_states import DONE, First
from bot.outbox.waiting import in_background

MOST = 2_000
"""The number of people whose messages are remembered; the least recent are dropped first."""

MOST_EACH = 5
"""The most messages that are remembered for each person; the oldest ones are dropped first."""


class Passing:
    """The short-lived private messages, grouped by their readers."""

    def __init__(self) -> None:
        self._said: OrderedDict[int, tuple[tuple[Answer, int], ...]] = OrderedDict()

    def __repr__(self) -> str:
        return f"Passing({len(self._said)} people)"

    def note(self, answer: Answer, message: int) -> None:
        """Record `message`, a private message of this answer, as short-lived."""
        before = [each for each in self._said.get(answer.user, ()) if not each[0].token.has_expired]
        self._said[answer.user] = (*before, (answer, message))[-MOST_EACH:]
        self._said.move_to_end(answer.user)
        while self._said and (len(self._said) > MOST or self._is_oldest_expired()):
            self._said.popitem(last=False)

    def _is_oldest_expired(self) -> bool:
        oldest = next(iter(self._said.values()))
        return all(answer.token.has_expired for answer, _message in oldest)

    def take_back(self, by: Answer) -> None:
        """Begin to delete a person's short-lived messages if the request that `by` answers was carried out.

        The person is the one who made the request. A request that only opens a form does not count, because the button
        that reopens a refused form has to stay until the form is sent. A message that this request has changed shows
        something new, and therefore stays.
        """
        if by.outcome != DONE or by.first in (None, First.NO_MESSAGE):
            return
        for answer, message in self._said.pop(by.user, ()):
            if answer is by:
                self.note(answer, message)
            elif not answer.token.has_expired and not by.has_changed(message):
                in_background(reply.take_back(answer, message))
