"""Fill an empty database with a million finished games in minutes, so that measurements at this size can be repeated.

`python -m tests.bench.million URL` first plays a thousand real games of fifty people. Then it copies their rows by SQL,
a block of a thousand games at a time. Each block has fifty other people, so all figures stay those of a count from
nothing. A smaller number of games gives a smaller database.

With `--servers`, the first blocks are shared out among servers, and the people of such a block play on each of them.
All other blocks belong to the first server. With `--regular`, one person takes the places of those who play most of
the games of each preset, until they have that many games. Only then the figures differ from a count from nothing. With
`--real`, fewer games are really played, which takes most of the time.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    LargeBinary,
    MetaData,
    Table,
    Text,
    case,
    cast,
    event,
    func,
    insert,
    literal,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.history import versions
from bot.history.recounting import Recount
from bot.operating.maintenance import move_data
from bot.storage import database, ids, schema
from tests.history.evening import OPTIONS
from tests.tables.house import GUILD, NAMES, House, person

REAL, PEOPLE = 1_000, 50
"""The number of games that are really played, and the number of people who play them."""
CLUB = PEOPLE // len(OPTIONS)
"""The number of people who play a preset. Nobody plays two presets, so that the figures take less space."""
APART = 1_000
"""The distance between the ids of a person and of the same seat in the next block."""
PREFIX = str(person(NAMES[0]).id)[:-3]
"""The digits that the ids of all people of the real games have in common."""
REGULAR, SOMEBODY = NAMES[0], NAMES[2]
"""The person who may have very many games, and one who has about sixty in each block."""
WITH_EVENTS = 14_000
"""The number of games whose events are copied, too. They are those that the bot has not deleted yet."""
MOST_GB = 10.0
"""The largest database that is made. One that would become larger is given up after a few blocks."""
SHARED = 20
"""The number of blocks that each server has if there are several."""
COMMIT_EVERY = 20
"""The number of blocks in one transaction."""
FIGURES = (schema.tallies, schema.ratings, schema.meetings, schema.achievements)
COPIED = (
    *(schema.games, schema.players, schema.tables, schema.table_people, schema.seated, schema.events),
    schema.forfeits,
    *(schema.forfeit_people, schema.forfeit_changes, schema.people, *FIGURES),
)
"""The tables that are copied with each block, in this order."""
OF_SERVERS = (schema.scopes, schema.levels)
"""The tables that are copied with each server."""


class Block(msgspec.Struct, frozen=True):
    """One copy of the real games: the number of the block, of its server, and of the people who play there."""

    number: int
    server: int
    people: int


class Sizes(msgspec.Struct, frozen=True):
    """The distances between two copies of the real rows: the numbers of games, and the highest ids."""

    games: int
    table: int
    forfeit: int
    change: int
    scope: int


async def play(url: str, games: int) -> None:
    """Play real games of all presets. Each preset has people of its own, and some of them play more than others."""
    house, luck = await House(url).open(), Random(42)
    if not house.store.is_shared:
        event.listen(house.store.engines[0], "connect", lambda opened, _: opened.execute("PRAGMA synchronous=OFF"))
    await Recount(house.store, lambda: house.now).prepare()
    for number in range(games):
        club = number % len(OPTIONS)
        variant = list(OPTIONS)[club]
        members = NAMES[club * CLUB : (club + 1) * CLUB]
        names = dict.fromkeys(luck.choices(members, [1 / (rank + 1) for rank in range(CLUB)], k=4))
        some = [*names, *(name for name in members if name not in names)][: max(2, len(names))]
        sitting = await house.game(variant, *some, channel=club, forfeit="sing", **luck.choice(OPTIONS[variant]))
        table = await sitting.play_on(luck, 400)
        if table.status == "playing":
            await house.tables.lobbies.end(sitting.id, person(some[0]), house.key(), manager=True)
    await house.close()


async def fill(
    url: str, games: int, servers: int = 1, real: int = REAL, regular: int = 0, most_gb: float = MOST_GB
) -> float:
    """Play `real` games in an empty database, and copy them until there are `games` on so many servers.

    One person has as many games as `regular`. Return the size of the database in gigabytes.
    """
    await _begin_with_real_games(url, real)
    blocks = shared_out(games // real, servers)
    engine = _engine(url)
    async with engine.connect() as connection:
        await connection.run_sync(_multiply, url, blocks, most_gb)
        await connection.run_sync(_seat_a_regular, blocks, regular)
    async with engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.execute(text("ANALYZE" if engine.dialect.name == "sqlite" else "VACUUM ANALYZE"))
        found = await connection.run_sync(size, url)
    await engine.dispose()
    return found


async def _begin_with_real_games(url: str, games: int) -> None:
    """Play real games. Those for PostgreSQL are played on SQLite, which takes half of the time, and then moved."""
    if make_url(url).get_backend_name() == "sqlite":
        await play(url, games)
        return
    with tempfile.TemporaryDirectory() as folder:
        file = f"sqlite:///{folder}/real.sqlite"
        await play(file, games)
        await asyncio.to_thread(move_data, file, url, lambda _: None)


def shared_out(many: int, servers: int) -> list[Block]:
    """Return so many blocks. The first `SHARED` ones of each server have the same people there."""
    shared = min(many, SHARED * servers)
    blocks = [Block(number, number % servers, number // servers) for number in range(shared)]
    first = (shared + servers - 1) // servers
    return blocks + [Block(number, 0, first + number - shared) for number in range(shared, many)]


def _engine(url: str) -> AsyncEngine:
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return create_async_engine(parsed.set(drivername="sqlite+aiosqlite"), poolclass=NullPool)
    return database.postgresql(parsed, poolclass=NullPool)


def _multiply(connection: Connection, url: str, blocks: Sequence[Block], most_gb: float) -> None:
    """Copy the real games, which are the first block, for each further block."""
    sizes = _begin(connection)
    for block in blocks[1:]:
        for table in COPIED:
            if table is not schema.events or block.number * sizes.games < WITH_EVENTS:
                _copy(connection, table, _moved(table, block, sizes))
        if block.number % COMMIT_EVERY == 0:
            connection.commit()
            _require_room(connection, url, block.number / len(blocks), most_gb)
    for server in {block.server for block in blocks}:
        _end(connection, server, sum(block.server == server for block in blocks), sizes)
    ids.continue_after(connection, ids.last_ids(connection))
    connection.commit()


def _begin(connection: Connection) -> Sizes:
    """Keep the real rows in temporary tables, and return their numbers. No table waits for anything any more."""
    is_sqlite = connection.dialect.name == "sqlite"
    connection.execute(text("PRAGMA synchronous=OFF" if is_sqlite else "SET synchronous_commit TO off"))
    connection.execute(update(schema.tables).values(due=None))
    for table in (*COPIED, *OF_SERVERS):
        connection.execute(text(f"CREATE TEMPORARY TABLE real_{table.name} AS SELECT * FROM {table.name}"))
    highest = (schema.tables.c.id, schema.forfeits.c.id, schema.forfeit_changes.c.id, schema.scopes.c.id)
    games = connection.execute(select(func.count()).select_from(schema.games)).scalar_one()
    return Sizes(games, *(connection.execute(select(func.max(key))).scalar() or 0 for key in highest))


def _seat_a_regular(connection: Connection, blocks: Sequence[Block], games: int) -> None:
    """Let the person of `REGULAR` take the places of others for at least this many games, if there are so many."""
    regular = person(REGULAR).id
    query = select(func.count()).select_from(schema.players).where(schema.players.c.user == regular)
    for other in _often_there(blocks):
        if connection.execute(query).scalar_one() >= games:
            break
        _replace_person(connection, other, regular)
    connection.commit()


def _often_there(blocks: Sequence[Block]) -> Iterator[int]:
    """Yield the people who play most of the games of each preset in each block. No two of them are at one table."""
    for people in sorted({block.people for block in blocks}):
        for club in range(len(OPTIONS)):
            if (club, people) != (0, 0):
                yield person(NAMES[club * CLUB]).id + people * APART


def _replace_person(connection: Connection, other: int, by: int) -> None:
    """Give all games and forfeits of one person to another one, but not the figures."""
    played = select(schema.players.c.game).where(schema.players.c.user == other)
    it = schema.tables.c
    seats = _replaced(connection, it.seats, str(other), str(by))
    host = case((it.host == other, by), else_=it.host)
    connection.execute(update(schema.tables).where(it.id.in_(played)).values(seats=seats, host=host))
    owes = schema.forfeits.c
    sat = (schema.players.c.user, schema.table_people.c.user, schema.forfeit_people.c.user)
    for whose in (*sat, owes.debtor, owes.creditor, schema.forfeit_changes.c.by):
        connection.execute(update(whose.table).where(whose == other).values({whose.name: by}))


def _moved(table: Table, block: Block, sizes: Sizes) -> Mapping[str, int]:
    """Return what is added to each column of a table that holds ids."""
    tables, person_ids = block.number * sizes.table, block.people * APART
    user = dict.fromkeys(("user", "other", "who", "debtor", "creditor", "by", "host"), person_ids)
    of_tables = dict.fromkeys(("table_id", "game"), tables)
    own = {"tables": tables, "games": tables, "people": person_ids, "forfeits": block.number * sizes.forfeit}
    own["forfeit_changes"] = block.number * sizes.change
    places = {"guild": block.server, "channel": block.server * APART, "scope": block.server * sizes.scope}
    counts = {"ordinal": block.people * sizes.games, "forfeit": block.number * sizes.forfeit}
    return {**user, **of_tables, **places, **counts, "id": own.get(table.name, 0), "people": block.people}


def _copy(connection: Connection, table: Table, moved: Mapping[str, int]) -> None:
    """Copy the real rows of a table, with other ids."""
    real = table.to_metadata(MetaData(), name=f"real_{table.name}")
    names = [column.name for column in table.columns]
    values = [_value(connection, real.c[name], moved) for name in names]
    connection.execute(insert(table).from_select(names, select(*values), include_defaults=False))


def _value(connection: Connection, column: Column[Any], moved: Mapping[str, int]) -> ColumnElement[Any]:
    if isinstance(column.type, LargeBinary):
        others = f"{PREFIX[:-4]}{moved['people']:04}"
        return _replaced(connection, column, PREFIX, others) if column.name in ("seats", "waiting") else column
    more = moved.get(column.name, 0)
    return column + more if more else column


def _replaced(connection: Connection, column: Column[Any], old: str, new: str) -> ColumnElement[Any]:
    """Return a column of JSON in which a text is replaced."""
    if connection.dialect.name == "sqlite":
        return cast(func.replace(cast(column, Text), literal(old), literal(new)), LargeBinary)
    plain = func.convert_from(column, literal("UTF8"))
    return func.convert_to(func.replace(plain, literal(old), literal(new)), literal("UTF8"))


def _end(connection: Connection, server: int, blocks: int, sizes: Sizes) -> None:
    """Write the rows of a server about all its blocks: scopes, levels, and the number of games."""
    levels, games, guild = schema.levels, blocks * sizes.games, GUILD + server
    place = schema.scopes.c.place
    ours = levels.c.scope.between(1 + server * sizes.scope, (server + 1) * sizes.scope)
    note = {"state": "first", **msgspec.structs.asdict(versions.MINE), "games": games}
    if server:
        moved = {"id": server * sizes.scope, "scope": server * sizes.scope, "guild": server}
        for table in OF_SERVERS:
            _copy(connection, table, moved)
        in_channels = (schema.scopes.c.guild == guild) & (place != 0)
        connection.execute(update(schema.scopes).where(in_channels).values(place=place + server * APART))
        connection.execute(insert(schema.servers).values(guild=guild, games=games))
        connection.execute(insert(schema.countings).values(number=guild, guild=guild, **note))
    connection.execute(update(levels).where(ours).values(many=levels.c.many * blocks))
    connection.execute(update(schema.servers).where(schema.servers.c.guild == guild).values(games=games))
    connection.execute(update(schema.countings).where(schema.countings.c.guild == guild).values(games=games))


def size(connection: Connection, url: str) -> float:
    """Return the size of a database in gigabytes."""
    if connection.dialect.name == "sqlite":
        return Path(make_url(url).database or "").stat().st_size / 1e9
    return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one()) / 1e9


def _require_room(connection: Connection, url: str, part: float, most: float) -> None:
    """Raise `SystemExit` if a database of which this part (0-1) is filled will become larger than `most` gigabytes."""
    if (whole := size(connection, url) / part) > most and part > 0.03:
        raise SystemExit(f"The database would take {whole:.1f} GB, and at most {most} are allowed (--most-gb).")


def main(argv: Sequence[str] | None = None) -> None:
    """Fill the database that the command line names, and print how large it is."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.million", description=__doc__)
    parser.add_argument("url", help="an empty database: postgresql://... or sqlite:///path")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--regular", type=int, default=0, help="the games of one person")
    parser.add_argument("--real", type=int, default=REAL, help="the games that are really played")
    parser.add_argument("--most-gb", type=float, default=MOST_GB)
    given = parser.parse_args(argv)
    began = time.monotonic()
    found = asyncio.run(fill(given.url, given.games, given.servers, given.real, given.regular, given.most_gb))
    print(f"{given.games} games in {time.monotonic() - began:.0f} s: {found:.2f} GB")


if __name__ == "__main__":
    main()
