"""Add games to a server's second set of statistics, which is kept beside the first one.

Such a set is called a counting.

The caller has locked the server. A counting gets the games of its server in their order, because streaks and ratings
depend on the order.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from bot.history.counting import Count, Where, add
from bot.history.game import Game
from bot.history.ratings import who
from bot.history.worth import Worth, counted
from bot.storage import Connection, achievements, countings, ratings, tallies
from bot.storage.ratings import Meeting, Pair, Player, Rating
from bot.storage.tallies import Tally


def add_games(connection: Connection, number: int, games: Sequence[tuple[Game, Worth]]) -> None:
    """Count games of one server, each with its worth, in the counting with this number."""
    if not games:
        return
    counts: list[Count] = []
    changed: dict[Player, Rating] = {}
    met: dict[Pair, Meeting] = defaultdict(Meeting)
    earned: dict[achievements.Key, tuple[int, datetime]] = {}
    gains: list[tuple[int, int, int, int, int]] = []
    here = [(replace(game, guild=number), its) for game, its in games]
    strength = ratings.ratings_of(connection, {player for game, _ in here for player in who(game)})
    opened = tallies.opened(connection, [game.id for game, _ in here])
    for game, its in here:
        found = counted(game, its, strength, opened.get(game.id, frozenset()))
        strength |= found.ratings
        changed |= found.ratings
        counts += found.counts
        for pair, meeting in found.meetings.items():
            met[pair] += meeting
        for user, name in found.earned:
            earned.setdefault((number, user, name), (game.id, game.ended))
        gains += [(number, game.id, seat, it.rating, it.gained) for seat, it in enumerate(found.shown) if it]
    ratings.write_ratings(connection, changed)
    ratings.add_meetings(connection, met)
    achievements.add_many(connection, earned)
    countings.add_gains(connection, gains)
    add(connection, counts)


def add_openings(connection: Connection, counting: countings.Counting, games: int) -> int | None:
    """Count the opening balances of the next few `games` in a counting.

    Return the last of these games, or None if there are no more.
    """
    rows = tallies.openings(connection, counting.guild, counting.openings or 0, games)
    add(
        connection,
        (
            (Where(counting.number, None, row.variant, row.at), Tally(row.user, row.name, row.amount, row.beside))
            for row in rows
        ),
    )
    return int(rows[-1].game) if rows else None
