"""Meetings: how two people fared against each other, seen from each of them."""

from collections.abc import Iterator, Mapping

import msgspec
from sqlalchemy import Connection, delete, select

from bot.storage import many as rows
from bot.storage import schema as db
from bot.storage.many import Upsert

M = db.meetings.c
COLUMNS = ("games", "ahead", "behind", "caught")
_MORE = Upsert(db.meetings, added=COLUMNS)


class Meeting(msgspec.Struct, frozen=True):
    """The `games` that two people played together, seen from one of them.

    In how many they finished `ahead` of or `behind` the other, and how often they `caught` the other's lie.
    """

    games: int = 0
    ahead: int = 0
    behind: int = 0
    caught: int = 0

    def __add__(self, more: "Meeting") -> "Meeting":
        """Both together."""
        return Meeting(
            self.games + more.games, self.ahead + more.ahead, self.behind + more.behind, self.caught + more.caught
        )


Pair = tuple[int, int, int]
"""A server, a person, and the other."""


def add(connection: Connection, meetings: Mapping[Pair, Meeting]) -> None:
    """Count more."""
    _MORE.write(connection, _rows(meetings))


def fill(connection: Connection, meetings: Mapping[Pair, Meeting]) -> None:
    """Write what was counted anew, in place of all there was."""
    connection.execute(delete(db.meetings))
    rows.fill(connection, db.meetings, _rows(meetings))


def between(connection: Connection, guild: int, user: int, other: int) -> Meeting:
    """How `user` fared against `other`."""
    query = select(*(M[name] for name in COLUMNS)).where(M.guild == guild, M.user == user, M.other == other)
    row = connection.execute(query).one_or_none()
    return Meeting(*row) if row is not None else Meeting()


def most_met(connection: Connection, guild: int, user: int, many: int) -> list[tuple[int, Meeting]]:
    """Whom `user` has played with most often, at most `many`."""
    query = select(M.other, *(M[name] for name in COLUMNS)).where(M.guild == guild, M.user == user)
    found = connection.execute(query.order_by(M.games.desc(), M.other).limit(many))
    return [(row[0], Meeting(*row[1:])) for row in found]


def _rows(meetings: Mapping[Pair, Meeting]) -> Iterator[tuple[int, ...]]:
    """Rows of the table, in one order for all who write."""
    return ((*pair, *msgspec.structs.astuple(each)) for pair, each in sorted(meetings.items()))
