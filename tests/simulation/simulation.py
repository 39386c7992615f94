"""One seed from its beginning to its end: the world, the bot's processes, the story, and who watches."""

import asyncio
import logging
import shutil
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import discord
import msgspec
from sqlalchemy import Connection, select

from bot.driver import Driver
from bot.sandbox.faults import Faults
from bot.sandbox.gateway import Gateway
from bot.sandbox.rest import Rest
from bot.sandbox.world import World
from bot.storage import schema
from bot.tables import codec
from tests.simulation import rest, wire
from tests.simulation.chance import luck, virtual
from tests.simulation.gateway import KeepAlive, Sockets
from tests.simulation.loop import DELIVERY, PROCESS, WORLD, Loop
from tests.simulation.people import People
from tests.simulation.process import TOKEN, Process
from tests.simulation.replaced import Change, replaced
from tests.simulation.store import Versions, engine
from tests.simulation.story import Act, ChannelGoes, Event, Kill, MessageGoes, Sleep, Stop
from tests.simulation.trouble import Trouble, Troubles
from tests.simulation.witness import Witness

FRIENDS = ("Dan",)
SETTLING = 1800.0
"""Virtual seconds within which everything due has happened and everything saved is shown, once the trouble is over."""
LOOK_EVERY = 45.0
"""Virtual seconds between two looks whether it is so."""
SUPERVISED = 5.0
"""Seconds after which a process that could not start is started again."""


class Outcome(msgspec.Struct):
    """What became of one seed."""

    seed: int
    found: list[str]
    hours: float
    slept: float
    kills: int
    stops: int
    met: Counter[str]
    did: Counter[str]
    requests: int
    steps: int
    commits: int
    tables: Counter[str]
    trace: list[str]


