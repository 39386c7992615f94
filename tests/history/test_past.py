"""Test the pages of a server's past games.

They must show the same games as a list of all games. A page must cost the same for any number of games.
"""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from msgspec import to_builtins
from msgspec.structs import replace
from sqlalchemy import Connection, text

from bot.history import past
from bot.history.packing import packed, packed_events
from bot.history.past import PAGE, PastGames, PastPage, Wanted
from bot.storage import game_search, kept_games
from bot.storage.kept_games import GameRow, PlayerRow
from bot.storage.sight import Sight
from engine.core.events import FORM, End, GameOver, RoundBegan, Stopped
from tests.tables.house import House

START = datetime(2026, 1, 1, tzinfo=UTC)
HERE, ELSEWHERE = 1, 2
EVENTS = packed_events([to_builtins(e) for e in (RoundBegan(1, 0, 4), RoundBegan(2, 0, 4), GameOver(End.ROUNDS, (1,)))])
STOPPED = packed_events([to_builtins(event) for event in (Stopped(), GameOver(End.STOPPED))])
MANY = 130


def fill(connection: Connection) -> list[tuple[GameRow, tuple[int, int | None]]]:
    """Add games of two servers with two players each, and return them. Every eleventh game is missing, as if deleted.

    In every fourth game the second player is a computer player. In every third game the second player came late.
    """
    luck, made = Random(7), []
    for number in range(1, MANY + 1):
        guild = HERE if number % 5 else ELSEWHERE
        first, second = 10 + luck.randrange(3), 20 + luck.randrange(4)
        people = first, second if number % 4 else None
        row = GameRow(
            id=number * 3,
            guild=guild,
            channel=luck.choice((5, 6)),
            number=1,
            variant=luck.choices(("common", "cup"), (12, 1))[0],
            began=START,
            ended=START + timedelta(hours=number),
            form=FORM,
            record=packed(b""),
            events=EVENTS if number % 7 else STOPPED,
            ordinal=number,
        )
        seats = [
            PlayerRow(row.id, 0, first, f"P{first}", False, None, guild, number),
            PlayerRow(row.id, 1, people[1], f"P{second}", not number % 4, None, guild, number, 0 if number % 3 else 2),
        ]
        if number % 11:
            kept_games.keep(connection, row, seats)
            made.append((row, people))
    return made


WANTED = [
    Wanted(HERE),
    Wanted(HERE, channel=5),
    Wanted(HERE, user=11),
    Wanted(HERE, variant="cup"),
    Wanted(HERE, user=11, channel=6),
    Wanted(HERE, user=21, variant="cup"),
    Wanted(HERE, user=99),
    Wanted(HERE, practice=False),
    Wanted(HERE, user=11, practice=False),
]


@pytest.mark.parametrize("looked_at", [400, 12])
async def test_pages_show_the_same_games_as_a_sorted_list(
    house: House, looked_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test turns the pages as far as the oldest game, and back.

    A page that may look at only a few games may be short, but no game is missing.
    """
    monkeypatch.setattr(past, "LOOKED_AT", looked_at)
    made = await house.store.write(fill)
    for wanted in WANTED:
        fits = [
            row.ordinal
            for row, people in reversed(made)
            if row.guild == wanted.guild
            and (wanted.user is None or wanted.user in people)
            and (wanted.channel is None or wanted.channel == row.channel)
            and (not wanted.variant or wanted.variant == row.variant)
            and (wanted.practice or (row.ordinal % 4 and row.ordinal % 3))
        ]
        pages = [await PastGames(house.store).page(wanted)]
        while (edge := pages[-1].older) is not None:
            pages.append(await PastGames(house.store).page(at(wanted, edge, newer=False)))
        assert [number for page in pages for number in numbers(page)] == fits
        assert looked_at < 400 or all(len(page.games) == PAGE for page in pages[:-1])
        back = [pages[-1]]
        while (edge := back[-1].newer) is not None:
            back.append(await PastGames(house.store).page(at(wanted, edge, newer=True)))
        assert [number for page in back[::-1] for number in numbers(page)] == fits
        assert pages[0].newer is None


def at(wanted: Wanted, edge: int, newer: bool) -> Wanted:
    return replace(wanted, edge=edge, newer=newer)


def numbers(page: PastPage) -> list[int]:
    return [game.number for game in page.games]


async def test_each_past_game_has_its_winners_and_number_of_rounds(sqlite_house: House) -> None:
    """L5: a stopped game has no winner."""
    await sqlite_house.store.write(fill)
    page = await PastGames(sqlite_house.store).page(Wanted(HERE, edge=10))
    by_number = {game.number: game for game in page.games}
    assert (by_number[9].rounds, by_number[9].winners, by_number[9].losers) == (2, (1,), ())
    assert (by_number[7].rounds, by_number[7].winners) == (0, ())
    assert [player.name[0] for player in by_number[9].players] == ["P", "P"]


async def test_a_game_is_found_only_by_its_number_on_its_own_server(sqlite_house: House) -> None:
    await sqlite_house.store.write(fill)
    games = PastGames(sqlite_house.store)
    assert await games.numbered(HERE, 9) == 27
    assert await games.numbered(ELSEWHERE, 9) is None
    assert await games.numbered(HERE, 11) is None, "it is gone"
    sight = Sight(1, frozenset(range(10)))
    assert await games.newest(HERE, 404, sight) == 129 * 3
    assert await games.newest(404, 5, sight) is None
    assert await games.newest(HERE, 404, Sight(1, frozenset())) is None, "they see no channel"


@pytest.mark.parametrize("newer", [False, True])
async def test_every_page_reads_one_range_of_an_index(sqlite_house: House, newer: bool) -> None:
    """SQLite neither scans a table nor sorts.

    So a page of a thousand games costs the same as a page of a million games.
    """

    def plans(connection: Connection) -> dict[str, list[str]]:
        fill(connection)
        told = {}
        for wanted in WANTED:
            query = game_search.near(at(wanted, 50, newer)).limit(PAGE)
            sql = str(query.compile(connection, compile_kwargs={"literal_binds": True}))
            told[sql] = [row.detail for row in connection.execute(text(f"EXPLAIN QUERY PLAN {sql}"))]
        return told

    for sql, plan in (await sqlite_house.store.write(plans)).items():
        assert len(plan) == 1, sql
        assert plan[0].startswith("SEARCH"), (sql, plan)
        assert "ordinal" in plan[0], (sql, plan)
