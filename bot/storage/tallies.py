"""Tallies, which are the statistics of people by scope, and the leaderboards that are read from them.

For each ranked tally, the database also has the number of people with each amount. There are far fewer amounts than
people. So reading a page takes no longer on a leaderboard with many people.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict
from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Subquery,
    and_,
    bindparam,
    func,
    literal,
    select,
    tuple_,
    union_all,
)

from bot.storage import countings, ids, members
from bot.storage import schema as db
from bot.storage.bulk import Removal, Upsert

S = db.scopes.c


class Scope(msgspec.Struct, frozen=True, order=True):
    """A set of games on a server for which figures are counted, given by place, game and period.

    Functions that store figures take the number of a set of statistics as `guild` (see `countings`).

    `place` is a channel, or 0 for the whole server. `game` is a preset or a family of games, or "" for all games.
    `period` is a month ("2026-11") or a season ("s3"), or "" for all time.
    """

    guild: int
    place: int = 0
    game: str = ""
    period: str = ""


def scope_number(connection: Connection, scope: Scope) -> int | None:
    """Return the id of a scope in the counting that is shown, or None if nothing was ever counted in it."""
    where = (S.place == scope.place, S.game == scope.game, S.period == scope.period)
    query = select(S.id).where(S.guild == countings.shown_number(scope.guild), *where)
    return connection.execute(query).scalar()


def known_scopes(connection: Connection, scopes: Collection[Scope]) -> dict[Scope, int]:
    """Return the ids of these scopes of one server in the counting that is shown.

    Scopes in which nothing was ever counted are left out.
    """
    guild = next(iter(scopes)).guild
    return _known(connection, scopes, countings.shown_number(guild))


def _known(
    connection: Connection, scopes: Collection[Scope], number: ColumnElement[int] | None = None
) -> dict[Scope, int]:
    """Return the ids of those of these scopes that are stored. `number`, if given, replaces the scopes' `guild`."""
    (guild,) = {scope.guild for scope in scopes} or {0}
    # The query may find other scopes too, because it combines each place with each game and period.
    query = select(S.place, S.game, S.period, S.id).where(
        S.guild == (guild if number is None else number),
        S.place.in_({scope.place for scope in scopes}),
        S.game.in_({scope.game for scope in scopes}),
        S.period.in_({scope.period for scope in scopes}),
    )
    found = {Scope(guild, *row[:3]): int(row.id) for row in connection.execute(query)}
    return {scope: found[scope] for scope in set(scopes) & found.keys()}


def scope_numbers(connection: Connection, scopes: Collection[Scope]) -> dict[Scope, int]:
    """Return the ids of these scopes of one counting, and store the scopes that are new.

    The caller must have locked the server.
    """
    found = _known(connection, scopes)
    if missing := [asdict(scope) for scope in sorted(set(scopes) - found.keys())]:
        ids.add_rows(connection, db.scopes, missing)
        found = _known(connection, scopes)
    return found


T, L = db.tallies.c, db.levels.c

_PUT = Upsert(db.tallies, replaced=("amount", "beside"))

_LEVEL = Upsert(db.levels, added=("many",))

_DROP = Removal(db.tallies)


class Tally(msgspec.Struct, frozen=True):
    """An amount to add to a person's figure with this name. `beside` is added to the second figure."""

    user: int
    name: str
    amount: int
    beside: int = 0


Amounts = tuple[int, int]
"""A person's amount, and the second figure beside it."""

Key = tuple[int, str, int]
"""The id of a scope, the name of a figure, and a person."""

NOTHING: Amounts = (0, 0)


def amounts_of(
    connection: Connection, scopes: Collection[int], users: Collection[int], names: Collection[str] = ()
) -> dict[Key, Amounts]:
    """Return the amounts of these people in these scopes.

    If `names` are given, return only the figures with these names.
    """
    if not scopes:
        return {}
    query = select(T.scope, T.name, T.user, T.amount, T.beside).where(T.scope.in_(scopes), T.user.in_(users))
    if names:
        query = query.where(T.name.in_(names))
    return {(row.scope, row.name, row.user): (row.amount, row.beside) for row in connection.execute(query)}


def amounts_on_server(connection: Connection, guild: int, user: int, many: int | None = None) -> dict[Key, Amounts]:
    """Return all amounts of a person on a server, in all its countings, or at most `many` of them."""
    there = select(db.scopes.c.id).where(db.scopes.c.guild.in_(countings.numbers(connection, guild)))
    query = select(T.scope, T.name, T.amount, T.beside).where(T.user == user, T.scope.in_(there)).limit(many)
    return {(row.scope, row.name, user): (row.amount, row.beside) for row in connection.execute(query)}