class Simulation:
    """One story with one seed, in a folder of its own."""

    def __init__(self, seed: int, events: Sequence[Event], folder: Path, keep_trace: bool = False) -> None:
        self.seed, self.events, self._folder = seed, events, folder
        self.loop = Loop(luck(seed, "loop"))
        self.found: list[str] = []
        self.trace: list[str] = []
        self._keep_trace = keep_trace
        self.kills, self.stops, self.commits, self._numbers = 0, 0, 0, 0
        self.did: Counter[str] = Counter()
        self.processes: dict[int, Process] = {}
        self.tables: Counter[str] = Counter()
        self._deleted: set[int] = set()
        self._doomed: dict[int, tuple[int, Kill]] = {}

    def run(self) -> Outcome:
        """Play it to its end."""
        with virtual(self.loop, self.seed) as now, self._watching():
            self.now = now
            self._make()
            with replaced(*self._in_place()):
                try:
                    self.loop.run_until_complete(self._whole())
                except Exception as error:
                    self.find(f"the simulation ends by {error!r}")
                    if self._keep_trace:
                        raise
                finally:
                    self._end()
        return self._outcome()

    def find(self, what: str) -> None:
        """Something that must not be."""
        self.found.append(what)
        self.tell(f"FOUND {what}")

    def tell(self, what: str) -> None:
        """A line of the trace."""
        if self._keep_trace:
            self.trace.append(f"{self.loop.time():.6f} {PROCESS.get()} {what}")

    # Making it ---------------------------------------------------------------------------------------------

    def _make(self) -> None:
        self.url = f"sqlite:///{self._folder / 'games.sqlite'}"
        self.troubles = Troubles(luck(self.seed, "trouble"))
        self.world = world = World(self._folder / "world", "https://simulated/key", "key")
        world.changed = lambda: None  # type: ignore[method-assign] # nobody opens this world again
        for name in FRIENDS:
            world.add_person(name)
        for name in ("dice", "cups"):
            world.discord._b.create_channel(next(iter(world.discord.guilds)), name)
        self._engine = engine(self.url)
        self.people = People(world, self.loop, self.looked)
        door = Rest(world, TOKEN, Faults(), self._answered, _never)
        self.network = wire.Network(self.loop, door, self.troubles, luck(self.seed, "network"), self._heard)
        gateway = Gateway(world, TOKEN, lambda: None)
        self.sockets = Sockets(self.loop, gateway, self.troubles, luck(self.seed, "gateway"))
        self.network.connect = self.sockets.connect
        self.witness = Witness(world, self.looked, self.find, self.now)
        self.people.dms_changed = self.witness.dms_changed
        world.discord.watch(self.sockets.feed, self.witness.saw, lambda _channel, _message: None)
        self.loop.before_step = self._before_step
        self.loop.set_exception_handler(self._complained)

    def _in_place(self) -> Iterator[Change]:
        """What stands in place of sockets and of discord.py's thread; and what comes due comes from no interaction."""
        yield discord.http, "aiohttp", wire.aiohttp_for(self.network)
        yield discord.gateway, "KeepAliveHandler", KeepAlive
        yield Driver, "_begin", _of_its_own(Driver._begin)

    @contextmanager
    def _watching(self) -> Iterator[None]:
        handler = _Logged(self._logged)
        logging.getLogger().addHandler(handler)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(handler)

    # Its course --------------------------------------------------------------------------------------------

    async def _whole(self) -> None:
        self._start()
        for event in self.events:
            if event.at > self.loop.time():
                await asyncio.sleep(event.at - self.loop.time())
            self._happens(event)
            if self.found:
                return
        await self._settle()

    def _happens(self, event: Event) -> None:
        match event:
            case Act():
                self.did[event.what] += 1
                self.tell(f"act {self.people.act(event)}")
            case Kill():
                self._doom(event)
            case Stop():
                self.loop.create_task(self._stop(event))
            case Sleep():
                self.tell(f"sleeps {event.seconds}")
                self.loop.sleep_through(event.seconds)
            case Trouble():
                self._trouble(event)
            case ChannelGoes():
                self._channel_goes(luck(event.luck))
            case MessageGoes():
                self._message_goes(luck(event.luck))

    def _start(self) -> None:
        self._numbers += 1
        chance = luck(self.seed, "seeds", self._numbers)
        made = Process(self.loop, self._numbers, self.url, self.now, chance, self._wrote)
        self.processes[made.number] = made
        made.runs.add_done_callback(partial(self._ended, made), context=WORLD)
        self.tell(f"process {made.number} starts")

    def _ended(self, process: Process, _: Any) -> None:
        """A process that ends by itself could not start, or was told to stop: a supervisor starts another."""
        if self.processes.pop(process.number, None) is not None:
            self.tell(f"process {process.number} ends: {process.failed!r}")
            self._gone(process)
            self.loop.call_later(SUPERVISED, self._start, context=WORLD)

    def _gone(self, process: Process) -> None:
        process.die()
        self.sockets.lost(process.number)

    def _doom(self, kill: Kill) -> None:
        for number in self.processes:
            self._doomed.setdefault(number, (self.loop.steps + kill.steps, kill))

    def _before_step(self, process: int) -> None:
        doom = self._doomed.get(process)
        if doom is not None and self.loop.steps >= doom[0]:
            del self._doomed[process]
            self._kill(self.processes.pop(process, None), doom[1].away)

    def _kill(self, process: Process | None, away: float) -> None:
        if process is not None:
            self.kills += 1
            self.tell(f"process {process.number} is killed")
            self._gone(process)
            self.loop.call_later(away, self._start, context=WORLD)

    async def _stop(self, stop: Stop) -> None:
        for number in list(self.processes):
            process = self.processes.pop(number)
            self.stops += 1
            self.tell(f"process {number} is told to stop")
            await process.stop()
            if self.loop.is_alive(number):
                self._gone(process)
                self.loop.call_later(stop.away, self._start)

    def _trouble(self, trouble: Trouble) -> None:
        self.tell(f"{trouble}")
        if trouble.kind in ("close", "forget", "down"):
            self.troubles.met[trouble.kind] += 1
            self.sockets.close_all(4000 if trouble.kind != "down" else 1006, trouble.kind == "forget")
        self.troubles.begin(trouble)
        self.loop.call_later(trouble.seconds, self.troubles.end, trouble)

    def _channel_goes(self, chance: Any) -> None:
        places = self.people.channels
        if len(places) > 2:
            gone = chance.choice(places)
            self.tell(f"channel {gone} goes")
            channels = self.world.discord.channels
            for thread in [number for number, each in channels.items() if each.parent_id == gone]:
                self.world.discord._b.delete_channel(thread)
            self.world.discord._b.delete_channel(gone)

    def _message_goes(self, chance: Any) -> None:
        place = chance.choice(self.people.channels)
        ours = [each for each in self.world.discord.messages(place).values() if not each.is_ephemeral]
        if ours:
            self.tell(f"message {ours[-1].id} goes")
            self._deleted.add(ours[-1].id)
            self.world.discord._b.delete_message(place, ours[-1].id)

    async def _settle(self) -> None:
        """The trouble is over, and nobody presses any more: within bounded time all comes to rest."""
        self.tell("settling")
        self.troubles._now.clear()
        self._doomed.clear()
        while not self.processes:  # noqa: ASYNC110 - time is virtual
            await asyncio.sleep(1)
        ends, unrest = self.loop.time() + SETTLING, ["not looked at"]
        while unrest and self.loop.time() < ends:
            await asyncio.sleep(LOOK_EVERY)
            unrest = self._unrest()
        for sentence in [*unrest, *self.looked(lambda connection: list(rest.unproven(connection)))]:
            self.find(sentence)
        self.tables = self.looked(_outcomes)

    def _unrest(self) -> list[str]:
        if not any(process.is_ready for process in self.processes.values()):
            return ["nobody is there: no process has started"]
        found: list[str] = self.looked(lambda c: list(rest.unrest(c, self.world, self.now(), self._deleted)))
        return found

    # What is heard -----------------------------------------------------------------------------------------

    def looked(self, work: Callable[[Connection], Any]) -> Any:
        """What the database says, read from beside."""
        with self._engine.connect() as connection:
            return work(connection)

    def _wrote(self, before: Versions, after: Versions) -> None:
        self.commits += 1
        self.tell(f"commits {dict(before)} -> {dict(after)} by {DELIVERY.get()}")
        self.witness.committed(before, after, DELIVERY.get())

    def _heard(self, method: str, path: str, status: int, data: Any) -> None:
        body = f"{zlib.crc32(data.encode()):08x}" if isinstance(data, str) else ""
        self.tell(f"{method} {path} {status} {body}")

    def _answered(self, interaction: int) -> None:
        self.people.answered(interaction)

    def _logged(self, record: logging.LogRecord, said: str) -> None:
        self.tell(f"log {record.levelname} {said.splitlines()[0]}")
        if record.levelno >= logging.ERROR and not _is_expected(record):
            self.find(f"logged: {record.name}: {said}")

    def _complained(self, _: Any, context: dict[str, Any]) -> None:
        self.find(f"the loop complains: {context.get('message')}: {context.get('exception')!r}")

    # Its end -----------------------------------------------------------------------------------------------

    def _end(self) -> None:
        for process in self.processes.values():
            self._gone(process)
        self.processes.clear()
        self._engine.dispose()

    def _outcome(self) -> Outcome:
        outcome = Outcome(
            self.seed, self.found, self.loop.time() / 3600, self.loop.slept / 3600, self.kills, self.stops,
            self.troubles.met, self.did, self.network.requests, self.loop.steps, self.commits,
            self.tables, self.trace,
        )  # fmt: skip
        self.loop.bury()
        self.loop.close()
        return outcome


