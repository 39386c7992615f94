"""Play the story of one seed from beginning to end, while a witness reports violations."""

import asyncio
import logging
import shutil
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from bot.settings import Shards
from bot.storage import schema, table_rows
from bot.storage.migrate import upgrade
from bot.tables import encoding
from tests.simulation import rest
from tests.simulation.chance import luck, virtual
from tests.simulation.loop import DELIVERY, PROCESS, Loop
from tests.simulation.outcome import Outcome
from tests.simulation.patching import Change, replaced
from tests.simulation.process import Process
from tests.simulation.store import Versions, engine
from tests.simulation.story import (
    Act,
    ChannelGoes,
    Event,
    Freeze,
    Kill,
    MessageGoes,
    Point,
    SealKill,
    Sleep,
    Stop,
    shares,
)
from tests.simulation.supervisor import Supervisor
from tests.simulation.surroundings import Surroundings
from tests.simulation.trouble import Trouble
from tests.simulation.witness import Witness

SETTLING = 1800.0
"""The virtual seconds after the end of all trouble in which the bot must carry out all duties and show everything."""
LOOK_EVERY = 45.0
"""The virtual seconds between two checks after the end of all trouble."""
ANSWERED = 3.0
"""Seconds that Discord gives a bot for its first answer."""
EMPTY: Sequence[Change] = ()


class Simulation:
    """Plays the story of one seed in a folder and a database of its own."""

    def __init__(self, seed: int, events: Sequence[Event], folder: Path, keep_trace: bool = False) -> None:
        self.outcome = Outcome(seed)
        self._seed, self._events, self._folder, self._keeps_trace = seed, events, folder, keep_trace
        self._loop, self._lobbies = Loop(luck(seed, "loop")), dict[int, bool]()

    def run(self, faults: Sequence[Change] = EMPTY) -> Outcome:
        """Put `faults` into the bot, and play the story to its end or to the first violation."""
        with virtual(self._loop, self._seed) as now, self._watching():
            self._now = now
            dealt = shares(self._seed)
            around = Surroundings(self._loop, self._seed, self._folder, len(dealt), self._heard, self._find)
            self._around = around
            around.network.comes_to = self._comes_to
            self._witness = witness = Witness(around.world, around.looked, self._find, now)
            self._bots = Supervisor(self._loop, around.sockets, dealt, self._process, self._tell)
            around.people.dms_changed = witness.dms_changed
            around.world.discord.watch(around.sockets.feed, witness.saw, lambda _channel, _message: None)
            self._loop.set_exception_handler(self._complained)
            with replaced(*around.in_place(), *faults):
                try:
                    self._loop.run_until_complete(self._whole())
                except Exception as error:
                    self._find(f"the simulation ends by {error!r}")
                self._end()
        return self.outcome

    # Its course ------------------------------------------------------------------------------------------

    async def _whole(self) -> None:
        self._bots.start()
        for event in self._events:
            if event.at > self._loop.time():
                await asyncio.sleep(event.at - self._loop.time())
            self._tell(f"* {self._happens(event)}")
            if self.outcome.found:
                return
        await asyncio.sleep(ANSWERED)
        if not self.outcome.found:
            await self._settle()

    def _happens(self, event: Event) -> str:
        """Carry out an event, and return a description of it for the story."""
        match event:
            case Act():
                return self._around.people.act(event)
            case Kill():
                self._bots.doom(event)
                return f"a kill comes in {event.steps} steps, for {event.away} s"
            case SealKill():
                self._bots.doom_at_the_seal(event)
                return f"a kill comes at {event.point}, for {event.away} s"
            case Stop():
                self._loop.create_task(self._bots.stop(event))
                return f"a stop, for {event.away} s"
            case Freeze():
                self._bots.freeze(event)
                return f"a process is frozen for {event.seconds} s"
            case Sleep():
                self._loop.sleep_through(event.seconds)
                return f"the machine slept for {event.seconds} s"
            case Trouble():
                self._around.begin(event)
                return f"{event.kind} for {event.seconds} s, {event.share:.0%} of {event.path}"
            case ChannelGoes():
                return self._around.channel_goes(luck(event.luck))
            case MessageGoes():
                return self._around.message_goes(luck(event.luck))

    async def _settle(self) -> None:
        """End all trouble and all actions.

        Check that the bot then does and shows everything within `SETTLING` seconds.
        """
        self._tell("* all trouble is over")
        self._around.troubles.calm()
        self._bots.spare()
        while not self._bots.is_complete:  # noqa: ASYNC110 - time is virtual
            await asyncio.sleep(1)  # a process waits for its restart
        ends, unrest = self._loop.time() + SETTLING, ["not looked at"]
        while unrest and self._loop.time() < ends:
            await asyncio.sleep(LOOK_EVERY)
            unrest = self._unrest()
        for sentence in [*unrest, *await self._unheard(), *self._around.looked(_false)]:
            self._find(sentence)
        self.outcome.tables = self._around.looked(_outcomes)

    async def _unheard(self) -> list[str]:
        """Let people press when it is their turn. Return a sentence for each press that is not answered in time."""
        people = self._around.people
        sent = people.press_once_more()
        await asyncio.sleep(ANSWERED)
        return [f"not answered: interaction {each}" for each in sent if each not in people.heard]

    def _unrest(self) -> list[str]:
        if not self._bots.is_ready:
            return ["nobody is there: no process lets time pass"]
        around = self._around
        found: list[str] = around.looked(lambda c: list(rest.unrest(c, around.world, self._now(), around.deleted)))
        return found

    def _end(self) -> None:
        self._bots.end()
        self._around.close()
        self._loop.bury()
        outcome = self.outcome
        outcome.hours, outcome.met = self._loop.time() / 3600, self._around.troubles.met
        outcome.kills, outcome.stops, outcome.sealing = self._bots.kills, self._bots.stops, self._bots.sealing
        outcome.requests, outcome.answers = self._around.network.requests, self._around.tokens.seen
        self._loop.close()

    def _process(self, number: int, share: Shards) -> Process:
        chance = luck(self._seed, "seeds", number)
        return Process(self._loop, number, share, self._around.url, self._now, chance, self._wrote)

    # Requests and answers --------------------------------------------------------------------------------

    def _find(self, what: str) -> None:
        self.outcome.found.append(what)
        self._tell(f"! {what}")

    def _tell(self, what: str) -> None:
        if self._keeps_trace:
            self.outcome.trace.append(f"{self._loop.time():.6f} {PROCESS.get()} {what}")

    def _wrote(self, before: Versions, after: Versions) -> None:
        self.outcome.commits += 1
        moved = {table: after[table] for table in after if after[table] != before.get(table)}
        self._tell(f"commits {moved or ''} by {DELIVERY.get()}")
        self._witness.committed(before, after, DELIVERY.get())
        for table in moved:
            self._comes_to_a_point(table)

    def _comes_to_a_point(self, table: int) -> None:
        """Note that a commit has saved the press of Start, or the throw, of a table that is being sealed."""
        row = self._around.looked(lambda connection: table_rows.table(connection, table))
        if row.status == "lobby" and encoding.annotations(row.marks.meanwhile).is_being_sealed():
            self._comes_to("start")
        elif row.status == "playing" and self._lobbies.get(table):
            self._comes_to("thrown")
        self._lobbies[table] = row.status == "lobby"

    def _comes_to(self, point: Point) -> None:
        self._bots.comes_to(point)

    def _heard(self, method: str, path: str, status: int, data: Any) -> None:
        body = f"{zlib.crc32(data.encode()):08x}" if isinstance(data, str) else ""
        self._tell(f"{method} {path} {status} {body}")

    def _logged(self, record: logging.LogRecord, said: str) -> None:
        self._tell(f"{record.levelname} {said.splitlines()[0]}")
        if record.levelno >= logging.ERROR and not _is_expected(record):
            self._find(f"logged: {record.name}: {said}")

    def _complained(self, _: Any, context: dict[str, Any]) -> None:
        what = context.get("message"), context.get("exception"), context.get("future")
        self._find(f"the loop complains: {what}")

    @contextmanager
    def _watching(self) -> Iterator[None]:
        handler = _Logged(self._logged)
        logging.getLogger().addHandler(handler)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(handler)


