"""Play races, in which a game ends while somebody opens the next table in the same channel.

`python -m tests.simulation.results` plays many races. The witness (`witness.py`) reports each result that is posted
below the lobby of a newer table.
"""

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import cycle
from pathlib import Path

import msgspec
from sqlalchemy import Connection, insert, select, update

from bot.presses.base import Press
from bot.presses.bids import PlaceBid
from bot.presses.codec import encode
from bot.presses.game import CallLie, SurelyEnd, SurelyLeave
from bot.presses.lobby import Join, Rematch, Start, SurelyCancel
from bot.sandbox.adapter import Message
from bot.sandbox.world import Person
from bot.storage import schema, table_rows
from bot.storage.table_rows import TableRow
from bot.tables.bookkeeping import ENDED
from tests.simulation.__main__ import HASHED, _memory
from tests.simulation.chance import luck
from tests.simulation.outcome import Outcome, _many
from tests.simulation.people import _asked
from tests.simulation.simulation import Simulation, _started_on
from tests.simulation.story import POINTS, Kill, SealKill
from tests.simulation.trouble import Kind, Trouble
from tests.simulation.witness import meant
from tests.swarm.choosing import BUTTON, offers

SHORT = "one round"
"""The name of the house rules by which the games are played."""
TROUBLE: tuple[Kind, ...] = ("slow", "502", "lost", "429", "reset")
PATIENCE, STARTED, SETTLED, OPENED = 40.0, 400.0, 120.0, 1.5
"""The virtual seconds to wait for a table, for its game, until both tables are shown, and for a lobby."""
TRIES = 4
"""How often a person asks for the next table."""


class Shares(msgspec.Struct, frozen=True):
    """The share of races with trouble, the share with a kill at the end, and the share with a kill during sealing."""

    trouble: float = 0.0
    kills: float = 0.0
    sealing: float = 0.0


CALM = Shares()


