"""Cut the connection to PostgreSQL at any byte of a bid, and check that the bid counts once."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from random import Random

from sqlalchemy import make_url

from bot.storage.store import StoreFailed
from engine.bids.actions import Bid
from tests.outages.cutting import Direction, Way, cut_on_the_way
from tests.swarm.health import is_no_fold
from tests.tables.house import House, Sitting, person

TEMPLATE = "common"


class Bids:
    """Lets two people bid in turn. `found` lists the faults, and `done` counts the cuts."""

    def __init__(self, house: House, way: Way) -> None:
        self._house, self._way = house, way
        self._sitting: Sitting | None = None
        self._tables = 0
        self.found: list[str] = []
        self.done = 0

    async def length(self) -> dict[Direction, int]:
        """Return the number of bytes that a bid takes in each direction over an open connection."""
        for _ in range(2):
            sitting, name, bid = await self._next()
            self._way.watch()
            await self._act(sitting, name, bid, self._house.key())
        return {"asked": len(self._way.traffic.asked), "told": len(self._way.traffic.told)}

    async def cut(self, direction: Direction, after: int) -> None:
        """Cut the connection after this many bytes of a bid in one direction."""
        bid = await self._next()
        self._way.cut_after(direction, after)
        await self._look(*bid, f"cut after {after} bytes {direction}")

    async def lose_the_answer_to_commit(self) -> None:
        """Let the database commit a bid, but lose its answer to the COMMIT."""
        bid = await self._next()
        self._way.lose_the_answer_to_commit()
        await self._look(*bid, "without the answer to COMMIT")

    async def _look(self, sitting: Sitting, name: str, bid: Bid, what: str) -> None:
        key, cuts = self._house.key(), self._way.cuts
        try:
            after = await self._act(sitting, name, bid, key)
        except StoreFailed as error:
            self.found.append(f"{what}: it was not tried again: {error}")
            return
        finally:
            self._way.watch()
            self.done += self._way.cuts - cuts
        bids = (await sitting.view()).state.bids
        if sum((each.quantity, each.face) == (bid.quantity, bid.face) for each in bids) != 1:
            self.found.append(f"{what}: {bid} stands there not once, but: {bids}")
        if await self._act(sitting, name, bid, key) != after:
            self.found.append(f"{what}: the same request counts twice")
        if sentence := await self._house.store.read(partial(is_no_fold, table=sitting.id)):
            self.found.append(f"{what}: {sentence}")
        await self._house.follow(sitting.id)

    async def _act(self, sitting: Sitting, name: str, bid: Bid, key: str) -> int:
        """Make a bid. Return the table's version after the bid."""
        return (await self._house.tables.moves.act(sitting.id, person(name).id, bid, key)).version

    async def _next(self) -> tuple[Sitting, str, Bid]:
        """Play until a player can bid. Return the table, the player's name, and the bid to make."""
        while True:
            if self._sitting is None or (await self._sitting.info()).status != "playing":
                self._tables += 1
                self._sitting = await self._house.game(TEMPLATE, "ann", "bob", channel=self._tables, rounds=100)
            sitting = self._sitting
            seat = (await sitting.view()).awaited[0]
            name = sitting.name(await sitting.info(), seat)
            least = (await sitting.view(name)).legal.bids
            if least:
                return sitting, name, least[-1]
            await sitting.play_on(Random(1), moves=1)


@asynccontextmanager
async def bidding(url: str) -> AsyncIterator[Bids]:
    """Yield people who bid on this database, over a connection that the test can cut."""
    way, direct = Way(), make_url(url)
    async with cut_on_the_way(way, f"{direct.query['host']}/.s.PGSQL.{direct.port or 5432}") as port:
        there = direct.set(host="127.0.0.1", port=port, query={"sslmode": "disable"})
        house = await House(there.render_as_string(hide_password=False)).open()
        try:
            yield Bids(house, way)
        finally:
            await house.close()
