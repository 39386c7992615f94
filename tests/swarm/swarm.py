"""Let ten people press anything that they find in channels, threads and DMs, over real HTTP and a real gateway."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from sqlalchemy import Connection, select

from bot.sandbox.adapter import THINKING
from bot.sandbox.world import Person
from bot.screens.families import variants
from bot.storage import schema
from bot.tables import encoding
from tests.faults.wire import Wire, discord_put_back
from tests.swarm.clients import Clients
from tests.swarm.doing import Doing
from tests.swarm.ending import Ending
from tests.swarm.health import ails
from tests.swarm.waiting import STARVED
from tests.swarm.witness import Witness

FRIENDS = ("Dan", "Eve", "Finn", "Gus", "Hal", "Ina", "Jo")
"""People besides Ann, Ben and Cleo."""
LOOK_EVERY = 200
"""The number of actions between two checks of all tables."""
KEPT = 60
"""The number of messages that the local Discord keeps in each channel. It limits the memory of a long run."""
GOODWILL = 60
"""The number of presses at each table after the swarm, before people vote to stop."""


class Swarm:
    """Lets ten people act at a local Discord.

    `done` counts their actions, and `tables` counts how their games ended.
    """

    def __init__(self, wire: Wire, seed: int, busy: bool = False) -> None:
        self.wire, self.seed, self.luck = wire, seed, Random(seed)
        self.witness = Witness(wire, busy)
        self.clients = Clients(wire, self.witness)
        self.left = 0
        self.done: Counter[str] = Counter()
        self.tables: Counter[str] = Counter()
        self._doing = Doing(self.clients)
        world = wire.server.world
        for name in FRIENDS:
            world.add_person(name)
        channels = [wire.new_channel(f"swarm-{number}") for number in range(4)]
        owner = world.people[0].id
        threads = [world.discord._b.create_thread(each, "aside", owner, broadcast=True).id for each in channels[:3]]
        self._first = (*channels, *threads)

    @property
    def found(self) -> list[str]:
        """Return the faults that have been found so far."""
        return self.witness.found

    def report(self) -> str:
        """Return the faults, the seed that found them, and the last actions."""
        story = self.clients.story
        return "\n".join([f"Seed {self.seed}, {self.left} actions before the end:", *self.found, *story])

    async def swarm(self, actions: int, goodwill: int = GOODWILL) -> None:
        """Let people make this many actions in total. Then play all games to their end, and check everything.

        If `goodwill` is 0, the games are not played on.
        """
        self.left = actions
        people, offered = self.wire.server.world.people, list(variants.offered())
        self.luck.shuffle(offered)
        for host, place, game in zip(people, self._first, offered, strict=False):
            await self._doing.open_table(host, self.luck, place, game)
        await asyncio.gather(*(self._be(person) for person in people))
        await self._settle()
        if goodwill and not self.found:
            await Ending(self.clients, self.luck, self.found).play(goodwill)
            await self._settle()

    async def _be(self, person: Person) -> None:
        luck, kinds = Random(f"{self.seed} {person.key}"), self._doing.kinds
        while self.left > 0 and not self.found:
            self.left -= 1
            (kind,) = luck.choices(tuple(kinds), self._doing.weights)
            self.done[kind] += 1
            await kinds[kind](person, luck)
            if self.left % LOOK_EVERY == 0:
                await self.look()
            elif self.left % 5 == 0:
                await self.witness.look_for_leaks()
            await asyncio.sleep(0)

    async def look(self) -> None:
        """Check every table, everything that was shown, and everybody who still waits for an answer."""
        await self.witness.look_for_leaks()
        store, tables = self.wire.bot._store, self.wire.bot.services.tables
        assert store is not None
        self.found.extend([word async for word in ails(store, tables)])
        self.witness.look_for_who_waits()
        self.wire.server.world.discord.trim(KEPT)

    async def _settle(self) -> None:
        """Wait until every request is answered and every table is shown, then check everything."""
        try:
            await self.wire.until(self._is_quiet, patience=STARVED if self.witness.busy else 30)
        except AssertionError:
            self.found.append(f"not shown after half a minute: {await self._unshown()}")
        await self.look()
        for channel in self.wire.server.world.discord.channels:
            thinking = [each.id for each in self.wire.messages(channel) if each.flags & THINKING]
            self.found.extend(f"still thinking: message {number} in {channel}" for number in thinking)
        assert self.wire.bot._store is not None
        self.tables = await self.wire.bot._store.read(_outcomes)

    async def _is_quiet(self) -> bool:
        return not self.wire.bot.dispatcher._under_way and not await self._unshown()

    async def _unshown(self) -> list[int]:
        live = await self.wire.bot.services.tables.queries.live()
        return [table for table in live if not await self.wire.is_shown(table)]


def _outcomes(connection: Connection) -> Counter[str]:
    """Count the tables by variant and status."""
    query = select(schema.tables.c.status, schema.tables.c.setup)
    return Counter(f"{encoding.setup(row.setup).variant} {row.status}" for row in connection.execute(query))


@asynccontextmanager
async def swarming(folder: Path, url: str, seed: int, busy: bool = False) -> AsyncIterator[Swarm]:
    """Start a local Discord with ten people, and the bot on a database.

    Undo the changes to discord.py after the block.

    `busy` says that other programs use the machine, so lateness is measured by processor time.
    """
    wire = Wire(folder, url=url)
    wire.server.world.changed = lambda: None  # type: ignore[method-assign] # this world is never saved
    swarm = Swarm(wire, seed, busy)
    logging.getLogger().addHandler(swarm.witness)
    with discord_put_back():
        try:
            await wire.open()
            yield swarm
        finally:
            await wire.close()
            logging.getLogger().removeHandler(swarm.witness)
