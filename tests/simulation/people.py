"""Simulate four people who press buttons that they see. They mostly choose buttons that advance a game."""

from collections import deque
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from sqlalchemy import Connection

from bot.presses.base import AtTable, Move
from bot.presses.game import CastVote
from bot.presses.lobby import AddComputer, Join, Start
from bot.sandbox.adapter import Interaction, Message
from bot.sandbox.world import Person, World
from bot.screens.families import variants
from bot.storage import table_rows
from bot.tables import encoding
from engine import games
from tests.simulation.loop import WORLD, Loop
from tests.simulation.story import Act
from tests.swarm.choosing import Pressed, offers, stands_for, typed, weight

COMMAND, PRESSED, SENT = 2, 3, 5
NEWEST, OLD = 6, 60
"""The number of the newest messages that people look at, and the number of old buttons that they remember."""
Offer = tuple[Person, Message, Pressed]


class People:
    """Lets the people on the server act.

    `asked` maps numbers to the requests that people made to the bot. `heard` has the numbers of the answered requests.
    """

    def __init__(self, world: World, loop: Loop, looked: Callable[[Callable[[Connection], Any]], Any]) -> None:
        """Set up the people. `looked(work)` reads the database over a separate connection."""
        self._world, self._loop, self._looked = world, loop, looked
        self._old: deque[Offer] = deque(maxlen=OLD)
        self.asked: dict[int, Interaction] = {}
        self.heard: set[int] = set()
        self.did: str = ""
        self.dms_changed: Callable[[int], None] = lambda _user: None
        self._deeds: Mapping[str, Callable[[Random], None]] = {
            "open": self._open,
            "move": self._move,
            "press": self._press_any,
            "old": self._press_old,
            "twice": self._press_twice,
            "command": self._command,
            "chat": self._chat,
            "close DMs": lambda luck: self._set_dms(luck, closed=True),
            "open DMs": lambda luck: self._set_dms(luck, closed=False),
        }

    def act(self, act: Act) -> str:
        """Carry out one action of a person. Return a description of it for the story."""
        self.did = "nothing"
        self._deeds[act.what](Random(act.luck))
        return self.did

    def press_once_more(self) -> list[int]:
        """At each table, let one person whose turn it is press a button that they see.

        Return the numbers of the interactions.
        """
        sent, tables = [], set()
        for table, place, user in self._looked(_asked):
            shown = [each for each in self._offered(user, place) if _is_for(table, each[2], user)]
            if shown and table not in tables and place in self._world.discord.channels:
                tables.add(table)
                self._press(*shown[-1])
                sent.append(max(self.asked))
        return sent

    @property
    def channels(self) -> list[int]:
        """Return the channels and threads in which people open tables."""
        discord = self._world.discord
        return sorted(number for number, each in discord.channels.items() if each.guild_id is not None)

    def answered(self, number: int) -> None:
        """Note that the bot has answered a request. If the answer is a form, fill it in after a while."""
        self.heard.add(number)
        record = self.asked.get(number)
        if record is not None and record.modal is not None:
            luck = Random(number)
            self._loop.call_later(luck.uniform(0.5, 9), self._fill_in, record, luck, context=WORLD)

    # Their actions ---------------------------------------------------------------------------------------

    def _open(self, luck: Random) -> None:
        person, place = luck.choice(self._world.people), luck.choice(self.channels)
        self._slash(person, place, "play", {"game": luck.choice(variants.offered())})

    def _move(self, luck: Random) -> None:
        """Let a person whose turn it is make a move that the bot offers.

        In a lobby, let somebody join or start.
        """
        asked = self._looked(_asked)
        luck.shuffle(asked)
        for table, place, user in asked:
            wanted = [each for each in self._offered(user, place) if _is_for(table, each[2], user)]
            if wanted:
                self._press(*luck.choices(wanted, [weight(each[2]) for each in wanted])[0])
                return
        self._press_any(luck)

    def _press_any(self, luck: Random) -> None:
        person = luck.choice(self._world.people)
        found = self._offered(person.id, luck.choice(self.channels))
        if found:
            self._press(*luck.choices(found, [weight(each[2]) for each in found])[0])

    def _press_old(self, luck: Random) -> None:
        if self._old:
            self._press(*luck.choice(self._old))

    def _press_twice(self, luck: Random) -> None:
        person = luck.choice(self._world.people)
        found = self._offered(person.id, luck.choice(self.channels))
        if found:
            offer = luck.choice(found)
            self._press(*offer)
            self._loop.call_later(luck.uniform(0, 0.3), self._press, *offer, context=WORLD)

    def _command(self, luck: Random) -> None:
        person, place = luck.choice(self._world.people), luck.choice(self.channels)
        name = luck.choice(("now", "help", "table show", "table start", "leaderboard", "dice", "forfeits mine", "quit"))
        self._slash(person, place, name, {})

    def _chat(self, luck: Random) -> None:
        self._world.discord.post(luck.choice(self._world.people).id, luck.choice(self.channels), "Anybody for pizza?")
        self.did = "somebody chats"

    def _set_dms(self, luck: Random, closed: bool) -> None:
        person = luck.choice(self._world.people)
        self._world.set_dms(person, closed=closed)
        self.dms_changed(person.id)
        self.did = f"{person.key} {'closes' if closed else 'opens'} their DMs"

    # Requests to the bot ---------------------------------------------------------------------------------

    def _offered(self, user: int, place: int) -> list[Offer]:
        discord = self._world.discord
        person = next(each for each in self._world.people if each.id == user)
        found: list[Offer] = []
        for where in (place, discord.dm_channel(user)):
            ours = [each for each in discord.messages(where).values() if each.author_id == discord.bot.id]
            seen = [each for each in ours if discord.sees(user, each)][-NEWEST:]
            found += [(person, message, pressed) for message in seen for pressed in offers(message)]
        return found

    def _press(self, person: Person, message: Message, pressed: Pressed) -> None:
        if message.channel_id not in self._world.discord.channels:
            return
        self._old.append((person, message, pressed))
        self._send(PRESSED, person, message.channel_id, pressed, message)

    def _fill_in(self, record: Interaction, luck: Random) -> None:
        discord = self._world.discord
        if record.modal is None or record.channel_id not in discord.channels:
            return
        person = next(each for each in self._world.people if each.id == record.user_id)
        form = {"custom_id": record.modal["custom_id"], "components": typed(luck, record.modal["components"])}
        source = discord.messages(record.channel_id).get(record.source_message_id or 0)
        self._send(SENT, person, record.channel_id, form, source)

    def _slash(self, person: Person, place: int, name: str, values: Mapping[str, str]) -> None:
        root, *path = name.split()
        discord = self._world.discord
        command = next((each for each in discord.commands(person.id, place) if each["name"] == root), None)
        if command is None:
            return
        _, nesting = discord.leaf(command, path)
        options = [{"name": key, "type": 3, "value": value} for key, value in values.items()]
        data = {"id": command["id"], "name": root, "type": 1, "options": discord.nest(command, nesting, options)}
        self._send(COMMAND, person, place, data, None)

    def _send(self, kind: int, person: Person, place: int, data: dict[str, Any], message: Message | None) -> None:
        record = self._world.discord.interact(kind, place, person.id, data, message)
        self.asked[record.id] = record
        what = data.get("custom_id") or f"/{data['name']} {data.get('options') or ''}"
        self.did = f"{person.key} {('sends', 'presses')[kind == PRESSED]} {data.get('values') or ''}{what}"


def _asked(connection: Connection) -> list[tuple[int, int, int]]:
    """Return the people who can advance a table with a press, each as table, channel and person."""
    found = []
    for table in table_rows.live(connection):
        row = table_rows.table(connection, table)
        assert row is not None
        seats = encoding.seats(row.seats)
        users = [seat.user for seat in seats if seat.user is not None]
        if row.public is None or row.hidden is None:
            found += [(table, row.channel, row.host)] + [(table, row.channel, user) for user in users]
            continue
        game = encoding.game(encoding.setup(row.setup).rules(), row.public, row.hidden)
        turns = [seats[seat].user for seat in games.awaited(game)] or users
        found += [(table, row.channel, user) for user in turns if user is not None]
    return found


def _is_for(table: int, pressed: Pressed, user: int) -> bool:
    press = stands_for(pressed)
    return isinstance(press, Move | CastVote | Join | Start | AddComputer) and press.table == table


def table_of(pressed: Pressed) -> int | None:
    """Return the table at which a press acts, or None."""
    press = stands_for(pressed)
    return press.table if isinstance(press, AtTable) else None
