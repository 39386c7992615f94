"""Let the same people play every game to its end after the swarm.

They make moves that they see, or vote to stop.
"""

import asyncio
from random import Random

from bot.presses import bids, game, poker_cup
from bot.presses.base import AtTable, Move
from bot.sandbox.adapter import Message
from bot.sandbox.world import Person
from bot.tables.model import LIVE, Status, TableView
from tests.swarm.choosing import Pressed, stands_for
from tests.swarm.clients import Clients

SOONEST = (game.CallLie, game.CastVote, game.SettleForfeit, poker_cup.MakeClaim)
"""Presses that advance a game."""
TURNING = (poker_cup.MarkDice, poker_cup.BeginClaim, game.HoldOn, bids.OpenBidForm)
"""Presses that change nothing in a game by themselves."""
FAR = 60
"""The number of messages in which a person looks for a move."""
A_WHILE = 0.2
PATIENCE = 150
"""How often the code looks at a table that waits for nobody. There are pauses in between, because duties take time."""


class Ending:
    """Plays every game to its end. It reports a game that cannot be ended in `found`."""

    def __init__(self, clients: Clients, luck: Random, found: list[str]) -> None:
        self._clients, self._luck, self._found = clients, luck, found
        self._queries = clients.wire.bot.services.tables.queries

    async def play(self, presses: int) -> None:
        """Make at most this many presses at each table, and then vote to stop."""
        await asyncio.gather(*(self._end(table, presses) for table in await self._queries.live()))

    async def _end(self, table: int, presses: int) -> None:
        await self._begin(await self._queries.see(table, None))
        for number in range(presses):
            if (seen := await self._comes_to_ask(table)) is None:
                return
            await self._move(seen, number)
        for person in 2 * await self._players(table):
            if (await self._queries.table(table)).status is Status.PLAYING:
                await self._call_quits(table, person)
        if (await self._queries.table(table)).status is Status.PLAYING:
            self._found.append(f"table {table} does not end")

    async def _begin(self, seen: TableView) -> None:
        """If the table is a lobby, let the host join, add a computer player, and start the game."""
        if seen.status is Status.LOBBY:
            host = next(each for each in self._clients.wire.server.world.people if each.id == seen.host.id)
            for command in ("table join", "table computer", "table start"):
                await self._clients.slash(host, seen.place.channel, command)

    async def _comes_to_ask(self, table: int) -> TableView | None:
        """Wait until a running game shows a person that it is their turn, and return the table.

        Return None if the game is over or has not begun.
        """
        for look in range(1, PATIENCE + 1):
            if look % (PATIENCE // 3) == 0:
                await self._clients.wire.time_passes(seconds=610)  # so that waiting duties are due
            seen = await self._queries.see(table, None)
            if seen.status is not Status.PLAYING:
                return None
            if self._asked(seen) is not None and await self._clients.wire.is_shown(table):
                return seen
            await asyncio.sleep(A_WHILE)
        self._found.append(f"table {table} asks nobody, and does nothing by itself")
        return None

    async def _move(self, seen: TableView, number: int) -> None:
        """Let the person whose turn it is make a move that they see.

        If this person sees no move, show the table and their dice again.
        """
        person, table = self._asked(seen), seen
        assert person is not None
        shown = self._shown(seen, person, Move) + self._shown(seen, person, game.CastVote)
        soonest = [each for each in shown if isinstance(stands_for(each[1]), SOONEST)]
        moving = [each for each in shown if not isinstance(stands_for(each[1]), TURNING)]
        if choice := (soonest if number % 4 else None) or moving or shown:
            await self._clients.press(person, self._luck, *self._luck.choice(choice))
            return
        await self._clients.slash(person, table.place.channel, "table show")
        await self._clients.slash(person, table.place.channel, "dice")
        await asyncio.sleep(A_WHILE)
        if number and await self._clients.wire.is_shown(table.id) and not self._shown(seen, person, Move):
            again = await self._queries.see(table.id, None)
            if again.version == table.version:
                self._found.append(f"table {table.id} asks {person.name}, who sees no move there")

    async def _call_quits(self, table: int, person: Person) -> None:
        seen = await self._queries.see(table, None)
        for kind in (game.OpenMore, game.CallQuits, game.SurelyQuit):
            if not (shown := self._shown(seen, person, kind)) and kind is game.OpenMore:
                await self._clients.slash(person, seen.place.channel, "table show")
                shown = self._shown(seen, person, kind)
            if shown:
                await self._clients.press(person, self._luck, *shown[-1])

    def _shown(self, seen: TableView, person: Person, kind: type[AtTable]) -> list[tuple[Message, Pressed]]:
        """Return the valid controls of one kind that this person sees in the table's channel."""
        table, found = seen, []
        for each in self._clients.offered(person, table.place.channel, FAR):
            press = stands_for(each[1])
            if not isinstance(press, AtTable) or not isinstance(press, kind) or press.table != table.id:
                continue
            if not isinstance(press, Move) or table.annotations.asked_from <= press.version <= table.version:
                found.append(each)
        return found

    def _asked(self, seen: TableView) -> Person | None:
        """Return the first person whose turn it is, even if they are dozing, or None if it is nobody's turn."""
        if seen.view is None or seen.status not in LIVE:
            return None
        users = [seen.seats[seat].user for seat in seen.view.awaited]
        return next((person for person in self._clients.wire.server.world.people if person.id in users), None)

    async def _players(self, table: int) -> list[Person]:
        seen = await self._queries.see(table, None)
        users = [seen.seats[seat].user for seat in seen.view.state.seats_in()] if seen.view is not None else []
        return [person for person in self._clients.wire.server.world.people if person.id in users]
