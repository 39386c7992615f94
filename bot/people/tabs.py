"""Tabs page by page: who owes whom how many forfeits, and their words if the reader may see them."""

from collections.abc import Collection, Sequence
from itertools import chain

import msgspec

from bot.storage import Connection, ledger, personal
from bot.storage.ledger import ForfeitRow, Side
from bot.storage.sight import Sight
from bot.tables import owed
from bot.tables.model import Forfeit, Who

PAGE = 10
"""The number of pairs on a page of a tab."""
MOST_IN_WORDS = 4
"""The most forfeits of a pair whose words are on a page."""
MOST_READ = 400
"""The most forfeits that are read for a page. A pair with further forfeits is shown by its number."""


class Pair(msgspec.Struct, frozen=True):
    """How many forfeits somebody owes somebody else (None: the table).

    `lines` are the oldest of them if the reader may see all of them; otherwise it is empty.
    """

    debtor: Who
    creditor: Who | None
    many: int
    lines: tuple[Forfeit, ...] = ()


class Tab(msgspec.Struct, frozen=True):
    """A page of a tab: the `side` of `user` that it shows, with a pair of people in each row, oldest forfeit first.

    `name` is the person's last name on the server, "" if it is unknown and on a whole server's tab. `many` is the
    number of forfeits on all pages, None for a whole server's tab, which is not counted. The page begins after number
    `after`; `more` is the number after which the next page begins, None on the last page. `unsure` are the private
    threads of which only Discord knows whether the reader may see their forfeits.
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
    """Return a page of what a person owes or is owed, or of a server's open forfeits, after number `after`."""
    found = ledger.pairs(connection, guild, side, user, after, PAGE + 1)
    here, more = found[:PAGE], found[PAGE - 1].id if len(found) > PAGE else None
    rows = ledger.of_pairs(connection, guild, here, MOST_READ) if here else []
    hidden = _hidden(connection, rows, sight)
    pairs = _pairs(connection, guild, here, rows, set(map(_who, hidden)))
    unsure = tuple(dict.fromkeys(row.channel for row in hidden if sight.is_unsure(row.venue)))
    if side == "all":
        return Tab(side, user, "", pairs, None, after, more, unsure)
    name = personal.names(connection, guild, [user]).get(user, "")
    return Tab(side, user, name, pairs, ledger.many_open(connection, guild, side, user), after, more, unsure)


def _hidden(connection: Connection, rows: Sequence[ForfeitRow], sight: Sight) -> list[ForfeitRow]:
    """Return the forfeits whose words the reader may not see: neither their own, nor in their sight."""
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
    """Return the pairs of a page, with their words unless some of them are `hidden`."""
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