class Races(Simulation):
    """Simulates several races on one server, one after another."""

    def __init__(self, seed: int, many: int, folder: Path, shares: "Shares") -> None:
        super().__init__(seed, [], folder)
        self._many, self._shares, self._points = many, shares, cycle(POINTS)
        self._chance = luck(seed, "races")
        self.came: Counter[str] = Counter()

    async def _whole(self) -> None:
        self._keep_short_rules()
        self._bots.start()
        await self._until(lambda: self._bots.is_ready)
        for _ in range(self._many):
            self.came[await self._race()] += 1
            self._around.troubles.calm()
            self._bots.spare()
            await self._until(lambda: self._bots.is_ready)
            await self._tidy()
        await self._settle()

    def _keep_short_rules(self) -> None:
        values = {"key": SHORT, "name": SHORT, "variant": "common", "options": "rounds 1", "by": 1, "by_name": "Ann"}
        with self._around._beside.begin() as connection:
            for guild in self._around.world.discord.guilds:
                connection.execute(insert(schema.named_rules).values(guild=guild, **values))
            connection.execute(update(schema.server_settings).values(threads=False))

    # One race --------------------------------------------------------------------------------------------

    async def _race(self) -> str:
        """Play a game to its end, and open the next table at about that time. Return the name of the outcome."""
        ann, ben, cleo = self._around.world.people[:3]
        place = self._chance.choice([each for each in self._around.people.channels if self._is_a_channel(each)])
        table = await self._begun(place, ann, ben)
        if table is None:
            return "no game"
        how = self._chance.choice(("showdown", "showdown", "end", "leave"))
        if how == "showdown" and not await self._bid(table):
            return "no game"
        self._meet_trouble()
        self._end_it(table, how, ann, ben)
        is_told = how == "showdown" and self._chance.random() < 0.5
        await asyncio.sleep(self._chance.uniform(0, 20.0 if is_told else 1.0))
        for _ in range(TRIES):
            self._open(cleo, place, table)
            if await self._until(lambda: self._newer(place, table) is not None, OPENED):
                break
        newer = self._newer(place, table)
        if newer is None or not self._is_over(table):
            return "no race"
        await self._until(lambda: self._is_shown(table) and self._is_shown(newer), SETTLED)
        if table in self._witness.below:
            return f"below, after {how}"
        return "in order" if self._is_shown(table) and self._is_shown(newer) else "not shown"

    async def _begun(self, place: int, ann: Person, ben: Person) -> int | None:
        """Open a table and begin its game. Return the table's id, or None if the game did not begin."""
        self._around.people._slash(ann, place, "play", {"game": SHORT})
        if not await self._until(lambda: self._live(place) is not None and self._is_shown(self._live(place) or 0)):
            return None
        table = self._live(place) or 0
        self._press(ben, table, Join(table))
        await self._until(lambda: self._row(table).version > 1 and self._is_shown(table))
        if self._chance.random() < self._shares.sealing:
            away = self._chance.choice((0.2, 1.0, 5.0, 300.0))
            self._bots.doom_at_the_seal(SealKill(self._loop.time(), next(self._points), away))
        self._press(ann, table, Start(table))
        is_on = await self._until(lambda: self._row(table).status == "playing" and self._is_shown(table), STARTED)
        return table if is_on else None

    async def _bid(self, table: int) -> bool:
        """Let the player whose turn it is make the first bid. Return whether the bid was saved and shown."""
        before = self._row(table).version
        person, press = self._offered(table, PlaceBid)
        if press is not None and person is not None:
            self._press(person, table, press)
        return await self._until(lambda: self._row(table).version > before and self._is_shown(table))

    def _end_it(self, table: int, how: str, ann: Person, ben: Person) -> None:
        person, press = self._offered(table, CallLie)
        if how == "showdown" and press is not None and person is not None:
            self._press(person, table, press)
        elif how == "leave":
            self._press(ben, table, SurelyLeave(table))
        else:
            self._press(ann, table, SurelyEnd(table))

    def _open(self, person: Person, place: int, table: int) -> None:
        """Open a table in the channel, with a command or with the button below an older result."""
        old = self._results(place, table)
        if old and self._chance.random() < 0.3:
            message, press = self._chance.choice(old)
            self._around.people._press(person, message, {"custom_id": encode(press), "component_type": BUTTON})
        else:
            self._around.people._slash(person, place, "play", {})

    def _meet_trouble(self) -> None:
        now = self._loop.time()
        if self._chance.random() < self._shares.kills:
            self._bots.doom(Kill(now, self._chance.randrange(400), self._chance.choice((0.2, 1.0, 5.0))))
        if self._chance.random() < self._shares.trouble:
            share = self._chance.choice((0.2, 0.5, 1.0))
            self._around.begin(Trouble(now, self._chance.uniform(0.5, 5), self._chance.choice(TROUBLE), "*", share))

    async def _tidy(self) -> None:
        """Close all open tables."""
        for table in self._around.looked(table_rows.live):
            row = self._row(table)
            host = next(each for each in self._around.world.people if each.id == row.host)
            for _ in range(5):
                self._press(host, table, SurelyCancel(table) if row.status == "lobby" else SurelyEnd(table))
                if await self._until(partial(self._is_over, table), 10):
                    break
        self._around.world.discord._b.interactions.clear()

    # The tables there ------------------------------------------------------------------------------------

    async def _until(self, holds: Callable[[], bool], seconds: float = PATIENCE) -> bool:
        """Wait for at most this many seconds until the condition holds. Return whether it holds."""
        ends = self._loop.time() + seconds
        while not (found := holds()) and self._loop.time() < ends:  # noqa: ASYNC110 - time is virtual
            await asyncio.sleep(0.1)
        return found

    def _is_a_channel(self, place: int) -> bool:
        return self._around.world.discord.channels[place].parent_id is None

    def _press(self, person: Person, table: int, press: Press) -> None:
        row = self._row(table)
        message = self._around.world.discord.messages(row.channel).get(row.marks.panel_message or 0)
        if message is not None:
            self._around.people._press(person, message, {"custom_id": encode(press), "component_type": BUTTON})

    def _offered(self, table: int, kind: type[Press]) -> tuple[Person | None, Press | None]:
        """Return a person and the first press of this kind that the panel offers.

        Return two Nones if there is no such press.

        The person is one whose turn it is.
        """
        row = self._row(table)
        message = self._around.world.discord.messages(row.channel).get(row.marks.panel_message or 0)
        found = [press for press in map(meant, offers(message)) if isinstance(press, kind)] if message else []
        return (self._to_move(row), found[0]) if found else (None, None)

    def _to_move(self, row: TableRow) -> Person | None:
        asked = [user for table, _, user in self._around.looked(_asked) if table == row.id]
        return next((each for each in self._around.world.people if each.id in asked), None)

    def _results(self, place: int, before: int) -> list[tuple[Message, Rematch]]:
        there = list(self._around.world.discord.messages(place).values())[-12:]
        found = [(message, press) for message in there for press in map(meant, offers(message))]
        return [(message, press) for message, press in found if isinstance(press, Rematch) and press.table < before]

    def _row(self, table: int) -> TableRow:
        row: TableRow = self._around.looked(lambda connection: table_rows.table(connection, table))
        return row

    def _live(self, place: int) -> int | None:
        row = self._around.looked(lambda connection: table_rows.live_table(connection, place))
        return row.id if row is not None else None

    def _newer(self, place: int, table: int) -> int | None:
        def look(connection: Connection) -> int | None:
            it = schema.tables.c
            query = select(it.id).where(it.channel == place, it.id > table).order_by(it.id).limit(1)
            found: int | None = connection.execute(query).scalar()
            return found

        found: int | None = self._around.looked(look)
        return found

    def _is_over(self, table: int) -> bool:
        return self._row(table).status in ENDED

    def _is_shown(self, table: int) -> bool:
        row = self._row(table)
        return row.marks.shown_seq >= row.seq and (row.marks.panel_version or 0) >= row.version


