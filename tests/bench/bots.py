"""Run the current bot and the bot of another commit, each in its own process with its own local Discord.

The bots are pinned to one core. The local Discords, the players and PostgreSQL run in other processes, which are
pinned to another core.
"""

import asyncio
import io
import os
import subprocess
import sys
import tarfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from time import perf_counter

from bot.sandbox.server import Server
from bot.sandbox.supervisor import free_port
from tests.processes import PROFILED, ROOT, TOKEN, Process, started

THE_BOTS, THE_OTHERS = 0, 1
"""The core of the measured bot, and the core of everything else."""


@contextmanager
def tree_of(commit: str) -> Iterator[Path]:
    """Return a folder with the files of a commit. If `commit` is empty, the files are those of the working tree."""
    if not commit:
        yield ROOT
        return
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        yield Path(folder)


def pin_the_others(goes_first: bool = False) -> None:
    """Pin this process and its children, except the bots, to the second core.

    If `goes_first` is set, try to give them a higher priority than other programs of this machine.
    """
    if len(os.sched_getaffinity(0)) > 1:
        os.sched_setaffinity(0, {THE_OTHERS})
    if goes_first:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))


TAKING = """
import os, sys, time
os.sched_setaffinity(0, {int(sys.argv[1])})
os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(2))
taken = float(sys.argv[2])
while True:
    until = time.perf_counter() + taken / 100
    while time.perf_counter() < until:
        pass
    time.sleep((1 - taken) / 100)
"""
"""A program that keeps a core busy for the same share of each hundredth of a second."""


@contextmanager
def with_a_share(share: float) -> Iterator[None]:
    """Leave this share of their core to the bots. One local Discord is too slow to keep a whole core busy."""
    if share >= 1:
        yield
        return
    taker = subprocess.Popen([sys.executable, "-c", TAKING, str(THE_BOTS), str(1 - share)])
    try:
        yield
    finally:
        taker.kill()
        taker.wait()


def worked(process: int) -> float:
    """Return the processor time of a process in seconds, as Linux reports it."""
    told = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def held(process: int) -> tuple[float, int]:
    """Return a process's memory in millions of bytes, and the number of its open descriptors."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6, len(list(Path(f"/proc/{process}/fd").iterdir()))


def most_held() -> float:
    """Return the most memory that this process has held, in MB.

    Unlike the figure of `getrusage`, this one does not begin with the memory of the process that started this one.
    """
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024


class RunningBot:
    """A running bot with its local Discord.

    `connected` is the number of seconds from the start until the bot was ready. `worked_until_connected` is the
    processor time that the bot used until then.
    """

    def __init__(self, server: Server, process: Process, began: float) -> None:
        self.server, self._process, self.began = server, process, began
        self._reading: asyncio.Task[None] | None = None
        self.connected = self.worked_until_connected = 0.0

    @property
    def pid(self) -> int:
        """Return the id of the bot's process."""
        return self._process.process.pid

    @property
    def log(self) -> str:
        """Return the output of the bot so far."""
        return self._process.log

    async def is_connected(self) -> None:
        """Wait until the bot reports that it is ready, and note the times."""
        await self._process.says("Ready.")
        self.connected, self.worked_until_connected = perf_counter() - self.began, worked(self.pid)
        self._reading = asyncio.create_task(self._read_on())

    def worked(self) -> float:
        """Return the bot's processor time so far, in seconds."""
        return worked(self.pid)

    async def stop(self) -> None:
        """Stop the bot."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        if self._process.process.returncode is None:
            await self._process.told_to_stop()

    async def _read_on(self) -> None:
        """Keep reading the bot's output, because the bot would block on a full pipe."""
        output = self._process.process.stderr
        while output is not None and (line := await output.readline()):
            self._process.lines.append(line.decode().rstrip())


@asynccontextmanager
async def discord_for(folder: Path) -> AsyncIterator[Server]:
    """Start a local Discord that stores nothing on disk, because it is used only once."""
    server = Server(folder, free_port(0), TOKEN)
    server.world.changed = lambda: None  # type: ignore[method-assign]
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


async def with_pictures(tree: Path, server: Server) -> None:
    """Upload the pictures of the dice to the local Discord, as an operator does once for a real bot."""
    async with started(server.port, "emojis", tree=tree) as process:
        assert await process.ends() == 0, process.log


@asynccontextmanager
async def running(
    tree: Path, server: Server, url: str, profile: str = "", prelude: str = PROFILED
) -> AsyncIterator[RunningBot]:
    """Run the bot of this worktree on a database. No other process shares its processor core.

    If `profile` names a file, the bot writes its profile into this file. A caller may pass another `prelude`, which
    writes something else into the file.
    """
    settings = {"DATABASE_URL": url, "TABLES_PER_SERVER": "10000", "LOG_LEVEL": "INFO", "PYTHONPATH": str(tree)}
    settings["PYTHONDONTWRITEBYTECODE"] = ""  # reuse what an earlier start compiled
    began = perf_counter()
    async with started(
        server.port, "run", tree=tree, core=THE_BOTS, profile=profile, prelude=prelude, **settings
    ) as process:
        bot = RunningBot(server, process, began)
        try:
            yield bot
        finally:
            await bot.stop()
