"""What this process remembers for a while: forms that were refused, and what was done lately. A restart forgets it."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from datetime import datetime, timedelta

Fields = Mapping[str, tuple[str, ...]]
"""What was typed or chosen, by field."""

KEPT = timedelta(minutes=15)
"""How long a form can be opened again."""

MOST_PEOPLE, MOST_EACH = 1_000, 3
"""How many people have forms kept here, and how many forms each. Beyond that the oldest go."""


class KeptForms:
    """What people typed into forms that were refused."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._kept: OrderedDict[int, OrderedDict[str, tuple[datetime, Fields]]] = OrderedDict()

    def __repr__(self) -> str:
        return f"KeptForms(<of {len(self._kept)} people>)"

    def keep(self, user: int, fields: Fields) -> str:
        """Keep what somebody typed, and return the short name under which it is kept."""
        name, mine = secrets.token_hex(4), self._kept.setdefault(user, OrderedDict())
        mine[name] = (self._now(), fields)
        self._kept.move_to_end(user)
        while len(mine) > MOST_EACH:
            mine.popitem(last=False)
        while len(self._kept) > MOST_PEOPLE:
            self._kept.popitem(last=False)
        return name

    def forget(self, user: int) -> None:
        """Forget what that person typed."""
        self._kept.pop(user, None)

    def back(self, user: int, name: str) -> Fields | None:
        """Return what that person typed; None where it is gone, and for anybody else."""
        mine = self._kept.get(user)
        since, fields = mine.get(name, (None, None)) if mine is not None else (None, None)
        return fields if since is not None and self._now() - since < KEPT else None


MOST_USERNAMES = 10_000
"""How many usernames are remembered. Beyond that the oldest go."""


class Usernames:
    """What people are called on all of Discord, as their own requests said. It is stored nowhere."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, str] = OrderedDict()

    def note(self, user: int, name: str) -> None:
        """Note the username with which somebody has just asked for something."""
        self._known[user] = name
        self._known.move_to_end(user)
        while len(self._known) > MOST_USERNAMES:
            self._known.popitem(last=False)

    def forget(self, user: int) -> None:
        """Forget somebody's username."""
        self._known.pop(user, None)

    def handle(self, user: int | None) -> str:
        """Return "@name" of a person; "" where it is not known, and for computer players (None)."""
        name = self._known.get(user) if user is not None else None
        return f"@{name}" if name else ""


MOST_COOLDOWNS = 10_000
"""How many cooldowns are remembered. Beyond that the oldest go."""


class Cooldowns:
    """When something was done last, for what is done once in a while only.

    After a restart it is done once too often.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._done: OrderedDict[Hashable, tuple[datetime, ...]] = OrderedDict()

    def active(self, what: Hashable, within: timedelta) -> bool:
        """Return whether it was done within the last such time. If it was not, it counts as done now."""
        if self.again(what, 1, within) is not None:
            return True
        self.note(what, 1)
        return False

    def again(self, what: Hashable, most: int, within: timedelta) -> datetime | None:
        """Return when it may be done again, at `most` so often within such a time; None for now."""
        now = self._now()
        lately = [moment for moment in self._done.get(what, ()) if now - moment < within]
        return lately[-most] + within if len(lately) >= most else None

    def note(self, what: Hashable, most: int) -> None:
        """Note that it is done now, which only the `most` newest moments of it have to do with."""
        self._done[what] = (*self._done.get(what, ()), self._now())[-most:]
        self._done.move_to_end(what)
        while len(self._done) > MOST_COOLDOWNS:
            self._done.popitem(last=False)
