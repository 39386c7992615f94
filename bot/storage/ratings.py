"""How strong each player of a family of games is, as ratings reckon it."""

from collections.abc import Collection, Iterator, Mapping

import msgspec
from sqlalchemy import Connection, delete, select

from bot.storage import many
from bot.storage import schema as db
from bot.storage.many import Upsert

R = db.ratings.c
_BECOME = Upsert(db.ratings, replaced=("mu", "sigma", "games"))


class Rating(msgspec.Struct, frozen=True):
    """A player's strength is believed to be `mu`, give or take `sigma`, after so many `games`."""

    mu: float
    sigma: float
    games: int


Player = tuple[int, str, int]
"""A server, a family of games, and who: a person, or (below 0) a computer player or somebody who was forgotten."""


def held(connection: Connection, players: Collection[Player]) -> dict[Player, Rating]:
    """The ratings of these players, as far as they have one."""
    guilds, families, who = (set(each) for each in zip(*players, strict=True))
    query = select(R.guild, R.family, R.who, R.mu, R.sigma, R.games)
    found = connection.execute(query.where(R.guild.in_(guilds), R.family.in_(families), R.who.in_(who)))
    return {(row.guild, row.family, row.who): Rating(row.mu, row.sigma, row.games) for row in found}


def write(connection: Connection, ratings: Mapping[Player, Rating]) -> None:
    """Let these be the ratings."""
    _BECOME.write(connection, _rows(ratings))


def fill(connection: Connection, ratings: Mapping[Player, Rating]) -> None:
    """Write the ratings that were reckoned anew, in place of all there were."""
    connection.execute(delete(db.ratings))
    many.fill(connection, db.ratings, _rows(ratings))


def _rows(ratings: Mapping[Player, Rating]) -> Iterator[tuple[object, ...]]:
    """Rows of the table, in one order for all who write."""
    return ((*who, *msgspec.structs.astuple(each)) for who, each in sorted(ratings.items()))
