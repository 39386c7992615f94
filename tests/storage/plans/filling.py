"""Fill a database with many copies of the first row of each table, with one statement for each table."""

from sqlalchemy import Connection, Table

from bot.storage import schema as db
from bot.storage.columns import CALLED, WHO, Utc
from tests.tables.house import CHANNEL, GUILD, NOON

MANY, ON_SQLITE, LESS = 100_000, 20_000, 5_000
FEW = frozenset({db.facts, db.shards, db.processes, db.identifies, db.outages, db.openings, db.last_ids})
"""Tables that do not grow: facts, running shards and processes, a month's outages, last ids, and unused tables."""
OF_SERVERS = frozenset({db.servers, db.server_settings, db.seasons, db.named_rules, db.dare_decks, db.countings})
"""Tables that grow with the number of servers and not with play. They get fewer rows."""
OFTEN = frozenset({db.answers, db.guesses})
"""Tables whose rows are kept for two days. They get a row every two seconds, other tables every twenty minutes."""

CROWD, KEYS = 1_600_000_000_000_000_000, 1_000_000
"""The first user id of the added people, and the first id of the added rows."""
NUMBER, TENTH, OF_TEN = f"{KEYS} + n", f"{KEYS} + 1 + n / 10", "n % 10"
PERSON = f"{CROWD} + n"
SERVER = f"{GUILD} + n"
HALF_HERE = f"CASE n % 2 WHEN 0 THEN {GUILD} ELSE {GUILD} + n % 1000 END"
"""Half of the rows belong to the test's server, and the others to a thousand more servers."""
A_SCOPE = f"CASE n % 2 WHEN 0 THEN 1 + n / 2 % 20 ELSE {KEYS} + n END"
"""Half of the figures are in the first twenty scopes, and the others each in a scope of their own."""
KEPT = "CASE n % 50 WHEN 0 THEN {} ELSE {} END"
"""One game in fifty still has its replay."""
REPLAY = "(SELECT {} FROM games WHERE worth IS NULL LIMIT 1)"

BY_NAME = {"guild": HALF_HERE, "id": NUMBER, "channel": f"{CHANNEL} + 1000 + n % 500", "ordinal": NUMBER}
BY_TABLE = {
    db.tables: {
        "seats": "'[]'",
        "waiting": "'[]'",
        "public": "NULL",
        "hidden": "NULL",
        "meanwhile": "'{}'",
        "indexed": "t.writes",
    },
    db.games: {
        "record": KEPT.format(REPLAY.format("record"), "t.record"),
        "events": KEPT.format(REPLAY.format("events"), "t.events"),
        "worth": KEPT.format("NULL", "t.worth"),
    },
    db.people: {"id": PERSON, "gone": "CASE n % 50 WHEN 0 THEN (SELECT max(asked) FROM people) END"},
    db.seated: {"table_id": NUMBER},
    db.table_people: {"table_id": NUMBER},
    db.events: {"table_id": TENTH, "seq": OF_TEN},
    db.answers: {"key": "'i:' || n", "table_id": NUMBER},
    db.forfeits: {"table_id": NUMBER},
    db.forfeit_changes: {"forfeit": NUMBER},
    db.forfeit_people: {"table_id": NUMBER},
    db.players: {"game": TENTH, "seat": OF_TEN, "ordinal": TENTH},
    db.scopes: {"place": NUMBER},
    db.tallies: {"scope": A_SCOPE, "name": "'wins'", "user": f"{CROWD} + n / 20", "amount": "n / 100"},
    db.levels: {"scope": A_SCOPE, "name": "'wins'", "amount": f"{KEYS} + n / 20", "many": "1"},
    db.ratings: {"who": PERSON},
    db.meetings: {"other": f"{CROWD} + 10000 + n / 5000"},
    db.achievements: {"user": PERSON, "game": TENTH},
    db.preferences: {"user": PERSON},
    db.closed_dms: {"user": PERSON},
    db.dm_channels: {"user": PERSON},
    db.locales: {"user": PERSON},
    db.dare_decks: {"guild": f"{GUILD} + n / 20"},
    db.puzzle_answers: {"day": f"{KEYS} + n / 1000", "user": PERSON},
    db.guesses: {"table_id": NUMBER, "user": PERSON},
    db.put_out: {"user": PERSON},
    db.named_rules: {"guild": f"{GUILD} + n / 20", "key": "'rules ' || n"},
    db.servers: {"guild": SERVER},
    db.server_settings: {"guild": SERVER, "replays": "NULL", "language": "''"},
    db.seasons: {"guild": SERVER},
    db.countings: {"guild": SERVER, "number": f"-{KEYS} - n"},
    db.counted_gains: {"number": f"-{KEYS} - n / 20", "game": NUMBER},
    db.counted_forfeits: {"number": f"-{KEYS} - n / 20", "forfeit": NUMBER},
}


