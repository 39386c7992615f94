"""Remember refused forms, open lessons, usernames, last presses, and the times of limited actions in this process.

All of these are forgotten at a restart.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from datetime import datetime, timedelta

from bot.presses.base import GameMove, Press

Fields = Mapping[str, tuple[str, ...]]
"""Maps the name of each field of a form to its typed text or its choices."""

KEPT = timedelta(minutes=15)
"""The time for which a refused form can be opened again with its input."""

MOST_PEOPLE, MOST_EACH = 1_000, 3
"""The most people whose forms are kept, and the most forms of each person. The oldest are dropped first."""


class KeptForms:
    """Keeps the input of refused forms, so that people can open the forms again and correct the input."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._kept: OrderedDict[int, OrderedDict[str, tuple[datetime, Fields]]] = OrderedDict()

    def __repr__(self) -> str:
        return f"KeptForms(<of {len(self._kept)} people>)"

    def keep(self, user: int, fields: Fields) -> str:
        """Keep a person's input to a form, and return the short name under which it is kept."""
        name, mine = secrets.token_hex(4), self._kept.setdefault(user, OrderedDict())
        mine[name] = (self._now(), fields)
        self._kept.move_to_end(user)
        while len(mine) > MOST_EACH:
            mine.popitem(last=False)
        while len(self._kept) > MOST_PEOPLE:
            self._kept.popitem(last=False)
        return name

    def forget(self, user: int) -> None:
        """Forget all input of a person."""
        self._kept.pop(user, None)

    def back(self, user: int, name: str) -> Fields | None:
        """Return the input that was kept for `user` under `name`, or None if it is no longer kept."""
        mine = self._kept.get(user)
        since, fields = mine.get(name, (None, None)) if mine is not None else (None, None)
        return fields if since is not None and self._now() - since < KEPT else None


MOST_LEARNERS = 1_000
"""The most people whose open lessons are remembered. The oldest are dropped first."""


class OpenLessons:
    """Remembers who is in the middle of a lesson, and where, as long as Discord lets its message change."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._open: OrderedDict[int, tuple[int, datetime]] = OrderedDict()

    def note(self, user: int, channel: int) -> None:
        """Remember that a person has just made a step of a lesson in this channel."""
        self._open[user] = (channel, self._now())
        self._open.move_to_end(user)
        while len(self._open) > MOST_LEARNERS:
            self._open.popitem(last=False)

    def forget(self, user: int) -> None:
        """Forget the lesson of a person: it is over, or the person wants to be forgotten."""
        self._open.pop(user, None)

    def has(self, user: int, channel: int) -> bool:
        """Return whether a person made a step of an unfinished lesson in this channel a while ago."""
        where, since = self._open.get(user, (None, None))
        return since is not None and where == channel and self._now() - since < KEPT


MOST_USERNAMES = 10_000
"""The most usernames that are remembered. The oldest are dropped first."""


class Usernames:
    """Remembers the Discord usernames of people who have made requests. The usernames are stored nowhere else."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, str] = OrderedDict()

    def note(self, user: int, name: str) -> None:
        """Remember the username of a person who has just made a request."""
        self._known[user] = name
        self._known.move_to_end(user)
        while len(self._known) > MOST_USERNAMES:
            self._known.popitem(last=False)

    def forget(self, user: int) -> None:
        """Forget the username of a person."""
        self._known.pop(user, None)

    def handle(self, user: int | None) -> str:
        """Return a person's username as "@name", or "" if it is not known or `user` is None."""
        name = self._known.get(user) if user is not None else None
        return f"@{name}" if name else ""


A_LOOK = timedelta(seconds=0.7)
"""In a shorter time than this, nobody can look at a message that has changed and choose a button of it."""

MOST_TAPS = 2_000
"""The most people whose last press is remembered. The oldest presses are dropped first."""


class Taps:
    """Remembers each person's last press, to recognize the second half of a double tap."""

    def __init__(self, now: Callable[[], datetime], look: timedelta = A_LOOK) -> None:
        """Set up without presses. A press is remembered until `look` after its answer."""
        self._now, self.look = now, look
        self._last: OrderedDict[int, tuple[int, Press, datetime]] = OrderedDict()

    def note(self, user: int, message: int, press: Press) -> None:
        """Remember a person's press on a message, which is being answered or has just been answered."""
        if press.keeps_buttons():
            return
        self._last[user] = (message, press, self._now())
        self._last.move_to_end(user)
        while len(self._last) > MOST_TAPS:
            self._last.popitem(last=False)

    def is_second(self, user: int, message: int, press: Press, is_private: bool) -> bool:
        """Return whether a press is the second half of a double tap and would do something that nobody chose.

        On a private message, the answer to the first half may have put another button under the finger. On a public
        message, only a repeated press is such a half, and a player's moves always count: the fastest player wins.
        """
        if user not in self._last or not press.deliberate:
            return False
        where, first, since = self._last[user]
        is_double = where == message and self._now() - since < self.look
        return is_double and (is_private or (first == press and not isinstance(press, GameMove)))


MOST_COOLDOWNS = 10_000
"""The most cooldowns that are remembered. The oldest are dropped first."""


class Cooldowns:
    """Remembers when limited actions were last done.

    After a restart an action may be done again as often as its limit allows.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._done: OrderedDict[Hashable, tuple[datetime, ...]] = OrderedDict()

    def active(self, what: Hashable, within: timedelta) -> bool:
        """Return whether `what` was done within this time. If it was not, record that it is done now."""
        if self.again(what, 1, within) is not None:
            return True
        self.note(what, 1)
        return False

    def again(self, what: Hashable, most: int, within: timedelta) -> datetime | None:
        """Return the time at which `what` may be done again, or None if it may be done now.

        It may be done `most` times in any period of the length `within`.
        """
        now = self._now()
        lately = [moment for moment in self._done.get(what, ()) if now - moment < within]
        return lately[-most] + within if len(lately) >= most else None

    def forget(self, what: Hashable) -> None:
        """Allow `what` again at once, because it failed."""
        self._done.pop(what, None)

    def note(self, what: Hashable, most: int) -> None:
        """Record that `what` is done now, and keep its `most` newest times."""
        self._done[what] = (*self._done.get(what, ()), self._now())[-most:]
        self._done.move_to_end(what)
        while len(self._done) > MOST_COOLDOWNS:
            self._done.popitem(last=False)