class _Logged(logging.Handler):
    def __init__(self, heard: Callable[[logging.LogRecord, str], None]) -> None:
        super().__init__(logging.DEBUG)
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        self._heard(record, self.format(record))


def _is_expected(record: logging.LogRecord) -> bool:
    """Return whether a logged error is expected.

    discord.py logs each reconnection, and a process logs that it was frozen for too long.
    """
    again = record.name == "discord.client" and "Attempting a reconnect" in record.msg
    return again or (record.name == "bot.sharing.lease" and "has taken over" in record.msg)


def _false(connection: Connection) -> list[str]:
    """Return a sentence for each throw in the database that cannot be proven, and for each wrong figure."""
    return [*rest.unproven(connection), *rest.miscounted(connection)]


def _outcomes(connection: Connection) -> Counter[str]:
    """Count the tables by variant and status."""
    query = select(schema.tables.c.status, schema.tables.c.setup)
    return Counter(f"{encoding.setup(row.setup).variant} {row.status}" for row in connection.execute(query))


def simulate(
    seed: int, events: Sequence[Event], folder: Path, keep_trace: bool = False, faults: Sequence[Change] = EMPTY
) -> Outcome:
    """Play a story in a new folder below `folder`, and return its outcome. The new folder is deleted afterwards."""
    place = folder / f"seed-{seed}"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    shutil.copy(_started_on(folder), place / "games.sqlite")
    try:
        return Simulation(seed, events, place, keep_trace).run(faults)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _started_on(folder: Path) -> Path:
    """Return the path of a migrated database. It is made once, and each seed gets a copy."""
    file = folder / "template.sqlite"
    if not file.exists():
        upgrade(f"sqlite:///{file}")
        engine(f"sqlite:///{file}").connect().close()
    return file
