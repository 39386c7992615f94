"""Time the pages about past games: leaderboards, profiles and tabs of servers of different sizes.

The script writes the test data directly into the tables, because only the time of reading matters. It also measures
the cost of counting a finished game.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from sqlalchemy import Connection, create_engine, insert

from bot.history.boards import _page as board
from bot.history.counting import Where, count
from bot.history.profiles import _profile as profile
from bot.history.projections import RANKED
from bot.people import tabs
from bot.storage import ratings, schema, table_rows, tallies
from bot.storage.migrate import upgrade
from bot.storage.sight import Sight
from bot.storage.table_rows import Marks, TableRow
from bot.storage.tallies import Scope, Tally

GUILD, CHANNEL = 7, 70
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
WHERE = Where(GUILD, CHANNEL, "dudo", NOON)
TIMES = 30
OVER = 100_000
"""The number of finished tables, in five hundred channels."""
AT_ONCE = 20_000


NOBODY = Sight(0, frozenset())
"""A viewer without permissions. For each debt, the bot must check whether this viewer was at the table."""


def boards(people: int, games: int, forfeits: int) -> dict[str, float]:
    """Return the median milliseconds of each read, on a SQLite file of a server of this size."""
    draw = Random(1)
    with _filled(people, games, forfeits, draw) as connection:
        ways: dict[str, Callable[[], object]] = {
            "first page": lambda: board(connection, Scope(GUILD), "wins", 1, 1 + draw.randrange(people)),
            "a page in the middle": lambda: board(connection, Scope(GUILD), "wins", people // 20, 5),
            "the last page": lambda: board(connection, Scope(GUILD), "got_away", people, 5),
            "a tab": lambda: tabs.tab(connection, GUILD, "owes", 1 + draw.randrange(people), 0, NOBODY),
            "a server's tab": lambda: tabs.tab(connection, GUILD, "all", 0, draw.randrange(forfeits), NOBODY),
            "a profile": lambda: profile(connection, GUILD, 1 + draw.randrange(people), NOON),
            "a channel's table": lambda: table_rows.live_table(connection, CHANNEL + draw.randrange(500)),
            "rivals": lambda: ratings.most_met(connection, GUILD, 1 + draw.randrange(people), 10),
            "counting a game of four": lambda: count(connection, _game(draw, people)),
        }
        return {title: _milliseconds(way) for title, way in ways.items()}


def _game(draw: Random, people: int) -> list[tuple[Where, Tally]]:
    seats = draw.sample(range(1, people + 1), 4)
    names = ("wins", "streak", "rating", "caught", "got_away", "lies", "called_out", "face3", "thrown4")
    return [(WHERE, Tally(user, name, 1, 1)) for user in seats for name in names]


@contextmanager
def _filled(people: int, games: int, forfeits: int, draw: Random) -> Iterator[Connection]:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'games.sqlite'}"
        upgrade(url)
        engine = create_engine(url)
        with engine.begin() as connection:
            connection.exec_driver_sql("PRAGMA synchronous=OFF")
            _figures(connection, people, draw)
            _many(connection, schema.forfeits, (_forfeit(number, people, draw) for number in range(forfeits)))
            _many(connection, schema.games, (_kept(number) for number in range(1, games + 1)))
            _many(connection, schema.players, _seats(games, people, draw))
            _many(connection, schema.tables, (_over(number) for number in range(OVER)))
            connection.exec_driver_sql("ANALYZE")
        with engine.begin() as connection:
            yield connection
        engine.dispose()


def _figures(connection: Connection, people: int, draw: Random) -> None:
    numbers = tallies.scope_numbers(
        connection, [Scope(GUILD, place, game) for place in (0, CHANNEL) for game in ("", "dudo")]
    )
    _many(connection, schema.people, ({"guild": GUILD, "id": user, "name": f"n{user}"} for user in _users(people)))
    for number in numbers.values():
        figures = {
            (number, name, user): (amount := int(draw.paretovariate(1.1)), amount + draw.randrange(500))
            for name in RANKED
            for user in _users(people)
        }
        tallies.write(connection, {}, figures, RANKED)
    _many(
        connection,
        schema.meetings,
        (
            {"guild": GUILD, "user": user, "other": other, "games": 1, "ahead": 0, "behind": 1, "caught": 0}
            for user in _users(people)
            for other in draw.sample(range(1, people + 1), 5)
        ),
    )


def _users(people: int) -> range:
    return range(1, people + 1)


def _forfeit(number: int, people: int, draw: Random) -> dict[str, object]:
    return {
        "guild": GUILD,
        "channel": CHANNEL,
        "table_id": number,
        "debtor": 1 + draw.randrange(people),
        "creditor": 1 + draw.randrange(people),
        "text": "",
        "state": draw.choice(("owed", "paid")),
        "variant": "dudo",
        "at": NOON,
    }


def _kept(number: int) -> dict[str, object]:
    return {
        "id": number,
        "guild": GUILD,
        "channel": CHANNEL + number % 10,
        "number": 1,
        "variant": "dudo",
        "began": NOON,
        "ended": NOON,
        "form": 2,
        "record": b"",
        "events": b"",
        "ordinal": number,
    }


def _over(number: int) -> dict[str, object]:
    """Return the row of a finished table. Only the columns that must have a value have one."""
    row = TableRow(
        guild=GUILD,
        channel=CHANNEL + number % 500,
        guild_name="",
        channel_name="",
        host=1,
        host_name="",
        status="over",
        setup=b"{}",
        seats=b"[]",
        commitment="",
        seed="",
        marks=Marks(NOON),
        id=1 + number,
    )
    return table_rows.columns(row)


def _seats(games: int, people: int, draw: Random) -> Iterator[dict[str, object]]:
    for number in range(1, games + 1):
        for seat, user in enumerate(draw.sample(range(1, people + 1), 4)):
            yield {
                "game": number,
                "seat": seat,
                "user": user,
                "name": "",
                "computer": False,
                "since": 0,
                "guild": GUILD,
                "ordinal": number,
            }


def _many(connection: Connection, table: object, rows: Iterator[dict[str, object]]) -> None:
    some: list[dict[str, object]] = []
    for row in rows:
        some.append(row)
        if len(some) == AT_ONCE:
            connection.execute(insert(table), some)  # type: ignore[arg-type]
            some = []
    if some:
        connection.execute(insert(table), some)  # type: ignore[arg-type]


def _milliseconds(way: Callable[[], object]) -> float:
    took = []
    for _ in range(TIMES):
        began = perf_counter()
        way()
        took.append(1000 * (perf_counter() - began))
    return median(took)
