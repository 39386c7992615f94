"""Simulate a power cut at any moment of a game on SQLite, and check every possible content of the disk.

Each write since the last sync of its file may be on the disk as a whole, in part or not at all. This does not depend
on the other writes.
"""

import hashlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from sqlalchemy import Connection, create_engine, select
from sqlalchemy.pool import NullPool

from bot.storage import event_rows, schema
from tests.databases import sqlite_started_on
from tests.kills.beside import is_whole
from tests.outages.syscalls import Cut, Said, Step, Synced, Write, steps, traced
from tests.swarm.health import is_no_fold

Chance = Callable[[bytes], bytes | None]
"""A function that returns the part of an unsynced write that is on the disk, or None if nothing is."""
Stories = dict[int, tuple[int, tuple[str, ...]]]
"""Each table's version and its events."""
SECTOR = 512
FILES = ("games.sqlite", "games.sqlite-wal")
"""The database and its WAL. SQLite's third file is an index, which SQLite can build again."""
ROOT = Path(__file__).parents[2]


def played(folder: Path, moves: int) -> list[Step]:
    """Trace a process that makes this many moves. Return its writes, its syncs and its output in order."""
    file, log = folder / FILES[0], folder / "strace.log"
    file.write_bytes(sqlite_started_on())
    command = traced([sys.executable, "-m", "tests.storage.killed", f"sqlite:///{file}"], log)
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, start_new_session=True) as process:
        try:
            assert process.stdout is not None
            for _ in range(moves):
                assert process.stdout.readline(), "it ended by itself"
        finally:
            os.killpg(process.pid, signal.SIGKILL)
    return steps(log)


class PowerCuts:
    """Checks the possible contents of the disk after a power cut.

    `found` lists faults, and `done` counts the contents that were checked.
    """

    def __init__(self, folder: Path, done: list[Step], luck: Random) -> None:
        self._folder, self._steps, self._luck = folder, done, luck
        self.found: list[str] = []
        self.done = 0
        self._stories = self._look(len(done), _everything)[1]

    @property
    def moments(self) -> range:
        """Return the steps after which the power may be cut.

        The first one is the first output of the process. By then the database is open, and its first journal was
        deleted.
        """
        began = next(number for number, each in enumerate(self._steps) if isinstance(each, Said))
        return range(began, len(self._steps))

    def cut_at(self, step: int) -> None:
        """Cut the power after this many steps, and check three contents of the disk.

        The disk has all writes that were not synced, none of them, or random parts of them.
        """
        promised = dict(_promised(self._steps[:step]))
        for what, chance in (("nothing", _nothing), ("everything", _everything), ("some", self._some)):
            sentences, stories = self._look(step, chance)
            self.done += 1
            for table, version in promised.items():
                if stories.get(table, (0, ()))[0] < version:
                    sentences.append(f"table {table} was at version {version}, and is at {stories.get(table)}")
            for table, (_, story) in stories.items():
                if story != self._stories[table][1][: len(story)]:
                    sentences.append(f"table {table} tells another story")
            self.found += [f"after step {step} with {what} of what was under way: {each}" for each in sentences]

    def _some(self, data: bytes) -> bytes | None:
        """Return the part of an unsynced write that is on the disk: all of it, nothing (None), or some sectors."""
        draw = self._luck.random()
        if draw < 1 / 3:
            return None
        return data if draw < 2 / 3 else data[: SECTOR * self._luck.randrange(len(data) // SECTOR + 1)]

    def _look(self, step: int, chance: Chance) -> tuple[list[str], Stories]:
        for name in (*FILES, f"{FILES[0]}-shm"):
            (self._folder / f"cut-{name}").unlink(missing_ok=True)
        for name, content in self._disk(step, chance).items():
            (self._folder / f"cut-{name}").write_bytes(content)
        engine = create_engine(f"sqlite:///{self._folder / f'cut-{FILES[0]}'}", poolclass=NullPool)
        with engine.connect() as connection:
            sentences = is_whole(connection)
            stories = dict(_stories(connection))
            sentences += [said for table in stories if (said := is_no_fold(connection, table))]
        return sentences, stories

    def _disk(self, step: int, chance: Chance) -> dict[str, bytes]:
        """Return the contents of the files on the disk after this many steps."""
        synced = {each.file: each.upto for each in self._steps[:step] if isinstance(each, Synced)}
        disk = {FILES[0]: bytearray(sqlite_started_on())}
        for number, each in enumerate(self._steps[:step]):
            if not isinstance(each, Write | Cut) or each.file not in FILES:
                continue
            content, is_sure = disk.setdefault(each.file, bytearray()), number < synced.get(each.file, 0)
            if isinstance(each, Write):
                data = each.data if is_sure else chance(each.data)
                if data is not None:
                    _write(content, each.offset, data)
            elif is_sure or chance(b"") is not None:
                del content[each.size :]
        return {name: bytes(content) for name, content in disk.items()}


def _write(content: bytearray, offset: int, data: bytes) -> None:
    content.extend(bytes(max(0, offset - len(content))))
    content[offset : offset + len(data)] = data


def _nothing(_: bytes) -> bytes | None:
    return None


def _everything(data: bytes) -> bytes | None:
    return data


def _promised(done: list[Step]) -> Iterator[tuple[int, int]]:
    """Yield each table, once for each version of it that the process has reported as saved, with this version."""
    said = "".join(each.text for each in done if isinstance(each, Said))
    for line in said.splitlines(keepends=True):
        if line.endswith("\n") and line[0].isdigit():
            table, version = line.split()
            yield int(table), int(version)


def _stories(connection: Connection) -> Iterator[tuple[int, tuple[int, tuple[str, ...]]]]:
    t = schema.tables.c
    for table, version in connection.execute(select(t.id, t.version)).all():
        told = event_rows.events(connection, table)
        yield table, (version, tuple(hashlib.sha256(each.body).hexdigest() for each in told))
