"""Run the real command in its own process, against a local Discord in the event loop of the test."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bot.sandbox.server import Server
from bot.sandbox.supervisor import free_port

ROOT = Path(__file__).parents[1]
TOKEN = "on.the.loopback"
PATIENCE = 30.0
ELSEWHERE = """\
import sys
where = sys.argv.pop(1)
try:
    from bot.outbox.connection import Address, point_at
    point_at(Address.of(where))
except ModuleNotFoundError:  # an older version
    import discord, yarl
    discord.http.Route.BASE = f"{where}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(where).with_scheme("ws") / "gateway"
from bot.__main__ import main
sys.exit(main())
"""
"""Code that runs `python -m bot` against another address of Discord."""
PROFILED = """\
import atexit, cProfile, sys
file, profile = sys.argv.pop(1), cProfile.Profile()
atexit.register(lambda: (profile.disable(), profile.dump_stats(file)))
profile.enable()
"""
"""A prelude that writes a profile of the main thread into a file."""
READING = """\
import signal, sys, threading, time
from pathlib import Path
from bot.storage.store import Store
file, read, run = Path(sys.argv.pop(1)), Store.read, threading.Thread.run
counted = {"reads": 0, "waited": 0.0, "worked": 0.0}
def is_a_readers(thread):
    return "reader" in thread.name or "_connection_worker" in thread.name
def runs(thread):
    run(thread)
    counted["worked"] += time.thread_time() if is_a_readers(thread) else 0
class Steps:
    def __init__(self, reading):
        self.reading = reading
    def __await__(self):
        step = self.reading.send
        given = None
        while True:
            began = time.thread_time()
            try:
                waits = step(given)
            except StopIteration as done:
                return done.value
            finally:
                counted["worked"] += time.thread_time() - began
            try:
                step, given = self.reading.send, (yield waits)
            except BaseException as error:
                step, given = self.reading.throw, error
async def timed(store, work):
    began = time.perf_counter()
    try:
        return await Steps(read(store, work))
    finally:
        counted["reads"] += 1
        counted["waited"] += time.perf_counter() - began
def tell(*_):
    clocks = [time.pthread_getcpuclockid(each.ident) for each in threading.enumerate() if is_a_readers(each)]
    worked = counted["worked"] + sum(map(time.clock_gettime, clocks))
    file.write_text(f"{counted['reads']} {counted['waited']} {worked}")
Store.read, threading.Thread.run = timed, runs
signal.signal(signal.SIGUSR1, tell)
"""
"""A prelude that counts database reads, and writes the counts into a file at each SIGUSR1.

The file has the number of reads, their seconds, and their processor seconds. The processor seconds include the work
for reads on the event loop's thread, and all work of the threads that read.
"""


class Process:
    """A running command, and its output on standard error."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process, self.lines = process, list[str]()

    @property
    def log(self) -> str:
        return "\n".join(self.lines)

    async def says(self, words: str, times: int = 1) -> str:
        """Read the output until these words have appeared in `times` lines. Return the last line that was read."""
        while sum(words in line for line in self.lines) < times:
            assert self.process.stderr is not None
            try:
                line = await asyncio.wait_for(self.process.stderr.readline(), PATIENCE)
            except TimeoutError:
                line = b""
            assert line, f"it ends, or says nothing more, without {words!r}:\n{self.log}"
            self.lines.append(line.decode().rstrip())
        return self.lines[-1]

    async def ends(self) -> int:
        """Wait until the process ends, and read its output meanwhile. Return the process's exit code."""
        assert self.process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            self.lines += (await self.process.stderr.read()).decode().splitlines()
            return await self.process.wait()

    async def told_to_stop(self) -> int:
        """Send SIGTERM and wait until the process ends. Return the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return await self.ends()


@asynccontextmanager
async def started(
    port: int,
    *command: str,
    tree: Path = ROOT,
    core: int | None = None,
    profile: str = "",
    prelude: str = PROFILED,
    **settings: str,
) -> AsyncIterator[Process]:
    """Start `python -m bot` with this command line and these settings, against the Discord on `port`.

    `tree` has the files of the bot, and `core` is the processor core that the bot may use. If `profile` names a file,
    the code of `prelude` runs first and writes into this file. The default prelude writes a profile of the bot.
    """
    words = (
        *(("taskset", "-c", str(core)) if core is not None else ()),
        *(sys.executable, "-c", prelude + ELSEWHERE if profile else ELSEWHERE),
        *((profile,) if profile else ()),
        *(f"http://127.0.0.1:{port}", *command),
    )
    async with child(words, settings, tree) as process:
        yield process


@asynccontextmanager
async def child(words: Sequence[str], settings: Mapping[str, str], tree: Path = ROOT) -> AsyncIterator[Process]:
    """Start a program with the bot's token and these settings, and kill it at the end if it still runs."""
    process = await asyncio.create_subprocess_exec(
        *words,
        cwd=tree,
        env={**os.environ, "DISCORD_TOKEN": TOKEN, **settings},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield Process(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@asynccontextmanager
async def local_discord(folder: Path, port: int = 0, token: str = TOKEN) -> AsyncIterator[Server]:
    """Start a local Discord on this port, or on any free port if `port` is 0."""
    server = Server(folder / "world", port or free_port(0), token)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()
