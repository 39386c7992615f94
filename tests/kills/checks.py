"""Check the database after each kill, because the process may have died at any step."""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256

from msgspec.structs import replace
from sqlalchemy import Connection, select

from bot.storage import event_rows, ledger, schema, table_rows
from bot.tables import encoding
from engine import games
from engine.core.events import ForfeitOwed, RoundBegan
from tests.kills.seen import DirectMessage, Seen
from tests.swarm.health import is_no_fold

Prefix = tuple[int, str]
"""The number of a table's events at the last check, and their hash."""


class Checks:
    """Checks a database after each kill, and remembers its state for the next check.

    `direct_messages` counts the DMs that were compared with the stored dice.
    """

    def __init__(self, seen: Seen) -> None:
        self._seen, self._before = seen, dict[int, Prefix]()
        self.direct_messages = 0

    def look(self, connection: Connection) -> list[str]:
        """Check the database, and return a sentence for each fault."""
        return list(self._look(connection))

    def _look(self, connection: Connection) -> Iterator[str]:
        t = schema.tables.c
        versions = {row.id: row.version for row in connection.execute(select(t.id, t.version))}
        for table, version in self._seen.versions.items():
            if versions.get(table, 0) < version:
                yield f"lost: table {table} was shown at version {version}, and is at {versions.get(table)}"
        keys = {f"i:{number}" for number in self._seen.kept}
        found = set(connection.execute(select(schema.answers.c.key).where(schema.answers.c.key.in_(keys))).scalars())
        yield from (f"lost: the press {key} was answered by its change, and is not known" for key in keys - found)
        self._seen.kept.clear()
        for table in versions:
            if sentence := is_no_fold(connection, table):
                yield sentence
            yield from self._tells_the_same_story(connection, table)
            yield from _dares(connection, table)
        yield from self._was_thrown_once(connection)
        several = {row.id for row in connection.execute(select(t.id, t.setup)) if _is_the_cup(row.setup)}
        yield from self._seen.twice(frozenset(several))

    def _tells_the_same_story(self, connection: Connection, table: int) -> Iterator[str]:
        """Check that the events that were there at the last check are unchanged.

        If they differ, dice were thrown again or a move was undone.
        """
        stored = event_rows.events(connection, table)
        many, known = self._before.get(table, (0, _hash([])))
        if stored and (len(stored) < many or _hash(stored[:many]) != known):
            yield f"another story: the first {many} events of table {table} are not what they were"
        self._before[table] = len(stored), _hash(stored)

    def _was_thrown_once(self, connection: Connection) -> Iterator[str]:
        """Check that each person's DM shows the dice that are stored for that person."""
        direct_messages, self._seen.direct_messages = self._seen.direct_messages, list[DirectMessage]()
        thrown = {table: dict(_throws(connection, table)) for table in {each.table for each in direct_messages}}
        for each in direct_messages:
            hands = thrown[each.table].get((each.round, each.user))
            if hands is None:
                continue  # a game of the cup, whose dice are passed on, or a game whose events were deleted
            self.direct_messages += 1
            if not hands & each.told:
                yield f"thrown again: {each.user} was told other dice of round {each.round} of table {each.table}"


def _throws(connection: Connection, table: int) -> Iterator[tuple[tuple[int, int], set[tuple[int, ...]]]]:
    """Yield the dice that were thrown at a table, for each round and person."""
    row = table_rows.table(connection, table)
    if row is None or _is_the_cup(row.setup):
        return
    seats, found, number = encoding.seats(row.seats), dict[tuple[int, int], set[tuple[int, ...]]](), 0
    for event in map(encoding.event, event_rows.events(connection, table)):
        if isinstance(event, RoundBegan):
            number += 1
        if isinstance(event, games.bid_events.Thrown):
            for seat, dice in event.throws:
                found.setdefault((number, seats[seat].user or 0), set()).add(tuple(sorted(dice)))
    yield from found.items()


def _is_the_cup(setup: bytes) -> bool:
    return encoding.setup(setup).variant == "cup"


def _hash(stored: list[event_rows.EventRow]) -> str:
    """Return a hash of events without the words of dares, because a winner may swap a dare for another one."""
    return sha256(b"".join(b"%d %b" % (each.seq, _without_dare(each)) for each in stored)).hexdigest()


def _without_dare(row: event_rows.EventRow) -> bytes:
    event = encoding.event(row) if row.kind == DARE else None
    return encoding.encode(replace(event, what="")) if isinstance(event, ForfeitOwed) else row.body


DARE = ForfeitOwed.__struct_config__.tag


def _dares(connection: Connection, table: int) -> Iterator[str]:
    """Check that each dare in the ledger has the words of its event, also after a swap."""
    row = table_rows.table(connection, table)
    if row is not None and encoding.setup(row.setup).deck is not None:
        owed = [encoding.event(each) for each in event_rows.events(connection, table) if each.kind == DARE]
        drawn = Counter(each.what for each in owed if isinstance(each, ForfeitOwed))
        if others := Counter(ledger.words_at(connection, [table])) - drawn:
            yield f"half a swap: table {table} has the dares {list(others)} only in the ledger"