def raced(seed: int, many: int, folder: Path, shares: Shares = CALM) -> tuple[Counter[str], Outcome]:
    """Play the races of a seed on a new server, with a database below `folder`.

    Return how often each outcome occurred, and the result of the simulation with its violations.
    """
    place = folder / f"races-{seed}"
    place.mkdir()
    shutil.copy(_started_on(folder), place / "games.sqlite")
    try:
        races = Races(seed, many, place, shares)
        outcome = races.run()
        return races.came, outcome
    finally:
        shutil.rmtree(place, ignore_errors=True)


def main() -> int:
    """Read the command line and play the races. Return 1 if a violation was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation.results")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first seed")
    parser.add_argument("--seeds", type=int, default=20, help="how many")
    parser.add_argument("--races", type=int, default=50, help="how many in each of their worlds")
    parser.add_argument("--minutes", type=float, default=60.0, help="begin no other world after so many")
    parser.add_argument("--trouble", type=float, default=0.0, help="the share of races that meet trouble")
    parser.add_argument("--kills", type=float, default=0.0, help="the share in which the process dies")
    parser.add_argument("--sealing", type=float, default=0.0, help="the share in which it dies before the first panel")
    given = parser.parse_args()
    began, came, found, sealing = time.monotonic(), Counter[str](), list[str](), Counter[str]()
    shares = Shares(given.trouble, given.kills, given.sealing)
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        for seed in range(given.first, given.first + given.seeds):
            if time.monotonic() - began < 60 * given.minutes:
                more, outcome = raced(seed, given.races, Path(folder), shares)
                came, found = came + more, [*found, *(f"seed {seed}: {each}" for each in outcome.found)]
                sealing += outcome.sealing
    print(f"{came.total()} races in {time.monotonic() - began:.0f} s: {_many(came)}")
    print(f"killed while sealing: {_many(sealing)}", *found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    warnings.filterwarnings(
        "ignore", "coroutine .* was never awaited", RuntimeWarning
    )  # such coroutines are requests of killed processes
    if os.environ.get(HASHED) != "0":  # so that sets have the same order in each run
        command = [sys.executable, "-m", "tests.simulation.results", *sys.argv[1:]]
        os.execve(sys.executable, command, {**os.environ, HASHED: "0"})
    sys.exit(main())
