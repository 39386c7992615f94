"""Watch the bot's requests for two faults: a second answer to an interaction, and an edit without a token.

If an interaction's token allows an edit, the bot must use the token.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

import msgspec

from bot.sandbox.adapter import Interaction
from tests.simulation.loop import PROCESS

CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")
WEBHOOK = re.compile(r"/webhooks/\d+/([^/]+?)(?:/messages/([^/]+))?")
EDIT = re.compile(r"/channels/\d+/messages/(\d+)")
UPDATES = (6, 7)
"""Discord's types of answers that change the pressed message."""
TWICE = 40060
GOOD_FOR = 14 * 60.0
"""The seconds for which an interaction's token counts as good."""
RATE_LIMITED = 429
"""The status of a request that Discord did not look at."""
REPEATED = (0, 429, 500, 502, 503, 504)
"""The statuses after which discord.py repeats a request. 0 means a broken connection."""
PAUSE = 11.0
"""The most seconds that discord.py waits before it repeats a request."""
PATIENCE = 4.0
"""The seconds that an edit with a token may take before the bot edits without a token."""
IN_TIME = 3.0
"""The seconds in which an edit with a token is surely in time, even if it waited before it was sent."""


class Token(msgspec.Struct):
    """Holds what one process may do with an interaction's token.

    `messages` are the messages that the process may edit with the token. `since` is the time from which it has known
    that.
    """

    since: float
    messages: set[int] = set()


class Tokens:
    """Holds the tokens of each process. `seen` counts answers and edits by their kind."""

    def __init__(
        self, by_number: Callable[[int], Interaction | None], find: Callable[[str], None], now: Callable[[], float]
    ) -> None:
        self._by_number, self._find, self._now = by_number, find, now
        self._known: dict[tuple[int, int], Token] = {}
        self._numbers: dict[str, int] = {}
        self._tries: defaultdict[int, list[int]] = defaultdict(list)
        self._failed: dict[tuple[int, int], float] = {}
        self._under_way: defaultdict[tuple[int, str, str], list[float]] = defaultdict(list)
        self._repeated: dict[tuple[int, int], tuple[float, float]] = {}
        self.seen: Counter[str] = Counter()

    def sent(self, method: str, path: str) -> None:
        """Note that the current process sends a request."""
        self._under_way[PROCESS.get(), method, path].append(self._now())
        if found := CALLBACK.fullmatch(path):
            self._tries[int(found[1])].append(PROCESS.get())
        elif method == "PATCH" and (found := EDIT.fullmatch(path)):
            self._edits_by_itself(int(found[1]))

    def ended(self, method: str, path: str, status: int, body: Any, began: float) -> None:
        """Note that a request of the current process has ended. `status` is 0 if its connection broke."""
        mine = PROCESS.get(), method, path
        self._under_way[mine].remove(began)
        if not self._under_way[mine]:
            del self._under_way[mine]
        if edited := EDIT.fullmatch(path):
            self._edited(int(edited[1]), status, began)
        if found := CALLBACK.fullmatch(path):
            number = self._numbers[path.split("/")[3]] = int(found[1])
            self._answered(number, status, body)
        elif found := WEBHOOK.fullmatch(path):
            number = self._numbers.get(found[1], 0)
            if method == "POST" and isinstance(body, dict) and "id" in body:
                self._of(number).messages.add(int(body["id"]))
        else:
            return
        if not 200 <= status < 300 or self._now() - began >= IN_TIME:
            for message in self._touched(number):
                self._failed[PROCESS.get(), message] = self._now()

    def _edited(self, message: int, status: int, began: float) -> None:
        """Note the end of an edit without a token.

        If discord.py will repeat the request, store the time at which the bot decided to edit.
        """
        mine = PROCESS.get(), message
        if status in REPEATED:
            self._repeated[mine] = self._decided(message, began), self._now()
        else:
            self._repeated.pop(mine, None)

    def _decided(self, message: int, sent: float) -> float:
        """Return the time at which the bot decided to make the edit that is sent now.

        This is `sent`, unless the request repeats an earlier one.
        """
        decided, failed = self._repeated.get((PROCESS.get(), message), (sent, sent))
        return decided if sent - failed <= PAUSE else sent

    def _touched(self, number: int) -> set[int]:
        """Return the messages that the current process may edit with an interaction's token.

        They include the message whose button was pressed.
        """
        record = self._by_number(number)
        return {*self._of(number).messages, (record.source_message_id if record is not None else None) or 0}

    def _takes_long(self, message: int) -> bool:
        """Return whether a request with a token for this message takes so long that the bot no longer waits for it."""
        mine, latest = PROCESS.get(), self._now() - PATIENCE + 0.01
        late = [path for (process, _, path), began in self._under_way.items() if process == mine and began[0] <= latest]
        return any(number and message in self._touched(number) for number in map(self._number_in, late))

    def _number_in(self, path: str) -> int:
        """Return the id of the interaction whose token a request uses, or 0 if it uses none."""
        if found := CALLBACK.fullmatch(path):
            return int(found[1])
        by_token = WEBHOOK.fullmatch(path)
        return self._numbers.get(by_token[1], 0) if by_token is not None else 0

    def _of(self, number: int) -> Token:
        return self._known.setdefault((PROCESS.get(), number), Token(self._now()))

    def _answered(self, number: int, status: int, body: Any) -> None:
        token, record = self._of(number), self._by_number(number)
        self.seen["first answers"] += 1
        if 200 <= status < 300 and record is not None and record.modal is None:
            pressed_or_new = record.source_message_id if record.message_id is None else record.message_id
            token.messages.add(pressed_or_new or 0)
        if status == RATE_LIMITED:
            self._tries[number].remove(PROCESS.get())
        if isinstance(body, dict) and body.get("code") == TWICE:
            self._answered_twice(number)

    def _answered_twice(self, number: int) -> None:
        """Note that Discord refused an answer because the interaction already had one.

        This is not a fault if the gateway delivered the interaction to two processes and the current process answered
        only once.
        """
        tries = self._tries[number]
        if tries.count(PROCESS.get()) == 1 and len(set(tries)) > 1:
            self.seen["answers after an earlier process"] += 1
        else:
            self.seen["answered twice"] += 1
            self._find(f"answered twice: interaction {number}")

    def _edits_by_itself(self, message: int) -> None:
        self.seen["edits by the bot"] += 1
        mine, now = PROCESS.get(), self._now()
        decided = self._decided(message, now)
        if now - self._failed.get((mine, message), -GOOD_FOR) < GOOD_FOR or self._takes_long(message):
            return
        for (process, number), token in self._known.items():
            is_known = (
                message in token.messages and token.since <= decided
            )  # the bot decided on a repeated request earlier
            if process == mine and is_known and now - token.since < GOOD_FOR:
                self.seen["edits in vain"] += 1
                self._find(f"edited by the bot: message {message}, though interaction {number} may edit it")
                return
