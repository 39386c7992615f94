"""Define the eleven kinds of random actions. Some actions are legal, and others are outdated, sent twice, or forged."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from random import Random
from typing import Any

from bot.presses.base import Move
from bot.presses.codec import encode
from bot.presses.game import CastVote, OpenMore
from bot.presses.lobby import AgreeToPutOut, AskToPutOut, ChooseHouseRule, OpenHouseRules
from bot.sandbox.adapter import Message
from bot.sandbox.world import Person
from bot.screens.families import variants
from bot.tables.model import Status
from tests.swarm.choosing import BUTTON, WORDS, Pressed, forged, offers, stands_for, weight
from tests.swarm.clients import SENT, Clients

REMEMBERED = 400
"""The number of old controls that are remembered."""
TEXT, PERSON = 3, 6
TURNED = 3
"""The number of house rules that a host changes at random."""


class Doing:
    """Carries out random actions.

    `kinds` maps the names of actions to functions, and `weights` has their frequencies.
    """

    weights = (30, 34, 8, 6, 2, 9, 9, 2, 3, 3, 0.5)

    def __init__(self, clients: Clients) -> None:
        self._clients, self._wire = clients, clients.wire
        self._old: deque[tuple[Message, Pressed]] = deque(maxlen=REMEMBERED)
        self.kinds: Mapping[str, Callable[[Person, Random], Awaitable[None]]] = {
            "shown": self._press_shown,
            "move": self._move,
            "stale": self._press_old,
            "doubled": self._press_twice,
            "delivered twice": self._deliver_twice,
            "forged": self._forge,
            "command": self._command,
            "completion": self._complete,
            "chat": self._chat,
            "removal": self._remove,
            "time": self._let_time_pass,
        }

    async def open_table(self, person: Person, luck: Random, place: int, game: str) -> None:
        """Open a table and choose some random house rules."""
        await self._clients.slash(person, place, "play", {"game": game})
        for kind in (OpenMore, OpenHouseRules, *(TURNED * [ChooseHouseRule])):
            offered = [each for each in self._clients.offered(person, place) if isinstance(stands_for(each[1]), kind)]
            if offered:
                await self._clients.press(person, luck, *luck.choice(offered))

    async def _press_shown(self, person: Person, luck: Random) -> None:
        if (found := self._find(person, luck)) is not None:
            await self._clients.press(person, luck, *found)

    async def _press_old(self, person: Person, luck: Random) -> None:
        """Press a control that was chosen earlier, on a message that this person can see."""
        sees = self._wire.server.world.discord.sees
        if old := [each for each in self._old if sees(person.id, each[0])]:
            await self._clients.press(person, luck, *luck.choice(old))

    async def _press_twice(self, person: Person, luck: Random) -> None:
        if (found := self._find(person, luck)) is not None:
            await asyncio.gather(*(self._clients.press(person, luck, *found) for _ in range(2)))

    async def _deliver_twice(self, person: Person, luck: Random) -> None:
        if (found := self._find(person, luck)) is not None:
            await self._clients.deliver_twice(person, *found)

    async def _forge(self, person: Person, luck: Random) -> None:
        queries, clients = self._wire.bot.services.tables.queries, self._clients
        tables = [(each, (await queries.table(each)).version) for each in await queries.live()]
        pressed = forged(luck, tables)
        if not (messages := clients.newest(person, clients.any_place(person, luck))):
            return
        if luck.random() < 0.2:
            fields = [{"type": 4, "custom_id": luck.choice(("quantity", "face", "clock", "words")), "value": "5"}]
            form = [{"type": 18, "component": each} for each in fields]
            sent = {"custom_id": pressed["custom_id"], "components": form}
            await clients.answer(clients.send(SENT, person, sent, luck.choice(messages)))
        else:
            await clients.press(person, luck, luck.choice(messages), pressed)

    async def _move(self, person: Person, luck: Random) -> None:
        """Make a move that is shown to this person, or start the game if they are the host.

        If neither is possible, press any control.
        """
        queries = self._wire.bot.services.tables.queries
        for table in luck.sample(mine := await queries.of(person.id), len(mine)):
            if table.status is Status.LOBBY and table.host.id == person.id and len(table.seats) > 1:
                await self._clients.slash(person, table.place.channel, "table start")
                return
            seen = await queries.see(table.id, person.id)
            if seen.view is None or seen.seat not in seen.view.awaited:
                continue
            shown = [
                each
                for place in (table.place.channel, self._wire.dm(person.key))
                for each in self._clients.offered(person, place)
                if is_move_at(table.id, each[1])
            ]
            if shown:
                await self._clients.press(person, luck, *luck.choice(shown))
                return
        await self._press_shown(person, luck)

    async def _command(self, person: Person, luck: Random) -> None:
        """Use a random command. If the place has no table, usually open one."""
        place, clients = self._clients.any_place(person, luck), self._clients
        is_free = place in clients.places and await self._wire.bot.services.tables.queries.at(place) is None
        if is_free and luck.random() < 0.8:
            await self.open_table(person, luck, place, luck.choice(variants.offered()))
            return
        listed = (await clients.do("commands", person, place, {}))["commands"]
        command = luck.choice([each for each in listed if each["name"] not in ("table end", "table leave")])
        options = {each["name"]: self._value(luck, each) for each in command["options"]}
        await clients.slash(person, place, command["name"], options)

    def _value(self, luck: Random, option: Mapping[str, Any]) -> str:
        """Return a random value for an option of a command. Most values fit the option."""
        if option["type"] == PERSON:
            return str(luck.choice(self._wire.server.world.people).id)
        if option.get("choices"):
            return str(luck.choice(option["choices"])["value"])
        return luck.choice((*WORDS, "pair of twos", "5 5")) or "x"

    async def _complete(self, person: Person, luck: Random) -> None:
        """Type into an option with autocompletion, and sometimes choose a suggestion."""
        place, clients = self._clients.any_place(person, luck), self._clients
        listed = (await clients.do("commands", person, place, {}))["commands"]
        options = [(each["name"], option) for each in listed for option in each["options"]]
        name, option = luck.choice([(name, option["name"]) for name, option in options if option.get("autocomplete")])
        body = {"name": name, "option": option, "typed": luck.choice(("", "3", "four", "x", "pa")), "options": {}}
        proposed = (await clients.do("autocomplete", person, place, body)).get("choices")
        if proposed and luck.random() < 0.5:
            await clients.slash(person, place, name, {option: str(luck.choice(proposed)["value"])})

    async def _chat(self, person: Person, luck: Random) -> None:
        await self._clients.do("send", person, luck.choice(self._clients.places), {"text": "Anybody for pizza?"})

    async def _remove(self, _: Person, luck: Random) -> None:
        """Let a host ask the table to remove somebody, as from the menu under More. Then let some people agree."""
        clients, queries, people = self._clients, self._wire.bot.services.tables.queries, self._wire.server.world.people
        tables = [await queries.see(each, None) for each in await queries.live()]
        playing = [each for each in tables if each.status is Status.PLAYING]
        if not playing:
            return
        table = luck.choice(playing)
        host = next(each for each in people if each.id == table.host.id)
        if messages := clients.newest(host, table.place.channel):
            who = luck.choice([seat.user for seat in table.seats if seat.user is not None])
            pressed = {"custom_id": encode(AskToPutOut(table.id, who)), "component_type": BUTTON}
            await clients.press(host, luck, messages[-1], pressed)
        for person in luck.sample(people, 5):
            offered = clients.offered(person, table.place.channel)
            if votes := [each for each in offered if isinstance(stands_for(each[1]), AgreeToPutOut)]:
                await clients.press(person, luck, *luck.choice(votes))

    async def _let_time_pass(self, _: Person, luck: Random) -> None:
        """Let time pass, so that turns time out, players doze, and idle tables end."""
        seconds = luck.choice((5, 31, 61, 190, 610))
        self._clients.story.append(f"{seconds} s pass")
        await self._wire.time_passes(seconds=seconds)

    def _find(self, person: Person, luck: Random) -> tuple[Message, Pressed] | None:
        """Choose a control that this person sees. Return it with its message, or None if there is none."""
        messages = self._clients.newest(person, self._clients.any_place(person, luck))
        if not messages or not (offered := offers(message := luck.choice(messages))):
            return None
        (pressed,) = luck.choices(offered, [weight(each) for each in offered])
        self._old.append((message, pressed))
        return message, pressed


def is_move_at(table: int, pressed: Pressed) -> bool:
    """Return whether a control is a move or a vote at this table."""
    press = stands_for(pressed)
    return isinstance(press, Move | CastVote) and press.table == table
