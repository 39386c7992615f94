"""Search the kept games of a server by person, channel or variant. Results contain only games that the reader may see.

A page of results is one range of an index, so a search takes no longer on a server with many games.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, func, select

from bot.storage import schema as db
from bot.storage.sight import Sight, in_sight


class Wanted(msgspec.Struct, frozen=True):
    """A search for games of a server.

    - `user`, `channel`, `variant`: only games of this person, channel or variant. None or "" means any.
    - `edge`: only games before this ordinal, newest first. 0 means all games. With `newer`, only games after it, oldest
      first.
    - `sight`: only games that this person may see.
    - `practice`: whether to include games of one person with computer players (L4).
    """

    guild: int
    user: int | None = None
    channel: int | None = None
    variant: str = ""
    edge: int = 0
    newer: bool = False
    sight: Sight | None = None
    practice: bool = True


class Place(msgspec.Struct, frozen=True):
    """A game's id, and its ordinal among the games of its server."""

    ordinal: int
    id: int


class Found(msgspec.Struct, frozen=True):
    """The result of a search.

    `games` are in the order of the search. `goes_on` is the edge from which the next search continues, or None at the
    end. `unsure` has private threads whose games were left out, because only Discord knows whether the person is in
    them.
    """

    games: Sequence[Place]
    goes_on: int | None
    unsure: Sequence[int] = ()


def find(connection: Connection, sought: Wanted, many: int, looked_at: int) -> Found:
    """Return at most `many` games that match a search.

    The function reads one range of an index. If the range also contains games that do not match, it reads at most
    `looked_at` entries.
    """
    is_mixed = bool(sought.variant or sought.sight or not sought.practice) or (
        sought.user is not None and sought.channel is not None
    )
    most = max(looked_at, many) if is_mixed else many
    places = [Place(*row) for row in connection.execute(near(sought).limit(most + 1))]
    those = _of_kind(connection, sought, places[:most]) if is_mixed else places[:most]
    page = those[:many]
    threads = unsure(connection, [place.id for place in places[:most]], sought.sight) if sought.sight else []
    if len(those) > many:
        return Found(page, page[-1].ordinal, threads)
    return Found(page, places[most - 1].ordinal if len(places) > most else None, threads)


def near(sought: Wanted) -> Select[Any]:
    """Return the query for a range of an index that begins at the search's edge."""
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
    """Return the `places` whose games match the search's variant, channel and sight, in the same order.

    Practice games are left out too, if the search does not include them.
    """
    it, ids = db.games.c, [place.id for place in places]
    query = select(it.id).where(it.id.in_(ids))
    query = query.where(it.variant == sought.variant) if sought.variant else query
    query = query.where(it.channel == sought.channel) if sought.channel is not None else query
    query = query.where(in_sight(sought.sight, ids)) if sought.sight is not None else query
    query = query if sought.practice else query.where(_with_people(ids))
    kept = set(connection.execute(query).scalars())
    return [place for place in places if place.id in kept]


def _with_people(ids: Sequence[int]) -> ColumnElement[bool]:
    """Return the condition that at least two people sat in a game from the start.

    It covers only games with these ids.
    """
    seat = db.players.c
    people = select(seat.game).where(seat.game.in_(ids), seat.computer.is_(False), seat.since == 0)
    return db.games.c.id.in_(people.group_by(seat.game).having(func.count() >= 2))


def unsure(connection: Connection, games: Sequence[int], sight: Sight) -> list[int]:
    """Return the private threads of these games that the person may be in.

    Only Discord knows whether the person is in them. The thread of the newest game comes first.
    """
    it, seat = db.games.c, db.players.c
    sat = select(seat.game).where(seat.user == sight.user, seat.game.in_(games))
    query = select(it.channel).where(it.id.in_(games), it.id.not_in(sat), it.private.is_(True))
    query = query.where(it.parent.in_(sorted(sight.channels - sight.threads)), it.channel.not_in(sorted(sight.inside)))
    return list(dict.fromkeys(connection.execute(query.order_by(it.ordinal.desc())).scalars()))
