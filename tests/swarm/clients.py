"""Simulate the clients of ten people.

A client shows the messages that its person may see, sends presses, and waits for answers.
"""

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import Mapping
from random import Random
from typing import Any

from bot.sandbox.adapter import Interaction, Message
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.world import Person
from tests.faults.wire import Wire
from tests.swarm.choosing import Pressed, offers, stands_for, typed
from tests.swarm.waiting import PATIENCE
from tests.swarm.witness import Witness

PRESSED, SENT = 3, 5
NEWEST = 8
"""The number of newest messages that people look at."""
IN_DM = 0.15
"""The chance that a person looks at their DMs with the bot instead of a channel."""
NOTHING: Mapping[str, str] = {}
TOLD = 40
"""The number of the latest actions that are printed with a fault."""


class Clients:
    """Acts for everybody's clients. `story` has the latest actions, and `pressed` counts each kind of press."""

    def __init__(self, wire: Wire, witness: Witness) -> None:
        self.wire, self.witness = wire, witness
        self.story: deque[str] = deque(maxlen=TOLD)
        self.pressed: Counter[str] = Counter()

    # A person's view -------------------------------------------------------------------------------------

    @property
    def places(self) -> list[int]:
        """Return the channels and threads of the server, including those that the bot opened for a game."""
        channels = self.wire.server.world.discord.channels
        return [number for number, channel in channels.items() if channel.guild_id is not None]

    def any_place(self, person: Person, luck: Random) -> int:
        """Return a channel, a thread, or this person's DM with the bot."""
        return self.wire.dm(person.key) if luck.random() < IN_DM else luck.choice(self.places)

    def newest(self, person: Person, place: int, most: int = NEWEST) -> list[Message]:
        """Return the bot's newest messages that this person sees in a place, beginning with the oldest."""
        discord = self.wire.server.world.discord
        ours = [each for each in self.wire.messages(place) if each.author_id == discord.bot.id]
        return [each for each in ours if discord.sees(person.id, each)][-most:]

    def offered(self, person: Person, place: int, most: int = NEWEST) -> list[tuple[Message, Pressed]]:
        """Return everything that this person may press or choose on the newest messages of a place.

        Each press comes with its message.
        """
        return [(message, pressed) for message in self.newest(person, place, most) for pressed in offers(message)]

    # Requests to the bot ---------------------------------------------------------------------------------

    async def press(self, person: Person, luck: Random, message: Message, pressed: Pressed) -> None:
        """Press a control, even if its message was deleted. If a form opens, usually fill it in."""
        record = self.send(PRESSED, person, pressed, message)
        await self.answer(record)
        if record.modal is not None and luck.random() < 0.8:
            form = {"custom_id": record.modal["custom_id"], "components": typed(luck, record.modal["components"])}
            await self.answer(self.send(SENT, person, form, message))

    async def deliver_twice(self, person: Person, message: Message, pressed: Pressed) -> None:
        """Press a control, and let Discord deliver the press twice, as it may do after a reconnection."""
        gateway = self.wire.server.gateway
        feed = gateway.feed

        def twice(event: str, payload: Mapping[str, Any]) -> None:
            feed(event, payload)
            if event == "INTERACTION_CREATE":
                feed(event, payload)

        gateway.feed = twice  # type: ignore[method-assign]
        try:
            record = self.send(PRESSED, person, pressed, message)
        finally:
            gateway.feed = feed  # type: ignore[method-assign]
        await self.answer(record)

    def send(self, kind: int, person: Person, data: dict[str, Any], message: Message) -> Interaction:
        """Send a press or a form without the checks that Discord's client makes."""
        self.pressed[type(stands_for(data)).__name__] += 1
        self._tell(person.key, f"{kind} {data.get('values') or ''} {data['custom_id']} on {message.id}")
        return self.wire.server.world.discord.interact(kind, message.channel_id, person.id, data, message)

    async def answer(self, record: Interaction) -> None:
        """Wait for the first answer as long as Discord would.

        On a busy machine, only the processor time of this process counts.
        """
        while (waiting := self.witness.sent.get(record.id)) is not None and not waiting.is_too_long(self.witness.busy):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.witness.answers[record.id].wait(), PATIENCE)
        self.witness.look_for_who_waits()

    async def slash(self, person: Person, place: int, name: str, options: Mapping[str, str] = NOTHING) -> None:
        """Send a command with these options."""
        await self.do("slash", person, place, {"name": name, "options": options})

    async def do(self, what: str, person: Person, place: int, body: dict[str, Any]) -> dict[str, Any]:
        """Carry out an action on the local Discord's page, which makes the checks of Discord's client.

        Return the answer, or an empty dictionary if the action is not possible.
        """
        self._tell(person.key, f"{what} {body}")
        try:
            done = await self.wire.server.page.actions.do(what, person, {"channel": str(place), **body})
        except NotPossibleError:
            return {}
        if done.get("failed"):
            self.witness.look_for_who_waits()
        return done

    def _tell(self, who: str, what: str) -> None:
        self.story.append(f"{who}: {what}")
