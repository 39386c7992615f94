"""Simulate people who play all the time, three at each table.

They press buttons that advance a game, even while the bot is dead.
"""

import asyncio
import contextlib
import heapq
from collections import defaultdict
from random import Random

from bot.presses import bids, game, lobby, poker_cup
from bot.presses.base import AtTable, Move
from bot.presses.codec import encode
from bot.sandbox.adapter import Message
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.server import Server
from bot.sandbox.world import Person
from bot.screens.families import variants
from tests.swarm.choosing import BUTTON, ENDING, Pressed, offers, stands_for
from tests.swarm.witness import text_of

PRESSED = 3
NEWEST = 5
"""People press buttons only on this number of a channel's newest messages with buttons."""
PATIENCE = 1.0
"""Seconds after which a person presses again if they got no answer."""
A_MOMENT = 0.02
CLAIMS = 0.2
"""The share of actions at a table of the cup for which a person types a command instead of pressing a button."""
SHAKES = 0.4
"""The share of these commands that shake the cup.

Players who have peeked must shake the cup (K4), and their buttons are in an ephemeral message.
"""
HANDS = ("pair of twos", "pair of sixes", "three threes", "three sixes", "four fours", "five sixes")
BESIDE: dict[type, float] = {
    game.Guess: 3.0,
    game.SwapDare: 2.0,
    game.Clap: 1.0,
    lobby.AgreeToPutOut: 4.0,
    lobby.AcceptInvite: 4.0,
}
"""Presses beside the game, with their weights: guesses, dares, applause, votes on removals, and invitations."""
DOOR = 0.03
"""The share of actions that ask the table to remove somebody, or that invite somebody again."""
BRINGS_ON = (game.NextRound, lobby.Start, lobby.Rematch, game.CallLie)
NOTHING_NEW = (bids.OpenBidForm, game.HoldOn, poker_cup.BeginClaim, poker_cup.MarkDice)
"""Presses that do not change a game by themselves, such as one that opens a form."""


class People:
    """Holds the people at many tables. Each table has its own channel and three people.

    `asked` counts presses and commands, `answers` counts their answers, and `waiting` holds the presses that have no
    answer yet.
    """

    def __init__(self, server: Server, tables: int, luck: Random) -> None:
        self.server, self._luck = server, luck
        self.asked = self.answers = 0
        self.waiting: set[int] = set()
        self._answered: defaultdict[int, asyncio.Event] = defaultdict(asyncio.Event)
        world = server.world
        guild = next(iter(world.discord.guilds))
        names = [f"P{number}" for number in range(3 * tables - len(world.people))]
        for name in names:
            world.add_person(name)
        self.seated: dict[int, list[Person]] = {}
        for number in range(tables):
            channel = int(world.discord._b.create_channel(guild, f"dice-{number}").id)
            self.seated[channel] = world.people[3 * number : 3 * number + 3]
        self._games = dict(zip(self.seated, tables * list(variants.offered()), strict=False))
        self._tasks: list[asyncio.Task[None]] = []
        self._is_resting = False
        answered = server.rest._answered

        def on_answer(interaction: int) -> None:
            self._answered[interaction].set()
            self.waiting.discard(interaction)
            self.answers += 1
            answered(interaction)

        server.rest._answered = on_answer

    def begin(self) -> None:
        """Let everybody play until `rest` is called."""
        self._is_resting = False
        self._tasks = [asyncio.create_task(self._play(channel)) for channel in self.seated]

    async def rest(self) -> None:
        """Let everybody stop pressing, and wait until they have stopped.

        On Python 3.11, a task that gets an answer at the moment when it is cancelled goes on. So the tasks also check
        a flag.
        """
        self._is_resting = True
        for task in self._tasks:
            task.cancel()
        ends = await asyncio.gather(*self._tasks, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception):
                raise end

    async def _play(self, channel: int) -> None:
        people = self.seated[channel]
        while not self._is_resting:
            person = self._luck.choice(people)
            found = self._tempting(channel)
            if self._luck.random() < DOOR:
                await self._at_the_door(channel, person)
            elif self._games[channel] == "cup" and self._luck.random() < CLAIMS:
                await self._at_the_cup(channel, person)
            elif found:
                weights = [weight for _, _, weight in found]
                ((message, pressed, _),) = self._luck.choices(found, weights)
                await self._press(person, message, pressed)
            else:
                await self._command(channel, people[0], "play", game=self._games[channel])
            await asyncio.sleep(A_MOMENT)

    async def _at_the_door(self, channel: int, person: Person) -> None:
        """Ask the table to remove one of the three people, or invite them, as if a menu under More had been open."""
        for message in self._newest(channel):
            tables = [press.table for each in offers(message) if isinstance(press := stands_for(each), AtTable)]
            if tables:
                kind = self._luck.choice((lobby.AskToPutOut, lobby.Invite))
                custom_id = encode(kind(tables[0], self._luck.choice(self.seated[channel]).id))
                await self._press(person, message, {"custom_id": custom_id, "component_type": BUTTON})
                return

    async def _at_the_cup(self, channel: int, person: Person) -> None:
        if self._luck.random() < SHAKES:
            await self._command(channel, person, "cup", act="shake unseen")
        else:
            await self._command(channel, person, "claim", what=self._luck.choice(HANDS))

    def _tempting(self, channel: int) -> list[tuple[Message, Pressed, float]]:
        """Return the buttons and choices in a channel that continue a game, with their weights."""
        newest = self._newest(channel)
        return [(message, each, how_much(each)) for message in newest for each in offers(message) if how_much(each)]

    def _newest(self, channel: int) -> list[Message]:
        """Return the newest public messages of a channel with controls, the newest first."""
        discord = self.server.world.discord
        here = (each for each in discord.messages(channel).values() if not each.is_ephemeral and offers(each))
        return heapq.nlargest(NEWEST, here, key=lambda each: each.id)

    def see(self, channel: int) -> list[str]:
        """Describe the newest public messages of a channel and their controls."""
        here = [each for each in self.server.world.discord.messages(channel).values() if not each.is_ephemeral]
        newest = heapq.nlargest(2 * NEWEST, here, key=lambda each: each.id)
        return [f"{text_of(each)[:80]!r}: {[stands_for(offer) for offer in offers(each)]}" for each in newest]

    async def _press(self, person: Person, message: Message, pressed: Pressed) -> None:
        self.asked += 1
        record = self.server.world.discord.interact(PRESSED, message.channel_id, person.id, pressed, message)
        self.waiting.add(record.id)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._answered[record.id].wait(), PATIENCE)
        self._answered.pop(record.id, None)

    async def _command(self, channel: int, person: Person, name: str, **options: str) -> None:
        self.asked += 1
        body = {"channel": str(channel), "name": name, "options": options}
        with contextlib.suppress(NotPossibleError, TimeoutError):
            await asyncio.wait_for(self.server.page.actions.do("slash", person, body), PATIENCE)


def how_much(pressed: Pressed) -> float:
    """Return the relative probability that a person makes this press. People want the game to go on."""
    press = stands_for(pressed)
    if isinstance(press, (*ENDING, *NOTHING_NEW)):
        return 0.0
    if isinstance(press, BRINGS_ON):
        return 5.0
    if isinstance(press, lobby.Join):
        return 8.0
    return 1.0 if isinstance(press, Move | game.CastVote) else BESIDE.get(type(press), 0.0)
