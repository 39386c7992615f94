"""Finding games that are kept: one range of an index a page, whatever is wanted and however many there are."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, select

from bot.storage import schema as db
from bot.storage.archive import GameRow


class Wanted(msgspec.Struct, frozen=True):
    """Which games of a server: of a person, of a channel, of a variant ("": any).

    Those before the `edge`th of the server, the newest first (0: from the newest on); `newer`: those after it.
    """

    guild: int
    user: int | None = None
    channel: int | None = None
    variant: str = ""
    edge: int = 0
    newer: bool = False


class Place(msgspec.Struct, frozen=True):
    """A game, and which of its server's it was."""

    ordinal: int
    id: int


class Found(msgspec.Struct, frozen=True):
    """Games in the order in which they were sought; and the edge from which there are more, None at the end."""

    games: Sequence[Place]
    goes_on: int | None


def of_ids(connection: Connection, ids: Sequence[int]) -> list[GameRow]:
    """These games, the newest first."""
    query = select(db.games).where(db.games.c.id.in_(ids)).order_by(db.games.c.ordinal.desc())
    return [GameRow(**row) for row in connection.execute(query).mappings()]


def numbered(connection: Connection, guild: int, ordinal: int) -> int | None:
    """The id of the `ordinal`th game of a server; None where it is not kept."""
    query = select(db.games.c.id).where(db.games.c.guild == guild, db.games.c.ordinal == ordinal)
    return connection.execute(query).scalar()


def found(connection: Connection, sought: Wanted, many: int, looked_at: int) -> Found:
    """At most `many` games of a server that are sought.

    One range of an index is read; where it has other games, too, no more than `looked_at` of it.
    """
    is_mixed = bool(sought.variant) or (sought.user is not None and sought.channel is not None)
    most = max(looked_at, many) if is_mixed else many
    places = [Place(*row) for row in connection.execute(near(sought).limit(most + 1))]
    those = _of_kind(connection, sought, places[:most]) if is_mixed else places[:most]
    page = those[:many]
    if len(those) > many:
        return Found(page, page[-1].ordinal)
    return Found(page, places[most - 1].ordinal if len(places) > most else None)


def near(sought: Wanted) -> Select[Any]:
    """The range of an index, from its edge on."""
    it, seat = db.games.c, db.players.c
    if sought.user is not None:
        query, ordinal = select(seat.ordinal, seat.game).where(seat.user == sought.user), seat.ordinal
        query = query.where(seat.guild == sought.guild)
    else:
        query, ordinal = select(it.ordinal, it.id).where(it.guild == sought.guild), it.ordinal
        query = query.where(it.channel == sought.channel) if sought.channel is not None else query
    if sought.edge:
        query = query.where(ordinal > sought.edge if sought.newer else ordinal < sought.edge)
    return query.order_by(ordinal if sought.newer else ordinal.desc())


def _of_kind(connection: Connection, sought: Wanted, places: Sequence[Place]) -> list[Place]:
    """Those of the games found that are of the channel and the variant that are sought, in the same order."""
    it = db.games.c
    query = select(it.id).where(it.id.in_([place.id for place in places]))
    query = query.where(it.variant == sought.variant) if sought.variant else query
    query = query.where(it.channel == sought.channel) if sought.channel is not None else query
    kept = set(connection.execute(query).scalars())
    return [place for place in places if place.id in kept]
