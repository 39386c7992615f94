"""The ratings of players in each family of games, and the results of pairs of people against each other."""

from collections.abc import Collection, Iterator, Mapping

import msgspec
from sqlalchemy import Connection, select

from bot.storage import countings
from bot.storage import schema as db
from bot.storage.bulk import Upsert

R = db.ratings.c

_BECOME = Upsert(db.ratings, replaced=("mu", "sigma", "games"))


class Rating(msgspec.Struct, frozen=True):
    """A player's rating: the estimated strength `mu`, its standard deviation `sigma`, and the number of rated games."""

    mu: float
    sigma: float
    games: int


Player = tuple[int, str, int]
"""The number of a counting (see `countings`), a family of games, and a player's id.

Computer players and forgotten people have negative ids.
"""


def ratings_of(connection: Connection, players: Collection[Player]) -> dict[Player, Rating]:
    """Return the ratings of these players. Players without a rating are left out."""
    guilds, families, who = (set(each) for each in zip(*players, strict=True))
    query = select(R.guild, R.family, R.who, R.mu, R.sigma, R.games)
    found = connection.execute(query.where(R.guild.in_(guilds), R.family.in_(families), R.who.in_(who)))
    return {(row.guild, row.family, row.who): Rating(row.mu, row.sigma, row.games) for row in found}


def write_ratings(connection: Connection, ratings: Mapping[Player, Rating]) -> None:
    """Store the ratings of players, replacing their former ratings."""
    _BECOME.write(connection, _rating_rows(ratings))


def _rating_rows(ratings: Mapping[Player, Rating]) -> Iterator[tuple[object, ...]]:
    """Yield rows for the table of ratings.

    All transactions write them in the same order, to avoid deadlocks.
    """
    return ((*who, *msgspec.structs.astuple(each)) for who, each in sorted(ratings.items()))


M = db.meetings.c

COLUMNS = ("games", "ahead", "behind", "caught")

_MORE = Upsert(db.meetings, added=COLUMNS)


class Meeting(msgspec.Struct, frozen=True):
    """The results of one person against another in the `games` that they played together.

    `ahead` and `behind` count the games in which the person finished ahead of the other or behind the other. `caught`
    counts the other's lies that the person caught.
    """

    games: int = 0
    ahead: int = 0
    behind: int = 0
    caught: int = 0

    def __add__(self, more: "Meeting") -> "Meeting":
        """Return the sum of two results."""
        return Meeting(
            self.games + more.games, self.ahead + more.ahead, self.behind + more.behind, self.caught + more.caught
        )


Pair = tuple[int, int, int]
"""The number of a counting (see `countings`), a person, and the other person."""


def add_meetings(connection: Connection, meetings: Mapping[Pair, Meeting]) -> None:
    """Add these results to the stored ones."""
    _MORE.write(connection, _meeting_rows(meetings))


def between(connection: Connection, guild: int, user: int, other: int) -> Meeting:
    """Return the results of `user` against `other` on a server. All numbers are 0 if they never played together."""
    query = select(*(M[name] for name in COLUMNS)).where(M.user == user, M.other == other)
    query = query.where(M.guild == countings.shown_number(guild))
    row = connection.execute(query).one_or_none()
    return Meeting(*row) if row is not None else Meeting()


def most_met(connection: Connection, guild: int, user: int, many: int) -> list[tuple[int, Meeting]]:
    """Return the `many` people with whom `user` has played most often, with the results against each of them."""
    query = select(M.other, *(M[name] for name in COLUMNS)).where(M.user == user)
    query = query.where(M.guild == countings.shown_number(guild))
    found = connection.execute(query.order_by(M.games.desc(), M.other).limit(many))
    return [(row[0], Meeting(*row[1:])) for row in found]


def _meeting_rows(meetings: Mapping[Pair, Meeting]) -> Iterator[tuple[int, ...]]:
    """Yield rows for the table of meetings.

    All transactions write them in the same order, to avoid deadlocks.
    """
    return ((*pair, *msgspec.structs.astuple(each)) for pair, each in sorted(meetings.items()))
