"""Add the results of games and forfeits to the statistics of every scope in which they count.

These functions count a single new game, and they also count all games again.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from bot.history import versions
from bot.history.projections import DERIVED, RANKED, taken_in
from bot.storage import Connection, countings, ledger, servers, tallies
from bot.storage.ledger import ForfeitRow
from bot.storage.tallies import NOTHING, Amounts, Scope, Tally
from engine import games
from engine.options import rules_for

S = TypeVar("S", bound=Hashable)


class Where(msgspec.Struct, frozen=True):
    """The place and the time of a result; `channel` is None if the channel is unknown.

    `guild` is the server, or the number of one of its countings. `forfeit` is the forfeit of which this is the result,
    or None.
    """

    guild: int
    channel: int | None
    variant: str
    at: datetime
    season: int | None = None
    forfeit: int | None = None


Count = tuple[Where, Tally]
"""A tally, with the place and the time for which it counts."""


def month(at: datetime) -> str:
    """Return the name of the month of `at` as a period, in UTC, such as "2026-11"."""
    return months(at, 1)[0]


def months(now: datetime, many: int) -> list[str]:
    """Return the names of the last `many` months (at least 1) in UTC, up to the month of `now`, oldest first."""
    last = now.year * 12 + now.month - 1
    return [f"{number // 12:04}-{number % 12 + 1:02}" for number in range(last - many + 1, last + 1)]


def season(number: int) -> str:
    """Return the name of a season as a period."""
    return f"s{number}"


def scopes_of(where: Where, name: str) -> list[Scope]:
    """Return the scopes in which a figure counts.

    A figure that is ranked on boards counts separately for each of its places, games and periods.
    """
    if name not in RANKED:
        return [Scope(where.guild, 0, game) for game in ("", where.variant)]
    places = [0] if where.channel is None else [0, where.channel]
    periods = ["", month(where.at)] + ([] if where.season is None else [season(where.season)])
    named = [family(where.variant)] if name == "rating" else ["", where.variant]
    return [Scope(where.guild, place, game, period) for place in places for game in named for period in periods]


@cache
def family(variant: str) -> str:
    """Return the name of the family to which a variant belongs."""
    return games.family(rules_for(variant)).name


def count(connection: Connection, counts: Iterable[Count], held: bool = False) -> None:
    """Add tallies to the figures of one server.

    The tallies are added to the server's first counting. Those of forfeits are added to its other countings, too.

    Call this at the end of a transaction, because the server's row stays locked until the transaction ends. If `held`
    is true, the caller has locked the row already.
    """
    todo = list(counts)
    forfeits = {where.forfeit for where, _ in todo if where.forfeit is not None}
    if not forfeits and not any(_changes(tally) for _, tally in todo):
        return
    guild = todo[0][0].guild
    if not held:
        servers.hold(connection, guild)
    add(connection, todo)
    others = [each for each in countings.of(connection, guild) if is_kept_up(each)] if forfeits else []
    if others:
        rows = ledger.of_ids(connection, forfeits)
        for each in others:
            add_forfeits(connection, each.number, rows)


def is_kept_up(counting: countings.Counting) -> bool:
    """Return whether this version counts each change of a forfeit in a counting that is not the first one."""
    is_there = counting.state in (countings.BUILT, countings.SHOWN)
    return is_there and counting.figures == versions.MINE.figures


def add(connection: Connection, counts: Iterable[Count]) -> None:
    """Add tallies to the figures of one counting. The caller has locked the server."""
    todo = [each for each in counts if _changes(each[1])]
    numbers = tallies.scope_numbers(
        connection, {scope for where, tally in todo for scope in scopes_of(where, tally.name)}
    )
    before = tallies.amounts_of(connection, numbers.values(), {tally.user for _, tally in todo})
    after: dict[tuple[int, str, int], Amounts] = {}
    for where, tally in todo:
        fold(before, after, [numbers[scope] for scope in scopes_of(where, tally.name)], tally)
    tallies.write(connection, before, after, RANKED)


def _changes(tally: Tally) -> bool:
    return bool(tally.amount or tally.beside or tally.name == "streak")


def add_forfeits(connection: Connection, number: int, forfeits: Sequence[ForfeitRow]) -> None:
    """Count the present states of forfeits in a counting that is not the first one. The caller has locked the server.

    The state in which each forfeit was counted before is stored, so a forfeit counts once, however often this is
    called.
    """
    before = countings.states_of(connection, number, [each.id for each in forfeits])
    changed = [each for each in forfeits if before.get(each.id) != each.state]
    add(connection, (each for row in changed for each in _difference(number, row, before.get(row.id))))
    countings.note_states(connection, number, [(each.id, each.state) for each in changed])


def _difference(number: int, forfeit: ForfeitRow, before: str | None) -> Iterator[Count]:
    """Yield the tallies of a forfeit that was counted in the state `before`, or not at all if that is None."""
    if before is not None:
        where, tally = counted_forfeit(replace(forfeit, guild=number, state=before))
        yield where, Tally(tally.user, tally.name, -tally.amount, -tally.beside)
    yield counted_forfeit(replace(forfeit, guild=number))


FORFEITS, WAIVED = "forfeits", "waived"
"""The names of the tallies: owed forfeits, with paid forfeits as the second figure, and waived forfeits."""


def counted_forfeit(forfeit: ForfeitRow) -> Count:
    """Return the tally of a forfeit in its present state.

    The forfeit counts in the month and the season in which it was first owed.
    """
    where = Where(forfeit.guild, forfeit.channel, forfeit.variant, forfeit.at, forfeit.season, forfeit.id)
    match forfeit.state:
        case ledger.WAITS | ledger.OWED:
            return where, Tally(forfeit.debtor, FORFEITS, 1, 0)
        case ledger.PAID:
            return where, Tally(forfeit.debtor, FORFEITS, 0, 1)
        case ledger.WAIVED:
            return where, Tally(forfeit.debtor, WAIVED, 1)
        case state:
            raise ValueError(f"no forfeit is {state}")


def fold(
    held: Mapping[tuple[S, str, int], Amounts],
    after: dict[tuple[S, str, int], Amounts],
    within: Iterable[S],
    tally: Tally,
) -> None:
    """Add a tally, and the figures that are derived from it, to `after` in each of these scopes.

    A figure that is not in `after` yet starts from its amount in `held`. Forgotten people (ids below 0) are not
    counted.
    """
    if tally.user < 0:
        return
    for scope in within:
        key = scope, tally.name, tally.user
        now = taken_in(tally.name, after.get(key, held.get(key, NOTHING)), (tally.amount, tally.beside))
        after[key] = now
        for name, derived in DERIVED.items():
            if derived.source == tally.name:
                after[scope, name, tally.user] = derived.of(now)