def write(
    connection: Connection, before: Mapping[Key, Amounts], after: Mapping[Key, Amounts], ranked: Collection[str]
) -> None:
    """Store the amounts in `after` that differ from `before`, and update the levels of the names in `ranked`.

    A level is the number of people who have a certain amount. An amount of zero has no row. The caller must have
    locked the server.
    """
    changed = {key: now for key, now in sorted(after.items()) if now != before.get(key, NOTHING)}
    _PUT.write(connection, [(*key, *now) for key, now in changed.items() if now != NOTHING])
    _DROP.carry_out(connection, [key for key, now in changed.items() if now == NOTHING])
    _LEVEL.write(connection, _moves(before, changed, ranked))


def openings(connection: Connection, guild: int, after: int, games: int) -> list[Any]:
    """Return the opening balances of a server from at most `games` games with ids above `after`, by game.

    Each row has the game, the preset, the time, the person, and the figures.
    """
    it = db.openings.c
    some = select(it.game).distinct().where(it.guild == guild, it.game > after).order_by(it.game).limit(games)
    query = select(it.game, it.variant, it.at, it.user, it.name, it.amount, it.beside)
    return list(connection.execute(query.where(it.game.in_(some)).order_by(it.game, it.user, it.name)))


def opened(connection: Connection, games: Collection[int]) -> dict[int, frozenset[str]]:
    """Return, by game, the names of the figures that the opening balances contain, so that none is counted twice.

    Games without opening balances are left out.
    """
    it = db.openings.c
    found: dict[int, set[str]] = {}
    for row in connection.execute(select(it.game, it.name).where(it.game.in_(games))):
        found.setdefault(row.game, set()).add(row.name)
    return {game: frozenset(names) for game, names in found.items()}


def _moves(
    before: Mapping[Key, Amounts], changed: Mapping[Key, Amounts], ranked: Collection[str]
) -> list[tuple[int, str, int, int]]:
    """Return the changes in the number of people who have each amount, as (scope, name, amount, change).

    They are in the order in which they are written.
    """
    moves: dict[tuple[int, str, int], int] = {}
    for (scope, name, user), now in changed.items():
        was = before.get((scope, name, user), NOTHING)
        if name in ranked:
            for amounts, step in ((was, -1), (now, 1)):
                if amounts != NOTHING:
                    level = (scope, name, amounts[0])
                    moves[level] = moves.get(level, 0) + step
    return [(*level, step) for level, step in sorted(moves.items()) if step]


HIDDEN = "nothing"
"""The value of `preferences.others_see` for people whose names are not shown on leaderboards."""


class Standing(msgspec.Struct, frozen=True):
    """One person's amount in a tally, and the second figure beside it."""

    user: int
    amount: int
    beside: int


class Board(msgspec.Struct, frozen=True):
    """A leaderboard: its server, the id of its scope, and the name of its figure.

    People who have left the server are not on it.
    """

    guild: int
    scope: int
    name: str


_HAS_FIGURE = (T.scope == bindparam("scope"), T.name == bindparam("name"))
_LEFT = members.left(bindparam("guild", type_=db.people.c.guild.type))
# A correlated EXISTS would look up each person on the pages before. This list is read once for a statement.
_STANDINGS = select(T.user, T.amount, T.beside).where(*_HAS_FIGURE, T.user.not_in(_LEFT))
_PAGE = _STANDINGS.order_by(T.amount.desc(), T.beside.desc(), T.user.desc()).limit(bindparam("rows"))
_PAGE_BELOW = _PAGE.where(T.amount <= bindparam("level")).offset(bindparam("skipped"))
_STANDING = _STANDINGS.where(T.user == bindparam("person"))


def _levels() -> Subquery:
    """Return the numbers of people by amount. Numbers to be subtracted, for people who have left, have own rows."""
    everybody = select(L.amount, L.many).where(L.scope == bindparam("scope"), L.name == bindparam("name"))
    without = select(T.amount, literal(-1)).where(*_HAS_FIGURE)
    return union_all(everybody, without.where(T.user.in_(_LEFT))).subquery()


def _level() -> Select[Any]:
    """Return the statement for the amount at place `first`, and for the numbers of people with this amount or more."""
    here = _levels().c
    through = func.sum(func.sum(here.many)).over(order_by=here.amount.desc()).label("through")
    levels = select(here.amount, func.sum(here.many).label("many"), through).group_by(here.amount).subquery()
    query = select(levels).where(levels.c.through > bindparam("first"))
    return query.order_by(levels.c.amount.desc()).limit(1)


