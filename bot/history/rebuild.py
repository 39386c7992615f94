"""Count all figures again, from the opening balances, the stored games and the present states of the forfeits."""

import logging
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime

from bot.history import archive, forfeits
from bot.history.achievements import ACHIEVEMENTS
from bot.history.counting import Count, Where, fold, scopes_of
from bot.history.projections import RANKED
from bot.history.ratings import RatedAs
from bot.history.worth import counted
from bot.storage import Connection, achievements, facts, ledger, ratings, tallies
from bot.storage import kept_games as stored
from bot.storage.kept_games import RatedRow
from bot.storage.ratings import Meeting, Pair, Player, Rating
from bot.storage.store import Store
from bot.storage.tallies import Amounts, Scope, Tally

log = logging.getLogger(__name__)

AT_ONCE = 1000
"""The most forfeits that one query reads."""

FIGURES = 6
"""The version of the figures. Raise it above `COUNTING` when you change a projection or a fold."""
COUNTING = str(max(FIGURES, *(each.since for each in ACHIEVEMENTS.values())))
"""The version of the counting of figures and achievements.

After it is raised, the next start counts all of them again.
"""

Figures = dict[tuple[Scope, str, int], Amounts]


def rebuild(connection: Connection) -> int:
    """Count all figures again in one transaction; return the number of games that were counted.

    Games are counted in their original order, because streaks and ratings depend on the order. Raises `CannotStart` if
    a newer version has kept a game, because this version could not count that game.
    """
    stored.require_readable(connection)
    tallies.clear(connection)
    opened: dict[int, set[str]] = defaultdict(set)
    figures: Figures = {}
    for count in _openings(connection, opened):
        _take(figures, count)
    many = _games(connection, figures, opened)
    for forfeit in _forfeits(connection):
        _take(figures, forfeits.counted(forfeit))
    _write(connection, figures)
    facts.set_fact(connection, "counting", COUNTING)
    return many


async def recount_if_outdated(store: Store) -> None:
    """Count all figures again if an older version counted them. Keep figures that this or a newer version counted."""
    counted = await store.read(lambda connection: facts.fact(connection, "counting"))
    if (counted is not None and int(counted) >= int(COUNTING)) or await store.read(stored.any_newer):
        return
    if many := await store.write(rebuild):
        log.info("Figures are counted in a new way: counted %d games again.", many)


def _games(connection: Connection, figures: Figures, opened: dict[int, set[str]]) -> int:
    """Count all kept games; return the number of games."""
    strength: dict[Player, Rating] = {}
    met: dict[Pair, Meeting] = defaultdict(Meeting)
    earned: dict[achievements.Key, tuple[int, datetime]] = {}
    many = 0
    for many, game in enumerate(archive.games(connection), 1):  # noqa: B007 - the number of games is the result
        found = counted(game, strength, frozenset(opened.get(game.id, ())))
        strength |= found.ratings
        for count in found.counts:
            _take(figures, count)
        for pair, meeting in found.meetings.items():
            met[pair] += meeting
        for user, name in found.earned:
            earned.setdefault((game.guild, user, name), (game.id, game.ended))
        stored.rate(connection, [_rated(game.id, seat, rated) for seat, rated in enumerate(found.shown)])
    ratings.fill_ratings(connection, strength)
    ratings.fill_meetings(connection, met)
    achievements.fill(connection, earned)
    return many


def _rated(game: int, seat: int, rated: RatedAs | None) -> RatedRow:
    return RatedRow(game, seat, rated.rating, rated.gained) if rated is not None else RatedRow(game, seat, None, None)


def _take(figures: Figures, count: Count) -> None:
    where, tally = count
    fold({}, figures, scopes_of(where, tally.name), tally)


def _write(connection: Connection, figures: Figures) -> None:
    by_guild: dict[int, set[Scope]] = defaultdict(set)
    for scope, _, _ in figures:
        by_guild[scope.guild].add(scope)
    numbers = {
        scope: number for each in by_guild.values() for scope, number in tallies.scope_numbers(connection, each).items()
    }
    counted = {(numbers[scope], name, user): amounts for (scope, name, user), amounts in figures.items()}
    tallies.fill(connection, counted, RANKED)


def _openings(connection: Connection, opened: dict[int, set[str]]) -> Iterator[Count]:
    for row in tallies.openings(connection):
        opened[row.game].add(row.name)
        yield Where(row.guild, None, row.variant, row.at), Tally(row.user, row.name, row.amount, row.beside)


def _forfeits(connection: Connection) -> Iterator[ledger.ForfeitRow]:
    last = 0
    while rows := ledger.forfeits(connection, last, AT_ONCE):
        yield from rows
        last = rows[-1].id
