"""Add the results of games and forfeits to the figures of every scope in which they count.

The same functions are used to count a single game and to rebuild all figures.
"""

from collections.abc import Hashable, Iterable, Mapping
from datetime import datetime
from functools import cache
from typing import TypeVar

import msgspec

from bot.history.projections import DERIVED, RANKED, taken_in
from bot.storage import Connection, servers, tallies
from bot.storage.tallies import NOTHING, Amounts, Scope, Tally
from engine import games
from engine.options import rules_for

S = TypeVar("S", bound=Hashable)


class Where(msgspec.Struct, frozen=True):
    """The place and the time of a result; `channel` is None if the channel is unknown."""

    guild: int
    channel: int | None
    variant: str
    at: datetime
    season: int | None = None


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

    Call this at the end of a transaction, because the server's row stays locked until the transaction ends. If `held`
    is true, the caller has locked the row already.
    """
    todo = [each for each in counts if each[1].amount or each[1].beside or each[1].name == "streak"]
    if not todo:
        return
    if not held:
        servers.hold(connection, todo[0][0].guild)
    numbers = tallies.scope_numbers(
        connection, {scope for where, tally in todo for scope in scopes_of(where, tally.name)}
    )
    before = tallies.amounts_of(connection, numbers.values(), {tally.user for _, tally in todo})
    after: dict[tuple[int, str, int], Amounts] = {}
    for where, tally in todo:
        fold(before, after, [numbers[scope] for scope in scopes_of(where, tally.name)], tally)
    tallies.write(connection, before, after, RANKED)


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
