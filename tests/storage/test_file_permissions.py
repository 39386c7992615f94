"""Tests that files with hidden dice and seeds can be read only by their owner, whatever the umask is."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.storage.migrate import upgrade
from tests.tables.house import House

NAMES = ("games.sqlite", "games.sqlite-wal", "games.sqlite-shm", "games.sqlite.lock")


@pytest.fixture(autouse=True, params=[0o022, 0o000], ids=["umask 022", "umask 000"])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    return {path.name: f"{stat.S_IMODE(path.stat().st_mode):o}" for path in folder.iterdir()}


async def test_files_with_games_can_be_read_only_by_their_owner(sqlite_url: str, tmp_path: Path) -> None:
    house = await House(sqlite_url).open()
    await house.game("common", "ann", "bob")
    assert modes(tmp_path) == dict.fromkeys(NAMES, "600")
    await house.close()
    assert set(modes(tmp_path).values()) == {"600"}


def test_migrating_creates_only_the_database_file(sqlite_url: str, tmp_path: Path) -> None:
    upgrade(sqlite_url)
    assert modes(tmp_path) == {"games.sqlite": "600"}


async def test_older_files_become_private_when_the_bot_starts(sqlite_url: str, tmp_path: Path) -> None:
    """An older version made the files readable for everybody.

    It was killed during a game, so all its files are still there.
    """
    house = await House(sqlite_url).open()
    await house.game("common", "ann", "bob")
    kept = {name: (tmp_path / name).read_bytes() for name in NAMES}
    await house.close()
    for name, content in kept.items():
        (tmp_path / name).write_bytes(content)
        (tmp_path / name).chmod(0o666)
    again = await House(sqlite_url, first_key=1_000).open()
    assert set(modes(tmp_path).values()) == {"600"}
    assert len(await again.tables.queries.live()) == 1
    await again.game("common", "cid", "dora", channel=1)
    assert modes(tmp_path) == dict.fromkeys(NAMES, "600")
    await again.close()
