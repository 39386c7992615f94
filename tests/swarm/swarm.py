"""Ten people who press whatever they find, in channels, threads and DMs: over real HTTP and a real gateway."""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import discord
from sqlalchemy import Connection, select

from bot.presses.base import Move
from bot.sandbox.adapter import THINKING, Interaction, Message
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.world import Person
from bot.screens import variants
from bot.storage import schema
from bot.tables import codec
from tests.faults.wire import Wire
from tests.swarm.choosing import Pressed, forged, offers, stands_for, typed, weight
from tests.swarm.health import ails
from tests.swarm.witness import PATIENCE, Witness

PRESSED, SENT = 3, 5
FRIENDS = ("Dan", "Eve", "Finn", "Gus", "Hal", "Ina", "Jo")
"""Who joins Ann, Ben and Cleo."""
NEWEST = 8
"""People scroll no further up than so many messages."""
REMEMBERED = 400
"""Buttons that somebody kept a client open with."""
TOLD = 40
"""Actions of the story that a failure tells."""
LOOK_EVERY = 200
"""Actions between two looks at the health of all tables."""
KEPT = 60
"""Messages that the local Discord keeps in a channel, so that a long run does not grow."""


class Swarm:
    """Ten people on a wire. What they did is counted in `done`, what became of their games in `tables`."""

    def __init__(self, wire: Wire, seed: int) -> None:
        self.wire, self.seed, self.luck = wire, seed, Random(seed)
        self.witness = Witness(wire)
        self.left = 0
        self.done: Counter[str] = Counter()
        self.tables: Counter[str] = Counter()
        self.story: deque[str] = deque(maxlen=TOLD)
        self._old: deque[tuple[Message, Pressed]] = deque(maxlen=REMEMBERED)
        self._moves_in: Mapping[str, Callable[[Person, Random], Awaitable[None]]] = {
            "shown": self._press_shown,
            "move": self._move,
            "stale": self._press_old,
            "doubled": self._press_twice,
            "delivered twice": self._deliver_twice,
            "forged": self._forge,
            "command": self._command,
            "completion": self._complete,
            "chat": self._chat,
            "time": self._let_time_pass,
        }
        world = wire.server.world
        for name in FRIENDS:
            world.add_person(name)
        channels = [wire.new_channel(f"swarm-{number}") for number in range(3)]
        owner = world.people[0].id
        threads = [world.discord._b.create_thread(each, "aside", owner, broadcast=True).id for each in channels[:2]]
        self.places = (*channels, *threads)

    @property
    def found(self) -> list[str]:
        """What must not be, as far as anybody has looked."""
        return self.witness.found

    def report(self) -> str:
        """What was found, the seed that found it, and what was done last."""
        return "\n".join([f"Seed {self.seed}, {self.left} actions before the end:", *self.found, *self.story])

    async def swarm(self, actions: int) -> None:
        """So many actions by all together, and then a look at what they leave."""
        self.left = actions
        offered = list(variants.offered())
        self.luck.shuffle(offered)
        for place, game in zip(self.places, offered, strict=False):
            await self._slash(self.wire.server.world.people[0], place, "play", game=game)
        await asyncio.gather(*(self._be(person) for person in self.wire.server.world.people))
        await self._settle()

    async def _be(self, person: Person) -> None:
        luck = Random(f"{self.seed} {person.key}")
        kinds, weights = tuple(self._moves_in), (30, 34, 8, 6, 2, 9, 9, 2, 3, 0.5)
        while self.left > 0 and not self.found:
            self.left -= 1
            (kind,) = luck.choices(kinds, weights)
            self.done[kind] += 1
            await self._moves_in[kind](person, luck)
            if self.left % LOOK_EVERY == 0:
                await self.look()
            elif self.left % 5 == 0:
                await self.witness.look_for_leaks()
            await asyncio.sleep(0)

    async def look(self) -> None:
        """Look at every table, at what was shown, and at who still waits for an answer."""
        await self.witness.look_for_leaks()
        self.found.extend([word async for word in ails(self.wire)])
        self.found.extend(f"not answered: interaction {number}" for number in self.witness.unanswered())
        self.wire.server.world.discord.trim(KEPT)

    async def _settle(self) -> None:
        """All comes to rest: everything is answered and shown, and every table waits for something."""
        try:
            await self.wire.until(self._is_quiet, patience=30)
        except AssertionError:
            self.found.append(f"not shown after half a minute: {await self._unshown()}")
        await self.look()
        for channel in self.wire.server.world.discord.channels:
            thinking = [each.id for each in self.wire.messages(channel) if each.flags & THINKING]
            self.found.extend(f"still thinking: message {number} in {channel}" for number in thinking)
        assert self.wire.bot._store is not None
        self.tables = await self.wire.bot._store.read(_outcomes)

    async def _is_quiet(self) -> bool:
        return not self.wire.bot.door._under_way and not await self._unshown()

    async def _unshown(self) -> list[int]:
        live = await self.wire.bot.services.tables.looking.live()
        return [table for table in live if not await self.wire.is_shown(table)]

    # What somebody does ------------------------------------------------------------------------------------

    async def _press_shown(self, person: Person, luck: Random) -> None:
        if (found := self._find(person, luck)) is not None:
            await self._press(person, luck, *found)

    async def _press_old(self, person: Person, luck: Random) -> None:
        """Anything that they saw at any time: nobody presses below what only another sees."""
        sees = self.wire.server.world.discord.sees
        if old := [each for each in self._old if sees(person.id, each[0])]:
            await self._press(person, luck, *luck.choice(old))

    async def _press_twice(self, person: Person, luck: Random) -> None:
        if (found := self._find(person, luck)) is not None:
            await asyncio.gather(self._press(person, luck, *found), self._press(person, luck, *found))

    async def _deliver_twice(self, person: Person, luck: Random) -> None:
        """Discord may deliver an event twice after a reconnect."""
        gateway, found = self.wire.server.gateway, self._find(person, luck)
        if found is None:
            return
        feed = gateway.feed

        def twice(event: str, payload: Mapping[str, Any]) -> None:
            feed(event, payload)
            if event == "INTERACTION_CREATE":
                feed(event, payload)

        message, pressed = found
        gateway.feed = twice  # type: ignore[method-assign]
        try:
            record = self._send(PRESSED, person, pressed, message)
        finally:
            gateway.feed = feed  # type: ignore[method-assign]
        await self._answer(record)

    async def _forge(self, person: Person, luck: Random) -> None:
        looking = self.wire.bot.services.tables.looking
        tables = [(each, (await looking.table(each)).version) for each in await looking.live()]
        pressed, message = forged(luck, tables), self._any_message(person, luck)
        if message is None:
            return
        if luck.random() < 0.2:
            fields = [{"type": 4, "custom_id": luck.choice(("quantity", "face", "clock", "words")), "value": "5"}]
            form = {
                "custom_id": pressed["custom_id"],
                "components": [{"type": 18, "component": each} for each in fields],
            }
            await self._answer(self._send(SENT, person, form, message))
        else:
            await self._press(person, luck, message, pressed)

    async def _move(self, person: Person, luck: Random) -> None:
        """Whoever is asked somewhere makes one of the moves that are shown there; who is not does what they like."""
        looking = self.wire.bot.services.tables.looking
        for table in luck.sample(mine := await looking.of(person.id), len(mine)):
            seen = await looking.see(table.id, person.id)
            if seen.view is None or seen.seat not in seen.view.awaited:
                continue
            shown = [
                (message, pressed)
                for place in (table.place.channel, self.wire.dm(person.key))
                for message in self._visible(person, place)[-NEWEST:]
                for pressed in offers(message)
                if isinstance(press := stands_for(pressed), Move) and press.table == table.id
            ]
            if shown:
                await self._press(person, luck, *luck.choice(shown))
                return
        await self._press_shown(person, luck)

    async def _command(self, person: Person, luck: Random) -> None:
        place = luck.choice((*self.places, self.wire.dm(person.key)))
        if place in self.places and await self.wire.bot.services.tables.looking.at(place) is None:
            await self._slash(person, place, "play", game=luck.choice(variants.offered()))
            return
        name, options = luck.choice(
            (
                ("bid", {"what": luck.choice(("2x3", "four sixes", "9 ducks", "a lot", "3x7"))}),
                ("liar", {}),
                ("bang", {}),
                ("dice", {}),
                ("help", {}),
                ("me", {}),
                ("leaderboard", {}),
                ("forfeits mine", {}),
                ("forfeits settle", {}),
                ("table show", {}),
                ("table join", {}),
                ("table invite", {"who": str(luck.choice(self.wire.server.world.people).id)}),
                ("table host", {"who": str(luck.choice(self.wire.server.world.people).id)}),
                ("settings", {}),
            )
        )
        await self._slash(person, place, name, **options)

    async def _complete(self, person: Person, luck: Random) -> None:
        body: dict[str, Any] = {
            "name": "bid",
            "option": "what",
            "typed": luck.choice(("", "3", "four", "x")),
            "options": {},
        }
        await self._do("autocomplete", person, luck.choice(self.places), body)

    async def _chat(self, person: Person, luck: Random) -> None:
        await self._do("send", person, luck.choice(self.places), {"text": "Anybody for pizza?"})

    async def _let_time_pass(self, _: Person, luck: Random) -> None:
        """Turns run out, people doze, tables are given up."""
        seconds = luck.choice((5, 31, 61, 190, 610))
        self._tell("time", f"{seconds} s pass")
        await self.wire.time_passes(seconds=seconds)

    # How it reaches the bot --------------------------------------------------------------------------------

    async def _press(self, person: Person, luck: Random, message: Message, pressed: Pressed) -> None:
        """Press it, whether or not it is still there: the bot must cope. A form that opens is mostly filled in."""
        record = self._send(PRESSED, person, pressed, message)
        await self._answer(record)
        if record.modal is not None and luck.random() < 0.8:
            form = {"custom_id": record.modal["custom_id"], "components": typed(luck, record.modal["components"])}
            await self._answer(self._send(SENT, person, form, message))

    def _send(self, kind: int, person: Person, data: dict[str, Any], message: Message) -> Interaction:
        self._tell(person.key, f"{kind} {data.get('values') or ''} {data['custom_id']} on {message.id}")
        return self.wire.server.world.discord.interact(kind, message.channel_id, person.id, data, message)

    async def _answer(self, record: Interaction) -> None:
        """Wait for the first answer, as a person's client does."""
        try:
            await asyncio.wait_for(self.witness.answers[record.id].wait(), PATIENCE)
        except TimeoutError:
            self.found.append(f"not answered: {record.type} {record.id} by {record.user_id}")

    async def _slash(self, person: Person, place: int, name: str, **options: str) -> None:
        await self._do("slash", person, place, {"name": name, "options": options})

    async def _do(self, what: str, person: Person, place: int, body: dict[str, Any]) -> None:
        """Something that goes by the page, which holds back what Discord's client would."""
        self._tell(person.key, f"{what} {body}")
        try:
            done = await self.wire.server.page.actions.do(what, person, {"channel": str(place), **body})
        except NotPossibleError:
            return
        if done.get("failed"):
            self.found.append(f"not answered: {what} {body} by {person.key}")

    def _tell(self, who: str, what: str) -> None:
        self.story.append(f"{self.left:6} {who}: {what}")

    # What somebody sees ------------------------------------------------------------------------------------

    def _visible(self, person: Person, place: int) -> list[Message]:
        sees = self.wire.server.world.discord.sees
        return [each for each in self.wire.messages(place)[-40:] if sees(person.id, each)]

    def _any_message(self, person: Person, luck: Random) -> Message | None:
        place = luck.choice((*self.places, self.wire.dm(person.key)))
        ours = [each for each in self._visible(person, place)[-NEWEST:] if each.author_id == self._bot]
        return luck.choice(ours) if ours else None

    @property
    def _bot(self) -> int:
        return self.wire.server.world.discord.bot.id

    def _find(self, person: Person, luck: Random) -> tuple[Message, Pressed] | None:
        """Something that this person sees and may be tempted to press."""
        message = self._any_message(person, luck)
        if message is None or not (offered := offers(message)):
            return None
        (pressed,) = luck.choices(offered, [weight(each) for each in offered])
        self._old.append((message, pressed))
        return message, pressed


def _outcomes(connection: Connection) -> Counter[str]:
    """How many tables of each variant came to what."""
    query = select(schema.tables.c.status, schema.tables.c.setup)
    return Counter(f"{codec.setup(row.setup).variant} {row.status}" for row in connection.execute(query))


@asynccontextmanager
async def swarming(folder: Path, url: str, seed: int) -> AsyncIterator[Swarm]:
    """Ten people on a wire of their own, over a database; what the wire changed in discord.py is put back."""
    base, gateway = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    wire = Wire(folder, url=url)
    wire.server.world.changed = lambda: None  # type: ignore[method-assign] # nobody opens this world again
    swarm = Swarm(wire, seed)
    logging.getLogger().addHandler(swarm.witness)
    try:
        await wire.open()
        yield swarm
    finally:
        await wire.close()
        logging.getLogger().removeHandler(swarm.witness)
        discord.http.Route.BASE = base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
