"""Counting everything anew: from the opening balances, the games that are kept, and the forfeits as they stand."""

from collections import defaultdict
from collections.abc import Iterator

from bot.history import archive, forfeits
from bot.storage import Connection, ledger, tallies
from bot.storage.tallies import Sums, gather

AT_ONCE = 1000
"""Forfeits that are read together."""


def rebuild(connection: Connection) -> int:
    """Count all tallies anew, in one transaction; gives how many games were counted."""
    tallies.clear(connection)
    opened: dict[int, set[str]] = defaultdict(set)
    sums: dict[int, Sums] = defaultdict(dict)
    for game, guild, tally in tallies.openings(connection):
        opened[game].add(tally.name)
        gather(sums[guild], [tally])
    many = 0
    for played in archive.games(connection):
        gather(sums[played.guild], archive.counted(played, frozenset(opened.get(played.id, ()))))
        many += 1
    for forfeit in _forfeits(connection):
        gather(sums[forfeit.guild], [forfeits.counted(forfeit)])
    tallies.fill(connection, sums)
    return many


def _forfeits(connection: Connection) -> Iterator[ledger.ForfeitRow]:
    last = 0
    while rows := ledger.forfeits(connection, last, AT_ONCE):
        yield from rows
        last = rows[-1].id
