"""Test backups. A backup that was made while people played can be restored elsewhere, and its games can go on."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from bot.operating.maintenance import back_up, restore
from bot.settings import CannotStart
from bot.storage import moving
from bot.storage.backup_notes import noted
from bot.storage.migrate import upgrade
from bot.storage.read_only import look
from bot.storage.store import Store
from bot.tables.after_restore import AHEAD
from tests.databases import sqlite_started_on
from tests.faults.wire import Wire, discord_put_back
from tests.tables.house import House, Sitting

TABLES = 4


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "backup"


@asynccontextmanager
async def on_the_wire(folder: Path, url: str) -> AsyncIterator[Wire]:
    """Run the bot against a local Discord. Undo the changes to discord.py afterwards."""
    wire = Wire(folder, url=url)
    with discord_put_back():
        try:
            yield await wire.open()
        finally:
            await wire.close()


async def test_games_go_on_after_a_backup_under_load_is_restored(
    tmp_path: Path, database_url: str, elsewhere: str, file: Path
) -> None:
    """The backup delays no player. Moves that came after it are lost, and the restored games go on."""
    async with on_the_wire(tmp_path, database_url) as wire:
        channels = [wire.new_channel(f"table-{number}") for number in range(TABLES)]
        tables = [await wire.table(channel, "ann", "ben") for channel in channels]
        plays = asyncio.create_task(_play(wire, tables))
        await wire.until(_have_moved, wire, tables, 3, patience=30)
        at_least = [(await wire.info(table)).version for table in tables]
        kept = await asyncio.to_thread(back_up, database_url, file)
        at_most = [(await wire.info(table)).version for table in tables]
        await wire.until(_have_moved, wire, tables, max(at_most) + 3, patience=30)
        assert not plays.done(), "nobody was delayed or refused"
        plays.cancel()
        await asyncio.gather(plays, return_exceptions=True)
        lost = [wire.messages(channel)[-1].id for channel in channels]
        await wire.kill_bot()

        found = await asyncio.to_thread(restore, elsewhere, file, over=False)
        assert (found.in_play, found.kept, found.before) == (TABLES, 0, None)
        assert kept.size > 0
        wire.url = elsewhere
        wire.bot = wire.new_bot()
        await wire.start_bot()
        for table, channel, old, least, most in zip(tables, channels, lost, at_least, at_most, strict=True):
            await wire.until(wire.is_shown, table)
            assert least + AHEAD <= (await wire.info(table)).version <= most + AHEAD
            assert await wire.every_version_was_made_once(table)
            assert wire.panel(channel).id > old, "the panel is below what is gone"
            await wire.goes_on(table)


async def _play(wire: Wire, tables: list[int]) -> None:
    """Let people move at all tables, as fast as the bot answers."""

    async def at(table: int) -> None:
        while True:
            if await wire.asked(table):
                await wire.move(table)
                await wire.bot.services.announcer.show(table)
            await asyncio.sleep(0.01)

    async with asyncio.TaskGroup() as group:
        for table in tables:
            group.create_task(at(table))


async def _have_moved(wire: Wire, tables: list[int], version: int) -> bool:
    return all([(await wire.info(table)).version > version for table in tables])


async def test_a_button_that_was_shown_before_a_restore_is_refused(
    database_url: str, elsewhere: str, file: Path
) -> None:
    """The restored table skips the versions of buttons that were shown after the backup."""
    house = await House(database_url).open()
    sitting = await house.game("dudo", "ann", "bob")
    await asyncio.to_thread(back_up, database_url, file)
    await sitting.bid(1, 2)
    shown = await sitting.info()
    assert shown.still_asks(shown.version)
    await house.close()
    await asyncio.to_thread(restore, elsewhere, file, over=False)
    again = await House(elsewhere).open()
    restored = await Sitting(again, sitting.id).info()
    assert not restored.still_asks(shown.version)
    assert not restored.still_asks(shown.version - 1)
    await again.follow(sitting.id)
    assert (await Sitting(again, sitting.id).play_on(Random(1))).status == "over"
    await again.close()


def test_a_backup_is_readable_only_by_its_owner_and_replaces_the_last_one(
    database_url: str, file: Path, tmp_path: Path
) -> None:
    before = os.umask(0)
    file.write_text("the backup of yesterday")
    file.chmod(0o666)
    try:
        kept = back_up(database_url, file)
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert kept.size == file.stat().st_size > len("the backup of yesterday")
    assert [path.name for path in tmp_path.iterdir() if "partial" in path.name] == []


def test_a_failed_backup_keeps_the_backup_before_it(tmp_path: Path, file: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    whole = sqlite_started_on()
    (tmp_path / "games.sqlite").write_bytes(whole[: len(whole) // 2])
    file.write_text("the backup of yesterday")
    with pytest.raises(CannotStart, match="damaged"):
        back_up(url, file)
    assert file.read_text() == "the backup of yesterday"
    assert [path.name for path in tmp_path.iterdir() if "partial" in path.name] == []


def test_a_damaged_backup_is_not_restored(tmp_path: Path, sqlite_url: str, file: Path) -> None:
    back_up(sqlite_url, file)
    with file.open("r+b") as open_file:
        open_file.seek(4096 * 3)
        open_file.write(b"\xff" * 4096 * 4)
    with pytest.raises(CannotStart, match="damaged"):
        restore(f"sqlite:///{tmp_path / 'new.sqlite'}", file, over=False)
    assert not (tmp_path / "new.sqlite").exists()


def cut_off(file: Path, many: int) -> None:
    file.write_bytes(file.read_bytes()[:-many])


async def test_an_incomplete_dump_is_not_restored(postgresql_url: str, empty_postgresql_url: str, file: Path) -> None:
    house = await House(postgresql_url).open()
    await house.game("common", "ann", "bob")
    await house.close()
    await asyncio.to_thread(back_up, postgresql_url, file)
    cut_off(file, 2000)
    with pytest.raises(CannotStart, match="pg_restore did not do it: "):
        await asyncio.to_thread(restore, empty_postgresql_url, file, over=False)
    assert not await asyncio.to_thread(look, empty_postgresql_url, moving.table_names)


@pytest.mark.parametrize("over", [False, True])
async def test_a_database_with_games_is_replaced_only_with_the_option_over(
    database_url: str, file: Path, over: bool
) -> None:
    """On SQLite, the replaced file is kept beside the new file."""
    house = await House(database_url).open()
    first = await house.game("common", "ann", "bob")
    await asyncio.to_thread(back_up, database_url, file)
    later = await house.game("dudo", "ann", "bob", channel=1)
    await house.close()
    if not over:
        name = "The file .*games.sqlite" if database_url.startswith("sqlite") else r"PostgreSQL's database t\w+ on \S+"
        with pytest.raises(CannotStart, match=rf"^{name} is not empty.*--over"):
            await asyncio.to_thread(restore, database_url, file, over)
        await house.open()
        assert set(await house.tables.queries.live()) == {first.id, later.id}
    else:
        found = await asyncio.to_thread(restore, database_url, file, over)
        await house.open()
        assert await house.tables.queries.live() == (first.id,)
        assert (await house.lobby("common", "cid", channel=2)).id > later.id, "a button of that game may still be shown"
        if database_url.startswith("sqlite"):
            assert found.before is not None
            beside = await House(f"sqlite:///{found.before}").open()
            assert set(await beside.tables.queries.live()) == {first.id, later.id}
            await beside.close()
    await house.close()


def test_a_restored_backup_counts_as_the_newest_one(database_url: str, elsewhere: str, file: Path) -> None:
    """Otherwise the alarm for an old backup would fire until the next backup. The age is that of the backup's file."""
    back_up(database_url, file)
    made = datetime(2026, 3, 1, 4, tzinfo=UTC)
    os.utime(file, (made.timestamp(), made.timestamp()))
    restore(elsewhere, file, over=False)
    assert look(elsewhere, noted) == made


