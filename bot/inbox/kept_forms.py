"""Forms that were refused, as they were filled in: kept in memory for a while, so that nobody types anything twice."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

Fields = Mapping[str, tuple[str, ...]]
"""By field, what was typed or chosen."""
KEPT = timedelta(minutes=15)
"""How long a form can be gone back to."""
MOST, MOST_EACH = 1_000, 3
"""How many people's forms are kept, and how many of one person's; beyond that the oldest go."""


class KeptForms:
    """What people typed into forms that were refused. A restart forgets it."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._kept: OrderedDict[int, OrderedDict[str, tuple[datetime, Fields]]] = OrderedDict()

    def __repr__(self) -> str:
        return f"KeptForms(<of {len(self._kept)} people>)"

    def keep(self, user: int, fields: Fields) -> str:
        """Keep what somebody typed; under which short name."""
        name, mine = secrets.token_hex(4), self._kept.setdefault(user, OrderedDict())
        mine[name] = (self._now(), fields)
        self._kept.move_to_end(user)
        while len(mine) > MOST_EACH:
            mine.popitem(last=False)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return name

    def forget(self, user: int) -> None:
        """Keep nothing of that person."""
        self._kept.pop(user, None)

    def back(self, user: int, name: str) -> Fields | None:
        """What that person typed; None where it is gone, and for anybody else."""
        mine = self._kept.get(user)
        since, fields = mine.get(name, (None, None)) if mine is not None else (None, None)
        return fields if since is not None and self._now() - since < KEPT else None