def _ahead() -> Select[Any]:
    """Return the statement for the number of people with a higher amount, and of those tied but listed before."""
    levels, amount = _levels(), bindparam("amount", type_=T.amount.type)
    more = select(func.sum(levels.c.many)).where(levels.c.amount > amount)
    listed = tuple_(bindparam("beside", type_=T.beside.type), bindparam("person", type_=T.user.type))
    first = tuple_(T.beside, T.user) > listed  # the index can find this as a range, unlike an OR
    tied = select(func.count()).select_from(db.tallies).where(*_HAS_FIGURE, T.amount == amount, first)
    among = tied.scalar_subquery() - tied.where(T.user.in_(_LEFT)).scalar_subquery()
    return select(more.scalar_subquery(), among)


_SIZE, _LEVEL_AT, _AHEAD = select(func.sum(_levels().c.many)), _level(), _ahead()


def board_page(connection: Connection, board: Board, first: int, many: int) -> tuple[list[Standing], int]:
    """Return one page of a leaderboard: `many` people from place `first` on (0 is the top), highest first.

    Also return how many people have a higher amount than the first person on the page. Names are read separately,
    because a join would read them for all skipped people too.
    """
    values, query, above = {**asdict(board), "rows": many}, _PAGE, 0
    if first:
        begins = connection.execute(_LEVEL_AT, {**asdict(board), "first": first}).one_or_none()
        if begins is None:
            return [], 0
        above = int(begins.through) - int(begins.many)
        query = _PAGE_BELOW
        values |= {"level": begins.amount, "skipped": first - above}
    return [Standing(*row) for row in connection.execute(query, values)], above


def everybody(connection: Connection, board: Board, first: Standing | None, many: int) -> list[int]:
    """Return `many` people with figures of a board from the person `first` on (None is the top), highest first.

    They include people who have left the server.
    """
    query = select(T.user).where(T.scope == board.scope, T.name == board.name)
    if first is not None:
        query = query.where(tuple_(T.amount, T.beside, T.user) <= tuple_(first.amount, first.beside, first.user))
    query = query.order_by(T.amount.desc(), T.beside.desc(), T.user.desc()).limit(many)
    return list(connection.execute(query).scalars())


def whole_boards(
    connection: Connection, guild: int, names: Collection[str]
) -> Iterator[tuple[Scope, str, Standing, str]]:
    """Yield the people on these leaderboards of a server, board by board, highest first.

    Each person comes with their last known name, or "" if none is known. Rows are read in batches.
    """
    scope, who = db.scopes.c, db.people.c
    query = (
        select(scope.place, scope.game, scope.period, T.name, T.user, T.amount, T.beside, who.name)
        .join(db.scopes, scope.id == T.scope)
        .outerjoin(db.people, and_(who.guild == guild, who.id == T.user))
        .where(scope.guild == countings.shown_number(guild), T.name.in_(names))
        .order_by(scope.id, T.name, T.amount.desc(), T.beside.desc(), T.user.desc())
    )
    for row in connection.execute(query):
        yield Scope(guild, *row[:3]), row[3], Standing(*row[4:7]), row[7] or ""


def board_size(connection: Connection, board: Board) -> int:
    """Return the number of people on a leaderboard."""
    return int(connection.execute(_SIZE, asdict(board)).scalar() or 0)


def ahead_of(connection: Connection, board: Board, standing: Standing) -> tuple[int, int]:
    """Return how many people have a higher amount than a person, and how many are listed before that person.

    The first number plus one is the person's rank, which people with equal amounts share. The second number is the
    person's place on the pages (0 is the top). It also counts people with an equal amount who are listed before them.
    """
    values = {"amount": standing.amount, "beside": standing.beside, "person": standing.user}
    row = connection.execute(_AHEAD, asdict(board) | values).one()
    above = int(row[0] or 0)
    return above, above + row[1]


def standing_of(connection: Connection, board: Board, user: int) -> Standing | None:
    """Return a person's amounts on a leaderboard, or None if the person is not on it."""
    row = connection.execute(_STANDING, asdict(board) | {"person": user}).one_or_none()
    return Standing(*row) if row is not None else None


def shown_names(connection: Connection, guild: int, users: Sequence[int]) -> dict[int, str]:
    """Return the last known names of people on a server, by id. People who hide their names are left out."""
    people, chosen = db.people.c, db.preferences.c
    query = (
        select(people.id, people.name)
        .outerjoin(db.preferences, chosen.user == people.id)
        .where(people.guild == guild, people.id.in_(users), func.coalesce(chosen.others_see, "") != HIDDEN)
    )
    return {row.id: row.name for row in connection.execute(query)}
