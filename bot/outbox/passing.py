"""Delete short-lived private messages, such as refusals, after the bot carries out their reader's next request.

Otherwise these messages would push the showdown off the reader's screen. A message about a table is also deleted when
the table's next round begins. A notice from which nothing is lost, such as "Not yet", replaces the former one. Each
message is deleted with the token that posted it, which does not count against the bot's rate limits. The messages are
remembered in memory only. They are no longer deleted after a restart, or after a quarter of an hour, when their token
has expired.
"""

from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, NamedTuple

from bot.outbox import reply
from bot.outbox.answer import Answer
from bot.outbox.answer_states import DONE, First
from bot.outbox.waiting import in_background

MOST = 2_000
"""The number of people whose messages are remembered; the least recent are dropped first."""

MOST_EACH = 5
"""The most messages that are remembered for each person; the oldest ones are dropped first."""


class _Said(NamedTuple):
    """A short-lived private message, and the answer that posted it.

    If the message refuses a form, `page` is the private message on which the person opened the form. It is 0 if there
    is no such message. `is_notice` is whether another notice may replace the message. `table` is the id of the table
    that the message is about, or 0.
    """

    answer: Answer
    message: int
    page: int
    is_notice: bool
    table: int

    def is_replaced_by(self, other: "_Said") -> bool:
        """Return whether `other` is a newer notice to the same person in the same channel."""
        both = self.is_notice and other.is_notice and self.message != other.message
        return both and self.answer.channel == other.answer.channel


class Passing:
    """The short-lived private messages, grouped by their readers. `delete` deletes any private message by its id."""

    def __init__(self, delete: Callable[[int], Coroutine[Any, Any, None]]) -> None:
        self._delete = delete
        self._said: OrderedDict[int, tuple[_Said, ...]] = OrderedDict()

    def __repr__(self) -> str:
        return f"Passing({len(self._said)} people)"

    def note(self, answer: Answer, message: int, page: int = 0, is_notice: bool = False) -> None:
        """Record `message`, a private message of this answer, as short-lived.

        If the message refuses a form that was opened on a private message, `page` is the id of that message. If `page`
        is itself the refusal of an earlier try, the page of that try counts. If the message is a notice, begin to
        delete the person's former notices in this channel.
        """
        before = [each for each in self._said.get(answer.user, ()) if not each.answer.token.has_expired]
        page = {each.message: each.page for each in before}.get(page, page)
        said = _Said(answer, message, page, is_notice, answer.noted.table)
        self._take_back(each for each in before if each.is_replaced_by(said))
        kept = [each for each in before if not each.is_replaced_by(said)]
        self._said[answer.user] = (*kept, said)[-MOST_EACH:]
        self._said.move_to_end(answer.user)
        while self._said and (len(self._said) > MOST or self._is_oldest_expired()):
            self._said.popitem(last=False)

    def box(self, answer: Answer) -> tuple[Answer, int] | None:
        """Return the newest short-lived message of the person of `answer` in the same channel, with its own answer.

        Return None if there is no such message, or if its token has expired.
        """
        for said in reversed(self._said.get(answer.user, ())):
            if said.answer.channel == answer.channel and not said.answer.token.has_expired:
                return said.answer, said.message
        return None

    def _is_oldest_expired(self) -> bool:
        oldest = next(iter(self._said.values()))
        return all(each.answer.token.has_expired for each in oldest)

    def take_back(self, by: Answer) -> None:
        """Begin to delete a person's short-lived messages if the request that `by` answers was carried out.

        The person is the one who made the request. A request that only opens a form does not count, because the button
        that reopens a refused form has to stay until the form is sent. A message that this request has changed shows
        something new, and therefore stays. If it is the refusal of a form, it has become a new version of the page on
        which the person opened the form. Then that page is deleted, so that the person does not see both versions.
        """
        if by.outcome != DONE or by.first in (None, First.NO_MESSAGE):
            return
        for said in self._said.pop(by.user, ()):
            if said.answer is by:
                self._said[by.user] = (*self._said.get(by.user, ()), said)
            elif by.has_changed(said.message):
                in_background(self._delete(said.page))
            else:
                self._take_back([said])

    def round_over(self, table: int) -> None:
        """Begin to delete everybody's short-lived messages about a table, because its round or its game is over."""
        for user, all_said in tuple(self._said.items()):
            about = [said for said in all_said if said.table == table]
            if about:
                self._take_back(about)
                self._said[user] = tuple(said for said in all_said if said not in about)

    def _take_back(self, some: Iterable[_Said]) -> None:
        for said in some:
            in_background(reply.take_back(said.answer, said.message))
