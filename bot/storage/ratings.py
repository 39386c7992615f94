"""How strong each player of a family of games is, as ratings reckon it."""

from collections.abc import Collection, Mapping

import msgspec
from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.storage import schema as db
from bot.storage.tallies import batched

R = db.ratings.c


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
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    for some in batched(sorted(ratings.items())):
        row = dialect.insert(db.ratings).values([(*who, each.mu, each.sigma, each.games) for who, each in some])
        now = {name: row.excluded[name] for name in ("mu", "sigma", "games")}
        connection.execute(row.on_conflict_do_update(index_elements=["guild", "family", "who"], set_=now))


def fill(connection: Connection, ratings: Mapping[Player, Rating]) -> None:
    """Write the ratings that were reckoned anew, in place of all there were."""
    connection.execute(delete(db.ratings))
    for some in batched(sorted(ratings.items())):
        rows = [(*who, each.mu, each.sigma, each.games) for who, each in some]
        connection.execute(insert(db.ratings), [dict(zip(R.keys(), row, strict=True)) for row in rows])
