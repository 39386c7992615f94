"""Scopes: the part of a server's games that a figure counts, by place, by game and by period."""

from collections.abc import Collection

import msgspec
from sqlalchemy import Connection, insert, select

from bot.storage import schema as db

S = db.scopes.c


class Scope(msgspec.Struct, frozen=True, order=True):
    """What was played on server `guild` in a channel (`place`; 0: anywhere on it), of one game and in one period.

    `game` is a preset or a family of games ("": all); `period` a month ("2026-11") or a season ("s3"; "": all time).
    """

    guild: int
    place: int = 0
    game: str = ""
    period: str = ""


def number(connection: Connection, scope: Scope) -> int | None:
    """The number of a scope; None where nothing was ever counted in it."""
    where = (S.guild == scope.guild, S.place == scope.place, S.game == scope.game, S.period == scope.period)
    return connection.execute(select(S.id).where(*where)).scalar()


def known(connection: Connection, scopes: Collection[Scope]) -> dict[Scope, int]:
    """The numbers of scopes of one server; those in which nothing was ever counted are left out."""
    # More than were asked for may be found: every place of them with every game and period of them.
    query = select(S.guild, S.place, S.game, S.period, S.id).where(
        S.guild.in_({scope.guild for scope in scopes}),
        S.place.in_({scope.place for scope in scopes}),
        S.game.in_({scope.game for scope in scopes}),
        S.period.in_({scope.period for scope in scopes}),
    )
    found = {Scope(*row[:4]): int(row.id) for row in connection.execute(query)}
    return {scope: found[scope] for scope in set(scopes) & found.keys()}


def numbers(connection: Connection, scopes: Collection[Scope]) -> dict[Scope, int]:
    """The numbers of scopes of one server; those that are new get one. Hold the server (`servers.hold`) meanwhile."""
    found = known(connection, scopes)
    if missing := [msgspec.structs.asdict(scope) for scope in sorted(set(scopes) - found.keys())]:
        connection.execute(insert(db.scopes), missing)
        found = known(connection, scopes)
    return found