async def test_a_database_in_use_is_not_replaced(database_url: str, file: Path) -> None:
    house = await House(database_url).open()
    await house.game("common", "ann", "bob")
    await asyncio.to_thread(back_up, database_url, file)
    with pytest.raises(
        CannotStart, match=r"in use by another process|^PostgreSQL's database t\w+ on \S+ has other connections \(\d\)"
    ):
        await asyncio.to_thread(restore, database_url, file, over=True)
    assert len(await house.tables.queries.live()) == 1
    await house.close()


async def test_a_damaged_database_is_replaced_together_with_its_wal(
    sqlite_url: str, tmp_path: Path, file: Path
) -> None:
    """The WAL of the old file must not be applied to the new file."""
    house = await House(sqlite_url).open()
    await house.game("common", "ann", "bob")
    await asyncio.to_thread(back_up, sqlite_url, file)
    log = b"what the log had" * 500
    await house.close()
    (tmp_path / "games.sqlite").write_bytes(b"what a failing disk left" * 400)
    (tmp_path / "games.sqlite-wal").write_bytes(log)
    with pytest.raises(CannotStart):
        await asyncio.to_thread(restore, sqlite_url, file, over=False)
    found = await asyncio.to_thread(restore, sqlite_url, file, over=True)
    assert found.before is not None
    assert found.before.with_name(f"{found.before.name}-wal").read_bytes() == log
    await house.open()
    assert len(await house.tables.queries.live()) == 1
    await house.close()


