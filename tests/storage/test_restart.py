"""Tests that every game goes on if the process is killed at any moment and then started again."""

import asyncio
import contextlib
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random

import asyncpg
import pytest
from sqlalchemy import text

from bot.storage import event_rows, table_rows
from bot.storage.sqlite import StoreBusy
from bot.storage.store import Store
from bot.tables import encoding
from bot.tables.model import TableView
from engine import games
from engine.bids.actions import Bid
from engine.core.refusals import Refused
from tests.storage.killed import TABLES
from tests.tables.house import House, Sitting, person

pytestmark = pytest.mark.real_clock

ROOT = Path(__file__).parents[2]


async def test_a_read_in_progress_at_closing_leaves_no_connection_open(postgresql_url: str) -> None:
    """If a connection came back to the store after the closing, it would stay open until the process ends."""
    store = await Store.open(postgresql_url)
    reading = asyncio.ensure_future(store.read(lambda connection: connection.scalar(text("SELECT pg_sleep(0.3)"))))
    await asyncio.sleep(0.1)
    await store.close()
    await reading
    connection = await asyncpg.connect(postgresql_url)
    left = await connection.fetchval("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
    await connection.close()
    assert left == 1, "beside the one that asks"


async def test_a_restart_in_the_middle_of_a_round_changes_nothing(database_url: str) -> None:
    """The players' views, the changes that are not shown yet, and the next duties stay the same."""
    house = await House(database_url).open()
    sitting = await house.game("firehouse", "ann", "bob", "cid", computers=1)
    shown = await house.lobby("common", "eve", channel=1)
    house.shows = False
    await house.show(shown.id)
    await sitting.bid(5, 2)  # higher than a computer player's opening bid
    people = ("ann", "bob", "cid")

    async def everything() -> list[object]:
        showing = house.tables.showing
        seen = [await sitting.see(name) for name in (*people, None)]
        return [
            seen,
            await showing.pending(sitting.id),
            await showing.pending(shown.id),
            await house.tables.timers.next(sitting.id),
            await house.tables.timers.next(shown.id),
        ]

    before = await everything()
    await house.reopen()
    assert await everything() == before
    assert len((await house.tables.showing.pending(sitting.id)).undelivered) == 0
    house.shows = True
    await house.follow(sitting.id)
    assert [len(await sitting.dice(name)) for name in people] == [5, 5, 5]
    assert (await sitting.play_on(Random(1))).status == "over"
    await house.close()


async def test_a_restart_does_not_change_the_dice(sqlite_url: str, tmp_path: Path) -> None:
    """Each throw depends on a counter in the game, which a restart does not change."""
    stories = []
    for url, restart in ((sqlite_url, False), (f"sqlite:///{tmp_path / 'other.sqlite'}", True)):
        house = await House(url).open()
        sitting = await house.game("firehouse", "ann", "bob", computers=2)
        for luck in range(12):
            if restart:
                await house.reopen()
            await sitting.play_on(Random(luck), 1)
        stories.append([row.body for row in await house.store.read(partial(event_rows.events, table_id=sitting.id))])
        await house.close()
    assert stories[0] == stories[1]
    assert len(stories[0]) > 20


@pytest.mark.parametrize("lines", [1, 40, pytest.param(150, marks=pytest.mark.long)])
async def test_no_confirmed_move_is_lost_when_the_process_is_killed(sqlite_url: str, lines: int) -> None:
    """Every confirmed move is stored, no table is half saved, and every game goes on."""
    confirmed = await asyncio.to_thread(_play_and_kill, sqlite_url, lines)
    house = await House(sqlite_url, first_key=1_000_000).open()
    tables = await house.tables.queries.live()
    assert len(tables) == TABLES
    for table_id in tables:
        sitting = Sitting(house, table_id)
        assert (await sitting.info()).version >= confirmed.get(table_id, 0)
        await assert_snapshot_is_the_fold(house, table_id)
        await house.follow(table_id)  # the process may have died when a computer player was due
        view = await sitting.view()
        assert [len(await sitting.dice(name)) for name in ("ann", "bob")] == [
            5 if view.state.phase == "bidding" else 0
        ] * 2
        before = (await sitting.info()).version
        name = sitting.name(await sitting.info(), view.awaited[0])
        await sitting.play_on(Random(1), 1)
        assert (await sitting.info()).version > before
        assert name in ("ann", "bob")
    house.wait(minutes=11)  # longer than a turn, and than a table's pause between two rounds
    assert len(await house.clock_strikes()) == TABLES
    await house.close()


def _play_and_kill(url: str, lines: int) -> dict[int, int]:
    """Start the process, and kill it after it has confirmed this many moves.

    Return the last confirmed version of each table.
    """
    command = [sys.executable, "-m", "tests.storage.killed", url]
    confirmed: dict[int, int] = {}
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        for _ in range(lines):
            table, version = process.stdout.readline().split()
            confirmed[int(table)] = int(version)
        process.kill()
        for line in process.stdout.read().splitlines():
            if len(words := line.split()) == 2:
                confirmed[int(words[0])] = int(words[1])
    assert process.returncode == -9
    return confirmed


async def assert_snapshot_is_the_fold(house: House, table_id: int) -> None:
    """Check that the snapshot of a table follows from its stored events."""
    row = await house.store.read(lambda c: table_rows.table(c, table_id))
    stored = await house.store.read(lambda c: event_rows.events(c, table_id))
    assert row is not None
    assert row.public is not None
    assert row.hidden is not None
    rules = encoding.setup(row.setup).rules()
    game = games.initial(rules, len(encoding.seats(row.seats)))
    for event in stored:
        game = games.evolve(game, encoding.event(event))
    assert game == encoding.game(rules, row.public, row.hidden)
    assert (row.public, row.hidden) == encoding.snapshot(game)
    assert row.seq == len(stored) == stored[-1].seq


async def test_a_second_process_on_the_same_file_is_refused_with_a_clear_sentence(sqlite_url: str) -> None:
    house = await House(sqlite_url).open()
    with pytest.raises(StoreBusy, match=r"games\.sqlite is in use by another process"):
        await Store.open(sqlite_url)
    command = [
        sys.executable,
        "-c",
        f"import asyncio; from bot.storage.store import Store; asyncio.run(Store.open({sqlite_url!r}))",
    ]
    second = await asyncio.to_thread(subprocess.run, command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert second.returncode == 1
    assert "stop that one first" in second.stderr
    await house.close()
    again = await Store.open(sqlite_url)
    await again.close()


async def test_closing_waits_for_the_write_in_progress(database_url: str) -> None:
    house = await House(database_url).open()
    sitting = await house.game("common", "ann", "bob")
    house.shows = False
    under_way = asyncio.Event()
    name = await sitting.turn()

    async def move() -> TableView:
        under_way.set()
        return await house.tables.moves.act(sitting.id, person(name).id, Bid(1, 2), house.key())

    task = asyncio.create_task(move())
    await under_way.wait()
    await asyncio.sleep(0)
    await house.close()
    made = await task
    await house.open()
    assert await sitting.info() == made
    assert await sitting.turn() != name
    await house.close()


@pytest.mark.parametrize("variant", ["common", "firehouse", "dudo", "joker", "perudo"])
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
async def test_the_snapshot_follows_from_the_stored_events(sqlite_url: str, variant: str, seed: int) -> None:
    """Players leave and turns time out during the game."""
    luck = Random(f"{variant}{seed}")
    house = await House(sqlite_url, luck=f"{seed}").open()
    sitting = await house.game(variant, "ann", "bob", "cid", "dora", computers=1)
    left: set[str] = set()
    for _ in range(60):
        if (await sitting.info()).status != "playing":
            break
        match luck.randrange(12):
            case 0:
                house.wait(seconds=200)
                await house.clock_strikes()
            case 1 if len(left) < 2:
                left.add(name := luck.choice(sorted({"ann", "bob", "cid", "dora"} - left)))
                with contextlib.suppress(Refused):  # they may have been removed after a timeout
                    await house.tables.lobbies.leave(sitting.id, person(name).id, house.key())
            case _:
                await sitting.play_on(luck, 1)
        await assert_snapshot_is_the_fold(house, sitting.id)
    await house.close()
