"""Compute all statistics from scratch, in one transaction and in memory.

Recounts must give the same statistics, and so must the totals that the bot keeps up to date.
"""

from collections import defaultdict
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select, update

from bot.history import archive, versions
from bot.history.counting import Count, Where, counted_forfeit, fold, scopes_of
from bot.history.projections import RANKED
from bot.history.recounting import Recount
from bot.history.worth import counted, worth
from bot.storage import achievements, countings, kept_games, ratings, schema, tallies
from bot.storage.ledger import ForfeitRow
from bot.storage.ratings import Meeting, Pair, Player, Rating
from bot.storage.store import Store
from bot.storage.tallies import Amounts, Scope, Tally
from tests.clock import utc_now

FIGURES = (
    *(schema.tallies, schema.levels, schema.scopes, schema.ratings, schema.meetings, schema.achievements),
    *(schema.countings, schema.counted_gains, schema.counted_forfeits),
)


async def recounted(store: Store) -> None:
    """Recount all servers that need it, as the bot does in the background."""
    await Recount(store, utc_now, rest=0).to_the_end()


def rebuild(connection: Connection) -> int:
    """Delete all figures, and count them from nothing. Return the number of games that were counted."""
    kept_games.require_readable(connection)
    for table in FIGURES:
        connection.execute(delete(table))
    opened: dict[int, set[str]] = defaultdict(set)
    figures: dict[tuple[Scope, str, int], Amounts] = {}
    for row in connection.execute(select(schema.openings).order_by("game", "user", "name")):
        opened[row.game].add(row.name)
        where = Where(row.guild, None, row.variant, row.at)
        _take(figures, (where, Tally(row.user, row.name, row.amount, row.beside)))
    many = _games(connection, figures, opened)
    for forfeit in connection.execute(select(schema.forfeits).order_by("id")).mappings():
        _take(figures, counted_forfeit(ForfeitRow(**forfeit)))
    _write(connection, figures)
    return many


def _games(connection: Connection, figures: dict[tuple[Scope, str, int], Amounts], opened: dict[int, set[str]]) -> int:
    strength: dict[Player, Rating] = {}
    met: dict[Pair, Meeting] = defaultdict(Meeting)
    earned: dict[achievements.Key, tuple[int, datetime]] = {}
    many, it = 0, schema.players.c
    rated = update(schema.players).where(it.game == bindparam("in_game"), it.seat == bindparam("in_seat"))
    rated = rated.values(rating=bindparam("now"), gained=bindparam("more"))
    for many, game in enumerate(archive.games(connection), 1):  # noqa: B007 - the number of games is the result
        found = counted(game, worth(game), strength, frozenset(opened.get(game.id, ())))
        strength |= found.ratings
        for count in found.counts:
            _take(figures, count)
        for pair, meeting in found.meetings.items():
            met[pair] += meeting
        for user, name in found.earned:
            earned.setdefault((game.guild, user, name), (game.id, game.ended))
        for seat, each in enumerate(found.shown):
            now, more = (each.rating, each.gained) if each is not None else (None, None)
            connection.execute(rated, {"in_game": game.id, "in_seat": seat, "now": now, "more": more})
    ratings.write_ratings(connection, strength)
    ratings.add_meetings(connection, met)
    achievements.add_many(connection, earned)
    for server in connection.execute(select(schema.servers)):
        mine = versions.MINE
        countings.note_first(connection, server.guild, mine.figures, mine.achievements, server.games)
    return many


def _take(figures: dict[tuple[Scope, str, int], Amounts], count: Count) -> None:
    where, tally = count
    fold({}, figures, scopes_of(where, tally.name), tally)


def _write(connection: Connection, figures: dict[tuple[Scope, str, int], Amounts]) -> None:
    by_guild: dict[int, set[Scope]] = defaultdict(set)
    for scope, _, _ in figures:
        by_guild[scope.guild].add(scope)
    numbers = {
        scope: number for each in by_guild.values() for scope, number in tallies.scope_numbers(connection, each).items()
    }
    after = {(numbers[scope], name, user): amounts for (scope, name, user), amounts in figures.items()}
    tallies.write(connection, {}, after, RANKED)
