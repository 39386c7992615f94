"""Fill a database with many rows.

They are copies of the first row of each table, made with one statement for each table.
"""

from sqlalchemy import Connection, Table

from bot.storage import schema as db
from bot.storage.columns import CALLED, WHO, Utc
from tests.tables.house import CHANNEL, GUILD, NOON

MANY, LESS = 100_000, 5_000
FEW = frozenset({db.facts, db.shards, db.processes, db.identifies, db.outages, db.openings})
"""Tables that cannot grow: named facts, a row for each running shard or process, a month's outages, unused tables."""
OF_SERVERS = frozenset({db.servers, db.server_settings, db.seasons, db.named_rules, db.dare_decks})
"""Tables that grow with the bot's servers and not with play, so they have fewer rows."""
OFTEN = frozenset({db.answers})
"""Tables whose rows are kept for two days: one row in two seconds. Others get one row in twenty minutes."""

CROWD, KEYS = 1_600_000_000_000_000_000, 1_000_000
"""The first numbers of people without names, and of rows."""
NUMBER, TENTH, OF_TEN = f"{KEYS} + n", f"{KEYS} + 1 + n / 10", "n % 10"
PERSON = f"{CROWD} + n"
SERVER = f"{GUILD} + n"
HALF_HERE = f"CASE n % 2 WHEN 0 THEN {GUILD} ELSE {GUILD} + n % 1000 END"
"""Half of the rows are of the test's server, the others of a thousand more."""
A_SCOPE = f"CASE n % 2 WHEN 0 THEN 1 + n / 2 % 20 ELSE {KEYS} + n END"
"""Half of the figures are in the first scopes, the other half spread over all."""
KEPT = "CASE n % 50 WHEN 0 THEN {} ELSE {} END"
"""One game in fifty still has its replay."""
REPLAY = "(SELECT {} FROM games WHERE worth IS NULL LIMIT 1)"

BY_NAME = {"guild": HALF_HERE, "id": NUMBER, "channel": f"{CHANNEL} + 1000 + n % 500", "ordinal": NUMBER}
BY_TABLE = {
    db.tables: {"seats": "'[]'", "waiting": "'[]'", "public": "NULL", "hidden": "NULL", "meanwhile": "'{}'"},
    db.games: {
        "record": KEPT.format(REPLAY.format("record"), "t.record"),
        "events": KEPT.format(REPLAY.format("events"), "t.events"),
        "worth": KEPT.format("NULL", "t.worth"),
    },
    db.people: {"id": PERSON},
    db.seated: {"table_id": NUMBER},
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
    db.locales: {"user": PERSON},
    db.dare_decks: {"guild": f"{GUILD} + n / 20"},
    db.puzzle_answers: {"day": f"{KEYS} + n / 1000", "user": PERSON},
    db.named_rules: {"guild": f"{GUILD} + n / 20", "key": "'rules ' || n"},
    db.servers: {"guild": SERVER},
    db.server_settings: {"guild": SERVER, "replays": "NULL", "language": "''"},
    db.seasons: {"guild": SERVER},
}


def fill(connection: Connection) -> None:
    """Add a hundred thousand copies of the first row to every table that grows.

    Every such table has a row already. The first game has no replay any more, and another game has one.
    """
    is_postgresql = connection.dialect.name == "postgresql"
    if is_postgresql:  # parent rows need not be checked a million times
        connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
    for table in db.metadata.sorted_tables:
        if table not in FEW:
            many = LESS if table in OF_SERVERS else MANY
            done = connection.exec_driver_sql(_multiply(table, many, is_postgresql))
            assert done.rowcount == many, f"there is no row of {table.name} to begin with"
    if is_postgresql:  # it does so by itself, sooner or later (SQLite never does): here once, and then no more,
        connection.exec_driver_sql("ANALYZE")  # since on a slow machine it would do so while every server is left
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
    """Return the SQL for a column of row `n`. A column without a rule of its own is the same as in the first row."""
    column = table.c[name]
    if (said := BY_TABLE.get(table, {}).get(name)) is not None:
        return said
    if column.info == WHO:
        return f"{CROWD} + n % 5000"
    if column.info == CALLED:
        return "NULL" if column.nullable else "''"
    if isinstance(column.type, Utc) and name not in ("due", "not_before", "gone"):
        return _ago(2 if table in OFTEN else 1200, is_postgresql)
    return BY_NAME.get(name, f't."{name}"')


def _ago(seconds: int, is_postgresql: bool) -> str:
    if is_postgresql:
        return f"TIMESTAMPTZ '{NOON.isoformat()}' - n * INTERVAL '{seconds} seconds'"
    return f"strftime('%Y-%m-%d %H:%M:%f', '{NOON:%Y-%m-%d %H:%M:%S}', (-n * {seconds}) || ' seconds') || '000'"