def test_a_backup_of_a_later_version_is_refused(tmp_path: Path, sqlite_url: str, file: Path) -> None:
    back_up(sqlite_url, file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    with pytest.raises(CannotStart, match="revision 9999, which this version of the bot does not know"):
        restore(f"sqlite:///{tmp_path / 'new.sqlite'}", file, over=False)


async def test_a_backup_of_an_older_version_is_brought_up_to_date(
    tmp_path: Path, postgresql_url: str, empty_postgresql_url: str, file: Path
) -> None:
    """The backup replaces a database of this version, which has tables that the older version did not have."""
    await asyncio.to_thread(upgrade, empty_postgresql_url, "0009")
    await asyncio.to_thread(back_up, empty_postgresql_url, file)
    await asyncio.to_thread(restore, postgresql_url, file, over=True)
    store = await Store.open(postgresql_url)
    assert "achievements" in await store.read(moving.table_names)
    await store.close()


@pytest.mark.parametrize(
    ("what", "wanted"),
    [
        (b"PGDMP and so on", "is a backup of PostgreSQL, .* python -m bot move-data"),
        (b"a letter to grandmother", "is not a backup: it begins"),
        (None, "cannot be read: No such file"),
    ],
)
def test_a_file_that_is_not_a_backup_is_refused(sqlite_url: str, file: Path, what: bytes | None, wanted: str) -> None:
    if what is not None:
        file.write_bytes(what)
    with pytest.raises(CannotStart, match=wanted):
        restore(sqlite_url, file, over=False)


def test_another_programs_database_is_refused_as_a_backup(tmp_path: Path, file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.commit()
    with pytest.raises(CannotStart, match="is no database of the bot"):
        restore(f"sqlite:///{tmp_path / 'new.sqlite'}", file, over=False)


def test_the_database_is_not_backed_up_into_itself(sqlite_url: str, tmp_path: Path) -> None:
    for ending in ("", "-wal", ".lock"):
        with pytest.raises(CannotStart, match="is the database itself"):
            back_up(sqlite_url, tmp_path / f"games.sqlite{ending}")
    with pytest.raises(CannotStart, match=r"There is no database in .*new\.sqlite"):
        back_up(f"sqlite:///{tmp_path / 'new.sqlite'}", tmp_path / "backup")
    with pytest.raises(CannotStart, match="cannot be written: No such file or directory"):
        back_up(sqlite_url, tmp_path / "nowhere" / "backup")


def test_missing_programs_of_postgresql_are_named_in_the_error(
    postgresql_url: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(CannotStart, match=r"pg_dump is not here: .* the package postgresql-client"):
        back_up(postgresql_url, file)
    assert not file.exists()
