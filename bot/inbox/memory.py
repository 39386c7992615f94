"""Recent things in the memory of the process: refused forms, and actions. A restart forgets them."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from datetime import datetime, timedelta

Fields = Mapping[str, tuple[str, ...]]
"""The typed text or choices, by field."""

KEPT = timedelta(minutes=15)
"""How long a form can be opened again."""

MOST_PEOPLE, MOST_EACH = 1_000, 3
"""How many people's forms are kept, and how many forms of each. Beyond that the oldest are dropped."""


class KeptForms:
    """People's input to refused forms."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._kept: OrderedDict[int, OrderedDict[str, tuple[datetime, Fields]]] = OrderedDict()

    def __repr__(self) -> str:
        return f"KeptForms(<of {len(self._kept)} people>)"

    def keep(self, user: int, fields: Fields) -> str:
        """Keep somebody's input, and return the short name under which it is kept."""
        name, mine = secrets.token_hex(4), self._kept.setdefault(user, OrderedDict())
        mine[name] = (self._now(), fields)
        self._kept.move_to_end(user)
        while len(mine) > MOST_EACH:
            mine.popitem(last=False)
        while len(self._kept) > MOST_PEOPLE:
            self._kept.popitem(last=False)
        return name

    def forget(self, user: int) -> None:
        """Forget that person's input."""
        self._kept.pop(user, None)

    def back(self, user: int, name: str) -> Fields | None:
        """Return that person's input; None if it is gone, and for anybody else."""
        mine = self._kept.get(user)
        since, fields = mine.get(name, (None, None)) if mine is not None else (None, None)
        return fields if since is not None and self._now() - since < KEPT else None


MOST_USERNAMES = 10_000
"""The number of usernames remembered. Beyond that the oldest are dropped."""


class Usernames:
    """People's names on all of Discord, from their own requests. They are stored nowhere."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, str] = OrderedDict()

    def note(self, user: int, name: str) -> None:
        """Record the username of somebody who has just asked for something."""
        self._known[user] = name
        self._known.move_to_end(user)
        while len(self._known) > MOST_USERNAMES:
            self._known.popitem(last=False)

    def forget(self, user: int) -> None:
        """Forget somebody's username."""
        self._known.pop(user, None)

    def handle(self, user: int | None) -> str:
        """Return a person's "@name"; "" if it is not known, and for computer players (None)."""
        name = self._known.get(user) if user is not None else None
        return f"@{name}" if name else ""


MOST_COOLDOWNS = 10_000
"""The number of cooldowns remembered. Beyond that the oldest are dropped."""


class Cooldowns:
    """The last times of actions that are limited.

    After a restart an action is possible once too often.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._done: OrderedDict[Hashable, tuple[datetime, ...]] = OrderedDict()

    def active(self, what: Hashable, within: timedelta) -> bool:
        """Return whether it was done within this time. If it was not, it counts as done now."""
        if self.again(what, 1, within) is not None:
            return True
        self.note(what, 1)
        return False

    def again(self, what: Hashable, most: int, within: timedelta) -> datetime | None:
        """Return when it may be done again, if `most` times are allowed within such a time; None for now."""
        now = self._now()
        lately = [moment for moment in self._done.get(what, ()) if now - moment < within]
        return lately[-most] + within if len(lately) >= most else None

    def note(self, what: Hashable, most: int) -> None:
        """Record that it is done now; only the `most` newest times count."""
        self._done[what] = (*self._done.get(what, ()), self._now())[-most:]
        self._done.move_to_end(what)
        while len(self._done) > MOST_COOLDOWNS:
            self._done.popitem(last=False)