class _Logged(logging.Handler):
    def __init__(self, heard: Callable[[logging.LogRecord, str], None]) -> None:
        super().__init__(logging.INFO)
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        self._heard(record, self.format(record))


def _is_expected(record: logging.LogRecord) -> bool:
    """discord.py says so of every connection that it opens again."""
    return record.name == "discord.client" and "Attempting a reconnect" in record.msg


def _of_its_own(begin: Callable[[Driver, int], None]) -> Callable[[Driver, int], None]:
    """What comes due comes from no interaction, though one set the timer."""

    def began(driver: Driver, table: int) -> None:
        DELIVERY.set((0, 0))
        begin(driver, table)

    return began


def _outcomes(connection: Connection) -> Counter[str]:
    """How many tables of each variant came to what."""
    query = select(schema.tables.c.status, schema.tables.c.setup)
    return Counter(f"{codec.setup(row.setup).variant} {row.status}" for row in connection.execute(query))


async def _never(_: int) -> None:
    raise AssertionError("the gateway is closed by the story")


def template(folder: Path) -> Path:
    """A database as the bot leaves it at its first start, made once for all seeds."""
    from bot.storage.migrate import upgrade

    file = folder / "template.sqlite"
    if not file.exists():
        upgrade(f"sqlite:///{file}")
        made = engine(f"sqlite:///{file}")
        with made.begin():
            pass
        made.dispose()
    return file


def simulate(seed: int, events: Sequence[Event], folder: Path, keep_trace: bool = False) -> Outcome:
    """Play a story in a fresh folder below `folder`, which goes afterwards."""
    place = folder / f"seed-{seed}"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    shutil.copy(template(folder), place / "games.sqlite")
    try:
        return Simulation(seed, events, place, keep_trace).run()
    finally:
        shutil.rmtree(place, ignore_errors=True)
