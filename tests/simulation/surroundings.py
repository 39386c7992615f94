"""Simulate everything around the bot: Discord, its gateway, the network, and the people on the servers."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import discord
from sqlalchemy import Connection, insert

from bot.driver import Driver
from bot.people.servers import ServerSettings, _row
from bot.sandbox.faults import Faults
from bot.sandbox.gateway import Gateway
from bot.sandbox.rest import Rest
from bot.sandbox.world import World
from bot.settings import TIMESTAMP
from bot.storage import schema
from bot.tables.pace import PaceName
from tests.discord.omissions import Omissions
from tests.simulation import wire
from tests.simulation.chance import luck
from tests.simulation.gateway import KeepAlive, Sockets
from tests.simulation.loop import DELIVERY, Loop
from tests.simulation.patching import Change
from tests.simulation.people import People
from tests.simulation.process import TOKEN
from tests.simulation.store import engine
from tests.simulation.tokens import Tokens
from tests.simulation.trouble import Trouble, Troubles

FRIENDS, CHANNELS = ("Dan",), ("dice", "cups")
"""People besides Ann, Ben and Cleo, and channels besides the first one and its thread."""
CLOCKS = (30, 30, 60, 180, 180, 3600, None)


class Surroundings:
    """Holds a simulated Discord with its people, and the address of the bot's database.

    `deleted` has the ids of messages that somebody other than the bot deleted.
    """

    def __init__(
        self, loop: Loop, seed: int, folder: Path, servers: int, heard: Callable[..., None], find: Callable[[str], None]
    ) -> None:
        """Set up a Discord with this number of servers, each on its own shard.

        `heard` is called with each request that Discord has carried out, and `find` with a description of each
        violation.
        """
        self.loop, self.url = loop, f"sqlite:///{folder / 'games.sqlite'}"
        self.deleted: set[int] = set()
        self._beside = engine(self.url, begin="BEGIN")
        self.troubles = Troubles(luck(seed, "trouble"))
        self.world = World(folder / "world", "https://simulated/key", "key")
        self.world.changed = lambda: None  # type: ignore[method-assign] # this world is never saved
        self.people = People(self.world, loop, self.looked)
        door = Rest(self.world, TOKEN, Faults(), self.people.answered, _never)
        self.tokens = Tokens(self.world.discord.interaction, find, loop.time)
        self.network = wire.Network(loop, door, self.troubles, luck(seed, "network"), heard, self.tokens)
        gateway = Gateway(self.world, TOKEN, lambda: None)
        self.sockets = Sockets(loop, gateway, self.troubles, luck(seed, "gateway"), Omissions(seed))
        self.network.connect = self.sockets.connect
        for _ in range(servers - 1):
            self._found_another()
        for name in FRIENDS:
            self.world.add_person(name)
        for guild in self.world.discord.guilds:
            self._furnish(guild, luck(seed, "settings", guild))

    def _found_another(self) -> None:
        """Create another server on the next shard, with the same people as members."""
        discord, people = self.world.discord, self.world.people
        discord._b.last_id += 1 << TIMESTAMP
        discord.found_server("The Docks", people[0].id, "tavern", "", "back room")
        for person in people:
            discord.join(person.id)

    def _furnish(self, guild: int, chance: Random) -> None:
        for name in CHANNELS:
            self.world.discord._b.create_channel(guild, name)
        clock, pace, threads = chance.choice(CLOCKS), chance.choice(list(PaceName)), chance.random() < 0.2
        settings = ServerSettings(clock=clock, pace=pace, threads=threads, pings=chance.random() < 0.8)
        with self._beside.begin() as connection:
            connection.execute(insert(schema.server_settings).values(guild=guild, **_row(settings)))

    def in_place(self) -> Iterator[Change]:
        """Yield the replacements that connect discord.py and the bot with this simulation.

        They replace sockets and the heartbeat's thread. They also let each duty begin outside the context of an
        interaction.
        """
        yield discord.http, "aiohttp", wire.aiohttp_for(self.network)
        yield discord.gateway, "KeepAliveHandler", KeepAlive
        yield Driver, "_begin", _of_its_own(Driver._begin)

    def looked(self, work: Callable[[Connection], Any]) -> Any:
        """Read committed data over a separate connection, and return the result of `work`."""
        with self._beside.connect() as connection:
            return work(connection)

    def begin(self, trouble: Trouble) -> None:
        """Begin this trouble. It ends by itself after `seconds`."""
        if trouble.kind in ("close", "forget", "down"):
            self.troubles.met[trouble.kind] += 1
            self.sockets.close_all(1006 if trouble.kind == "down" else 4000, trouble.kind == "forget")
        self.troubles.begin(trouble)
        self.loop.call_later(trouble.seconds, self.troubles.end, trouble)

    def channel_goes(self, chance: Random) -> str:
        """Delete a channel with its threads, and return a description of this."""
        places, backend = self.people.channels, self.world.discord._b
        if len(places) < 3:
            return "no channel goes"
        gone = chance.choice(places)
        for thread in [number for number, each in self.world.discord.channels.items() if each.parent_id == gone]:
            backend.delete_channel(thread)
        backend.delete_channel(gone)
        return f"channel {gone} goes"

    def message_goes(self, chance: Random) -> str:
        """Delete the newest message of a channel, and return a description of this."""
        place = chance.choice(self.people.channels)
        there = [each for each in self.world.discord.messages(place).values() if not each.is_ephemeral]
        if not there:
            return "no message goes"
        self.deleted.add(there[-1].id)
        self.world.discord._b.delete_message(place, there[-1].id)
        return f"message {there[-1].id} goes"

    def close(self) -> None:
        """Close the database."""
        self._beside.dispose()


def _of_its_own(begin: Callable[[Driver, int], None]) -> Callable[[Driver, int], None]:
    """Wrap `begin` so that the duties that it starts do not count as caused by an interaction."""

    def began(driver: Driver, table: int) -> None:
        DELIVERY.set((0, 0))
        begin(driver, table)

    return began


async def _never(_: int) -> None:
    raise AssertionError("the gateway is closed by the story")
