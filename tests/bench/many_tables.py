"""Play with four people at each of many tables of a local Discord.

The people press the buttons that their panels show, and the script times each answer.
"""

import asyncio
import contextlib
import re
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Any

import msgspec

from bot.sandbox.adapter import Message, walk_components
from bot.sandbox.server import Server
from bot.sandbox.world import Person

PRESSED, BUTTON = 3, 2
SEATS = 4
KEPT = 40
"""The number of messages that each channel keeps."""
LIES = 0.25
"""The share of turns in which a player challenges the bid instead of raising it."""
ANSWERED_WITHIN, SEEN_WITHIN = 30.0, 30.0

_ASKED = re.compile(r"👉 \*\*(P\d+)\*\*")


class Asked(msgspec.Struct):
    """Holds the question that a panel asks.

    It has the person who is asked, the version of the game, and the buttons. `buttons` maps the first word of each
    button's id to the button.
    """

    message: Message
    person: str
    version: str
    buttons: dict[str, dict[str, Any]]

    @property
    def word(self) -> str:
        """Return the first word of the button that continues the game, or "" if there is none."""
        return next((each for each in ("bid", "liar", "rematch", "start") if each in self.buttons), "")


class Table:
    """A channel and the people at its table."""

    def __init__(self, channel: int, people: list[Person]) -> None:
        self.channel, self.people = channel, people
        self.asked: Asked | None = None
        self.done, self.under_way = "", False
        self.changed = asyncio.Event()

    @property
    def is_ready(self) -> bool:
        """Return whether the table waits for somebody who has not pressed yet."""
        asked = self.asked
        return asked is not None and bool(asked.word) and asked.version != self.done and not self.under_way


