"""Read a tab page by page.

A tab lists the number of forfeits that one person owes another, and their words if the reader may see them.
"""

from collections.abc import Collection, Sequence
from itertools import chain

import msgspec

from bot.storage import Connection, ledger, personal
from bot.storage.ledger import ForfeitRow, Side
from bot.storage.members import NEXT, Near
from bot.storage.sight import Sight
from bot.tables import owed
from bot.tables.model import Forfeit, Who

PAGE = 10
"""The number of pairs of people on one page."""
MOST_IN_WORDS = 4
"""The most forfeits of one pair whose words a page shows."""
MOST_READ = 400
"""The most forfeits that are read for a page. If a pair has more, only their number is shown."""


class Pair(msgspec.Struct, frozen=True):
    """The number of forfeits that one person owes another person.

    If `creditor` is None, they are owed to the whole table.

    `lines` contains the oldest of these forfeits if the reader may see the words of all of them. Otherwise it is
    empty.
    """

    debtor: Who
    creditor: Who | None
    many: int
    lines: tuple[Forfeit, ...] = ()


class Tab(msgspec.Struct, frozen=True):
    """A page of a tab. Each row is a pair of people, and the pair with the oldest forfeit comes first.

    `side` says which forfeits of `user` the tab shows. Pairs of whom one has left the server are only on the person's
    own tab, and on the side "left" if both have. `name` is the person's name in the rows, or their last name on the
    server if they are in no row. It is "" if the name is unknown, or if the tab is that of a whole server. `many` is
    the number of forfeits on all pages, or None for all forfeits of a whole server. The page begins after the forfeit
    with the number `after`. `more` is the number after which the next page begins, or None on the last page. `unsure`
    has private threads in which forfeits arose. Only Discord knows whether the reader may see these threads.
    """

    side: Side
    user: int
    name: str
    pairs: tuple[Pair, ...]
    many: int | None
    after: int
    more: int | None
    unsure: tuple[int, ...] = ()


def tab(connection: Connection, guild: int, side: Side, user: int, after: int, sight: Sight) -> Tab:
    """Return a page of a tab, as `Debts.tab` does."""
    present = _is_of_others(side, user, sight.user)
    found = ledger.pairs(connection, guild, side, user, after, PAGE + 1, present)
    here, more = found[:PAGE], found[PAGE - 1].id if len(found) > PAGE else None
    rows = ledger.of_pairs(connection, guild, here, MOST_READ) if here else []
    hidden = _hidden(connection, rows, sight)
    pairs = _pairs(connection, guild, here, rows, set(map(_who, hidden)))
    unsure = tuple(dict.fromkeys(row.channel for row in hidden if sight.is_unsure(row.venue)))
    if side == "all":
        return Tab(side, user, "", pairs, None, after, more, unsure)
    many = ledger.many_open(connection, guild, side, user, present)
    return Tab(side, user, _name(connection, guild, user, pairs), pairs, many, after, more, unsure)


def near(connection: Connection, guild: int, side: Side, user: int, after: int, reader: int) -> Near:
    """Return the people on a page of a tab, and everybody in its rows and the next rows."""
    rows = ledger.pairs(connection, guild, side, user, after, PAGE + NEXT)
    here = rows[:PAGE]
    if _is_of_others(side, user, reader):
        here = ledger.pairs(connection, guild, side, user, after, PAGE, present=True)
    return Near(_people(here), _people(rows))


def _people(rows: Sequence[ForfeitRow]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(user for row in rows for user in (row.debtor, row.creditor) if user is not None))


def _is_of_others(side: Side, user: int, reader: int) -> bool:
    """Return whether a tab is not the reader's own, so that people who have left the server are left out."""
    return side != "left" and (side == "all" or user != reader)


def _name(connection: Connection, guild: int, user: int, pairs: Sequence[Pair]) -> str:
    """Return the name of the person whose tab this is: the one in the rows, or their last name on the server."""
    people = [who for pair in pairs for who in (pair.debtor, pair.creditor) if who is not None]
    name = next((who.name for who in people if who.id == user), None)
    return personal.names(connection, guild, [user]).get(user, "") if name is None else name


def _hidden(connection: Connection, rows: Sequence[ForfeitRow], sight: Sight) -> list[ForfeitRow]:
    """Return the forfeits whose words the reader may not see.

    The reader may see forfeits that they owe or are owed, forfeits of tables at which they sat, and forfeits in their
    `sight`.
    """
    others = [row for row in rows if sight.user not in (row.debtor, row.creditor) and not sight.sees(row.venue)]
    sat = ledger.sat(connection, {row.table_id for row in others}, sight.user) if others else frozenset()
    return [row for row in others if row.table_id not in sat]


def _pairs(
    connection: Connection,
    guild: int,
    found: Sequence[ForfeitRow],
    rows: Sequence[ForfeitRow],
    hidden: Collection[tuple[int, int | None]],
) -> tuple[Pair, ...]:
    """Return the pairs of a page. A pair has no words if it is `hidden` or if not all of its forfeits were read."""
    many = ledger.many_of_pairs(connection, guild, found) if found else {}
    of = {_who(each): [row for row in rows if _who(row) == _who(each)] for each in found}
    told = {who for who, theirs in of.items() if who not in hidden and len(theirs) == many[who]}
    shown = [of[_who(each)][:MOST_IN_WORDS] if _who(each) in told else [each] for each in found]
    lines = {line.id: line for line in owed.lines(connection, chain.from_iterable(shown))}
    return tuple(
        Pair(
            *(lines[theirs[0].id].debtor, lines[theirs[0].id].creditor, many[_who(theirs[0])]),
            tuple(lines[row.id] for row in theirs) if _who(theirs[0]) in told else (),
        )
        for theirs in shown
    )


def _who(row: ForfeitRow) -> tuple[int, int | None]:
    return row.debtor, row.creditor
