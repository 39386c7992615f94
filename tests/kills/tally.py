"""Hold the counts of a long run. They are stored in a file, so that a run can be interrupted and continued."""

from pathlib import Path

import msgspec


class Tally(msgspec.Struct):
    """Holds the counts for one kind of trouble on one database.

    `kills` counts the times of trouble, even if the trouble was not a kill.
    """

    kills: int = 0
    presses: int = 0
    answers: int = 0
    direct_messages: int = 0
    seconds: float = 0.0
    found: list[str] = []


class Tallies:
    """Holds the counts that are stored in `file`.

    The counts of kills have the database as their key. All other counts have the database and the kind of trouble.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._all = msgspec.json.decode(file.read_bytes(), type=dict[str, Tally]) if file.exists() else {}

    def of(self, database: str) -> Tally:
        """Return the counts with this key."""
        return self._all.setdefault(database, Tally())

    def all(self) -> list[Tally]:
        """Return the counts for all keys."""
        return list(self._all.values())

    def add(self, database: str, more: Tally) -> None:
        """Add to the counts for a key, and save all counts."""
        so_far = self.of(database)
        for name in ("kills", "presses", "answers", "direct_messages", "seconds"):
            setattr(so_far, name, getattr(so_far, name) + getattr(more, name))
        so_far.found += more.found
        fresh = self._file.with_suffix(".new")
        fresh.write_bytes(msgspec.json.format(msgspec.json.encode(self._all)))
        fresh.replace(self._file)