class Players:
    """The people of a local Discord, whose tables are shared out among its servers.

    `answers` has the number of seconds from each recent press to its answer. `pressed` has the id of each press.
    """

    def __init__(self, server: Server, tables: int, seed: int = 1) -> None:
        self._server, self._luck = server, Random(seed)
        world, self._backing = server.world, server.world.discord._b
        guilds = list(world.discord.guilds)
        self.tables = [self._table(number, guilds[number % len(guilds)]) for number in range(tables)]
        self._by_channel = {table.channel: table for table in self.tables}
        self.answers: list[float] = []
        self.pressed: list[int] = []
        self._answered: defaultdict[int, asyncio.Event] = defaultdict(asyncio.Event)
        self._listen()

    def _table(self, number: int, guild: int) -> Table:
        channel = int(self._backing.create_channel(guild, f"dice-{number}").id)
        return Table(channel, [self._person(SEATS * number + seat, guild) for seat in range(SEATS)])

    def _person(self, number: int, guild: int) -> Person:
        """Add a person to a server of the local Discord.

        The page of the local Discord has no room for so large a number of people, but nobody opens the page here.
        """
        world, key = self._server.world, f"P{number}"
        user = world.discord.new_user(key.lower(), key)
        self._backing.add_member(guild, user.id, announce=True)
        self._backing.get_dm_channel(user.id)
        world.people.append(Person(key.lower(), user.id, key, 0))
        return world.people[-1]

    def _listen(self) -> None:
        rest, backing = self._server.rest, self._backing
        answered, shown = rest._answered, backing.on_message

        def on_answer(interaction: int) -> None:
            if (event := self._answered.pop(interaction, None)) is not None:
                event.set()
            answered(interaction)

        def on_message(message: Message) -> None:
            self._saw(message)
            shown(message)

        rest._answered, backing.on_message = on_answer, on_message

    def _saw(self, message: Message) -> None:
        table = self._by_channel.get(message.channel_id)
        if table is None or message.is_ephemeral or not message.components:
            return
        parts = list(walk_components(message.components))
        buttons = {
            str(part["custom_id"]).partition(":")[0]: part
            for part in reversed(parts)
            if part.get("type") == BUTTON and "custom_id" in part and not part.get("disabled")
        }
        if (asked := _asked(message, parts, buttons)) is not None:
            table.asked = asked
            table.changed.set()

    # ------------------------------------------------------------ starting games
    async def sit_down(self, computers: int) -> None:
        """Open all tables and begin their games, ten tables at a time."""
        waiting, at_once = iter(self.tables), asyncio.Semaphore(10)

        async def begin(table: Table) -> None:
            async with at_once:
                await self._begin(table, computers)

        await asyncio.gather(*map(begin, waiting))
        self.answers.clear()

    async def _begin(self, table: Table, computers: int) -> None:
        host, *others = table.people
        command = {"channel": str(table.channel), "name": "play", "options": {"game": "dudo"}}
        await self._server.page.actions.do("slash", host, command)
        await self._until(table, "join")
        for person in others:
            await self._press(table, person, "join")
        for _ in range(computers):
            await self._press(table, host, "robot")
        await self._until(table, "start")
        await self._press(table, host, "start")
        await self._until(table, "bid")

    async def first_answer(self) -> float:
        """Press a button twenty times a second until the bot answers. Return the time of that answer."""
        table, answered = self.tables[0], asyncio.Event()
        message = self._server.world.discord.post(table.people[0].id, table.channel, "Is the bot there?")
        data = {"custom_id": "more:1", "component_type": BUTTON, "id": 1}
        while not answered.is_set():
            record = self._server.world.discord.interact(PRESSED, table.channel, table.people[0].id, data, message)
            self._answered[record.id] = answered
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(answered.wait(), 0.05)
        return perf_counter()

    async def _until(self, table: Table, word: str) -> None:
        async with asyncio.timeout(SEEN_WITHIN):
            while table.asked is None or word not in table.asked.buttons:
                table.changed.clear()
                await table.changed.wait()

    # ------------------------------------------------------------ playing
    async def play(self, tables: list[Table], seconds: float, thinks: float = 0.0) -> None:
        """Let the players at these tables press whenever they are asked, after thinking for about `thinks` seconds."""
        ends = perf_counter() + seconds
        await asyncio.gather(*(self._play(table, ends, thinks) for table in tables))

    async def _play(self, table: Table, ends: float, thinks: float) -> None:
        while (left := ends - perf_counter()) > 0:
            if table.is_ready:
                if thinks:
                    await asyncio.sleep(self._luck.uniform(0.5, 1.5) * thinks)
                await self._move(table)
                continue
            table.changed.clear()
            try:
                await asyncio.wait_for(table.changed.wait(), left)
            except TimeoutError:
                return

    async def at_rate(self, a_second: float, seconds: float) -> float:
        """Press `a_second` times a second at tables that wait for somebody. Return the rate that was reached."""
        under_way, before = set[asyncio.Task[None]](), len(self.answers)
        began = due = perf_counter()
        while (now := perf_counter()) < began + seconds:
            ready = [table for table in self.tables if table.is_ready] if now >= due else []
            if not ready:
                await asyncio.sleep(max(due - now, 0.002))
                continue
            task = asyncio.create_task(self._move(self._luck.choice(ready)))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
            due = max(due + self._luck.expovariate(a_second), now - 0.5)
            await asyncio.sleep(0)
        took = perf_counter() - began
        rate = (len(self.answers) - before) / took
        await asyncio.gather(*under_way)
        return rate

    async def settle(self, seconds: float) -> None:
        """Stop pressing, and wait for at most this many seconds until all tables wait for somebody."""
        ends = perf_counter() + seconds
        while (moving := next((table for table in self.tables if not table.is_ready), None)) is not None:
            moving.changed.clear()
            try:
                await asyncio.wait_for(moving.changed.wait(), ends - perf_counter())
            except TimeoutError:
                break
        self._server.world.discord.trim(KEPT)

    async def _move(self, table: Table) -> None:
        """Let the person who is asked bid or call. After a game, let somebody ask for another game."""
        asked = table.asked
        assert asked is not None
        table.done, table.under_way = asked.version, True
        try:
            buttons = asked.buttons
            word = asked.word
            if word == "bid" and "liar" in buttons and self._luck.random() < LIES:
                word = "liar"
            person = next((each for each in table.people if each.name == asked.person), table.people[0])
            began = perf_counter()
            await self._press(table, person, word)
            self.answers.append(perf_counter() - began)
        finally:
            table.under_way = False
            table.changed.set()

    async def _press(self, table: Table, person: Person, word: str) -> None:
        asked = table.asked
        assert asked is not None
        button = asked.buttons[word]
        data = {"custom_id": button["custom_id"], "component_type": BUTTON, "id": button.get("id", 0)}
        record = self._server.world.discord.interact(PRESSED, table.channel, person.id, data, asked.message)
        self.pressed.append(record.id)
        await asyncio.wait_for(self._answered[record.id].wait(), ANSWERED_WITHIN)


def _asked(message: Message, parts: list[dict[str, Any]], buttons: dict[str, dict[str, Any]]) -> Asked | None:
    """Return the question that a message asks, or None if answering the message would not continue a game."""
    if not {"bid", "liar"} & buttons.keys():
        word = next((each for each in ("rematch", "start", "join") if each in buttons), "")
        return Asked(message, "", str(buttons[word]["custom_id"]), buttons) if word else None
    found = next((match for match in map(_ASKED.search, _texts(parts)) if match is not None), None)
    if found is None:
        return None
    pressed = buttons.get("bid") or buttons["liar"]
    return Asked(message, found[1], ":".join(str(pressed["custom_id"]).split(":")[1:3]), buttons)


def _texts(parts: list[dict[str, Any]]) -> Iterator[str]:
    return (str(part["content"]) for part in parts if part.get("content"))
