"""Record what people were shown, in order to find lost changes and messages that were posted twice."""

import re
from collections import defaultdict
from collections.abc import Iterator

import msgspec

from bot.presses.base import AtTable, Move
from bot.sandbox.adapter import Message, ResponseKind
from bot.sandbox.server import Server
from tests.swarm.choosing import offers, stands_for
from tests.swarm.witness import FEWEST, Run, runs, text_of

_ROUND = re.compile(r"Round (\d+)")


class DirectMessage(msgspec.Struct, frozen=True):
    """A DM that shows a person's dice in a round."""

    user: int
    table: int
    round: int
    told: frozenset[Run]
    message: int


class Seen:
    """Watches all messages of a local Discord from its start."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.versions: defaultdict[int, int] = defaultdict(int)
        """The newest version of each table that was shown to anybody."""
        self.kept: set[int] = set()
        """The presses since the last check that were answered by a public change at a table.

        A refused choice in a menu does not count. It is answered with a new id for the menu, at the same version.
        """
        self.direct_messages: list[DirectMessage] = []
        """The DMs since the last check."""
        self._texts: dict[int, tuple[str, int]] = {}
        """The text of each public message, and the version of the moves that it offers, or 0 if it offers none."""
        self._reworded: set[int] = set()
        """The public messages whose last edit changed both their text and their version."""
        self._posted: defaultdict[tuple[object, ...], set[int]] = defaultdict(set)
        world, rest = server.world.discord, server.rest
        shown, answered = world._b.on_message, rest._answered

        def on_message(message: Message) -> None:
            self._saw(message)
            shown(message)

        def on_answer(interaction: int) -> None:
            record = world.interaction(interaction)
            if record is not None and record.response_kind is ResponseKind.UPDATE:
                message = world.messages(record.channel_id).get(record.message_id or 0)
                if message is not None and message.id in self._reworded:
                    self.kept.add(interaction)
            answered(interaction)

        world._b.on_message, rest._answered = on_message, on_answer

    def _saw(self, message: Message) -> None:
        discord = self._server.world.discord
        if message.is_ephemeral or message.author_id != discord.bot.id:
            return
        text, presses = text_of(message), [stands_for(each) for each in offers(message)]
        shows = text, max((press.version for press in presses if isinstance(press, Move)), default=0)
        before, self._texts[message.id] = self._texts.get(message.id, ("", 0)), shows
        is_as_before = before[0] == text or 0 < shows[1] <= before[1]
        (self._reworded.discard if is_as_before else self._reworded.add)(message.id)
        for press in presses:
            if isinstance(press, Move):
                self.versions[press.table] = max(self.versions[press.table], press.version)
        table = next((press.table for press in presses if isinstance(press, AtTable)), 0)
        number = _ROUND.search(text)
        if not table or number is None:
            return
        user = discord.dm_partner(message.channel_id) or 0
        told = frozenset(run for run in runs(text) if len(run) >= FEWEST)
        if user and told:
            self.direct_messages.append(DirectMessage(user, table, int(number[1]), told, message.id))
        self._posted[user, table, int(number[1]), told if user else ()].add(message.id)

    def twice(self, without_dms: frozenset[int]) -> Iterator[str]:
        """Yield a sentence for each round that two messages show, and for each hand that two DMs show.

        Tables in `without_dms` may send the dice of a round several times.
        """
        there = {message for channel in self._server.world.discord._b.messages.values() for message in channel}
        for (user, table, number, _), messages in self._posted.items():
            if len(both := messages & there) > 1 and not (user and table in without_dms):
                where = f"to {user or 'all'}, by the messages {sorted(both)}"
                yield f"shown twice: round {number} of table {table}, {where}"

    def forget(self, keep: int) -> None:
        """Keep only the newest `keep` messages of each channel, so that a long run does not need ever more memory."""
        self._server.world.discord.trim(keep)
        there = {message for channel in self._server.world.discord._b.messages.values() for message in channel}
        for key in [key for key, messages in self._posted.items() if not messages & there]:
            del self._posted[key]
        for gone in self._texts.keys() - there:
            del self._texts[gone]
            self._reworded.discard(gone)