def fill(connection: Connection) -> None:
    """Add many copies of the first row to every table that grows.

    Tables that grow with play get `MANY` rows, or `ON_SQLITE`, whose plans do not depend on the cost of so many rows.
    Tables that grow with servers get `LESS`. Every table must have a row already. The first game must have lost its
    replay, and another game must have one.
    """
    is_postgresql = connection.dialect.name == "postgresql"
    if is_postgresql:  # do not check foreign keys a million times
        connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
    for table in db.metadata.sorted_tables:
        if table not in FEW:
            many = LESS if table in OF_SERVERS else MANY if is_postgresql else ON_SQLITE
            done = connection.exec_driver_sql(_multiply(table, many, is_postgresql))
            assert done.rowcount == many, f"there is no row of {table.name} to begin with"
    if is_postgresql:
        # PostgreSQL makes statistics by itself at some time, and SQLite never does. Here they are made once. After
        # that, PostgreSQL may not make them again. On a slow machine it would do so in the middle of the test.
        connection.exec_driver_sql("ANALYZE")
        for table in db.metadata.sorted_tables:
            connection.exec_driver_sql(f"ALTER TABLE {table.name} SET (autovacuum_enabled = false)")


def _multiply(table: Table, many: int, is_postgresql: bool) -> str:
    values = {column.name: _value(table, column.name, is_postgresql) for column in table.columns}
    names, given = ", ".join(f'"{name}"' for name in values), ", ".join(values.values())
    counted = (
        f"SELECT n FROM generate_series(1, {many}) AS n"
        if is_postgresql
        else f"WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < {many}) SELECT n FROM s"
    )
    first = f"SELECT * FROM {table.name} ORDER BY {', '.join(f'{key.name}' for key in table.primary_key)} LIMIT 1"
    return f"INSERT INTO {table.name} ({names}) SELECT {given} FROM ({first}) AS t, ({counted}) AS s"


def _value(table: Table, name: str, is_postgresql: bool) -> str:
    """Return the SQL expression for a column's value in the `n`-th row. By default, it copies the first row."""
    column = table.c[name]
    if (said := BY_TABLE.get(table, {}).get(name)) is not None:
        return said
    if column.info == WHO:
        return f"{CROWD} + n % 5000"
    if column.info == CALLED:
        return "NULL" if column.nullable else "''"
    if isinstance(column.type, Utc) and name not in ("due", "not_before", "gone", "until"):
        return _ago(2 if table in OFTEN else 1200, is_postgresql)
    return BY_NAME.get(name, f't."{name}"')


def _ago(seconds: int, is_postgresql: bool) -> str:
    if is_postgresql:
        return f"TIMESTAMPTZ '{NOON.isoformat()}' - n * INTERVAL '{seconds} seconds'"
    return f"strftime('%Y-%m-%d %H:%M:%f', '{NOON:%Y-%m-%d %H:%M:%S}', (-n * {seconds}) || ' seconds') || '000'"
