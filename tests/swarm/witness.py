"""Watch a swarm. Record the time of each answer, logged errors, and hidden dice that were shown."""

import asyncio
import logging
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import Connection

from bot.presses.base import AtTable
from bot.sandbox.adapter import Message, walk_components
from bot.sandbox.errors import RefusalError
from bot.storage import event_rows, table_rows
from bot.tables import encoding
from bot.words.dice import DIE
from engine import games
from engine.core.events import Event, Hidden, RoundBegan
from tests.faults.wire import Wire
from tests.swarm.choosing import offers, stands_for
from tests.swarm.waiting import PATIENCE, Waiting

FEWEST = 3
"""The smallest number of dice that counts as a hand. One or two dice can also be a bid."""
ROUNDS_BACK = 6
"""The number of latest rounds whose public dice a message may show."""
INVALID_FORM_BODY = 50035

_EMOJI = re.compile(r"<:(?:die|counting|wild|red)([1-6])\w*:\d+>")
_OTHER_CODE = re.compile(r"<[^<>]*>|https?://\S+|⭐[^\n]*|\b\d+ (?:lies|bids|challenges|dice|people|games)\b")
"""Parts of a text whose digits are not dice: mentions, times, addresses, ratings, and counts."""
_PICTURES = re.compile("[⚀-⚅](?:[\\[\\]★🟥 ]*[⚀-⚅]){2,}")
_DIGITS = re.compile(r"(?<![\w.,:/×-])[1-6](?: ?[1-6]){2,19}(?![\w.,:/×%])")
_ROUND = re.compile(r"Round (\d+)")

Run = tuple[int, ...]
"""A group of dice that are shown side by side, sorted."""


class Glimpse(msgspec.Struct, frozen=True):
    """Holds the dice that a message showed, the people who could read the message, and the tables of its buttons.

    `channel` is 0 if the message was ephemeral.
    """

    text: str
    runs: frozenset[Run]
    readers: frozenset[int]
    tables: frozenset[int]
    channel: int


def runs(text: str) -> frozenset[Run]:
    """Return all groups of dice in a text, written as digits, as emojis or in Unicode. Each group is sorted."""
    plain = _OTHER_CODE.sub("|", _EMOJI.sub(lambda found: DIE[int(found[1])], text))
    drawn = ([DIE.index(sign) for sign in found[0] if sign in DIE[1:]] for found in _PICTURES.finditer(plain))
    written = ([int(sign) for sign in found[0] if sign != " "] for found in _DIGITS.finditer(plain))
    return frozenset(tuple(sorted(dice)) for dice in (*drawn, *written))


def text_of(message: Message) -> str:
    """Return all text of a message, including its buttons and the choices in its menus."""
    return "\n".join([message.content, *_said(message.components)])


def _said(components: list[dict[str, Any]]) -> Iterator[str]:
    for part in walk_components(components):
        for each in (part, *part.get("options", ())):
            yield from (str(each[key]) for key in ("content", "label", "description", "placeholder") if each.get(key))


class Witness(logging.Handler):
    """Watches a local Discord from its start. `found` lists the faults that it has seen."""

    def __init__(self, wire: Wire, busy: bool = False) -> None:
        """Set up the witness.

        `busy` says that other programs use the machine, so lateness is measured by processor time.
        """
        super().__init__(logging.ERROR)
        self.wire, self.busy = wire, busy
        self.found: list[str] = []
        self.sent: dict[int, Waiting] = {}
        self.starved = 0
        self.waits: list[float] = []
        self.answers: defaultdict[int, asyncio.Event] = defaultdict(asyncio.Event)
        self.glimpses: list[Glimpse] = []
        self.looked_at = 0
        self._listen()

    def emit(self, record: logging.LogRecord) -> None:
        """Report a logged error as a fault."""
        self.found.append(f"logged: {record.name}: {self.format(record)}")

    def _listen(self) -> None:
        world, rest = self.wire.server.world.discord, self.wire.server.rest
        shown, answered, carry_out, interact = world._b.on_message, rest._answered, rest._carry_out, world.interact

        def on_message(message: Message) -> None:
            self._saw(message)
            shown(message)

        def on_answer(interaction: int) -> None:
            self.answered(interaction)
            answered(interaction)

        def on_request(asked: Any) -> Any:
            try:
                return carry_out(asked)
            except RefusalError as error:
                if error.code == INVALID_FORM_BODY:
                    self.found.append(f"not a body: {asked.method} {asked.path}: {error.message} {asked.body}")
                raise

        def on_interaction(*arguments: Any) -> Any:
            record = interact(*arguments)
            self.sent[record.id] = Waiting(f"{record.id} {arguments[:4]}")
            if self.busy:
                record.initial_response_deadline = (
                    None  # otherwise the local Discord refuses answers after three seconds
                )
            return record

        world._b.on_message, rest._answered, rest._carry_out = on_message, on_answer, on_request  # type: ignore[method-assign]
        world.interact = on_interaction  # type: ignore[method-assign,assignment]

    def answered(self, interaction: int) -> None:
        """Note the time at which the bot answered an interaction."""
        if (since := self.sent.pop(interaction, None)) is not None:
            self.answers[interaction].set()
            self.waits.append(since.seconds())
            if since.is_too_long(self.busy):
                self.found.append(f"answered late: {since}")
            elif self.waits[-1] > PATIENCE:
                self.starved += 1

    def look_for_who_waits(self) -> None:
        """Report every interaction that has waited for an answer for too long."""
        for number, each in list(self.sent.items()):
            if each.is_too_long(self.busy):
                self.found.append(f"not answered: {each}")
                del self.sent[number]

    # Hidden dice -------------------------------------------------------------------------------------------

    def _saw(self, message: Message) -> None:
        text = text_of(message)
        if not (found := runs(text)):
            return
        world, pressed = self.wire.server.world, map(stands_for, offers(message))
        readers = frozenset(person.id for person in world.people if world.discord.sees(person.id, message))
        tables = frozenset(press.table for press in pressed if isinstance(press, AtTable))
        self.glimpses.append(Glimpse(text, found, readers, tables, 0 if message.is_ephemeral else message.channel_id))

    async def look_for_leaks(self) -> None:
        """Check that no message since the last check showed hidden dice to anybody but their owner.

        Dice that are hidden now were also hidden then, because dice that were once shown are never hidden again.
        """
        glimpses, self.glimpses = self.glimpses, []
        if glimpses:
            self.looked_at += len(glimpses)
            store = self.wire.bot._store
            assert store is not None
            self.found += await store.read(lambda connection: list(leaks(connection, glimpses)))


def leaks(connection: Connection, glimpses: list[Glimpse]) -> Iterator[str]:
    for table in table_rows.live(connection):
        row = table_rows.table(connection, table)
        if row is None or row.public is None or row.hidden is None:
            continue
        for each in glimpses:
            if row.seed in each.text:
                yield f"the seed of table {table} in {each.text!r}"
            if each.channel == row.channel or table in each.tables:
                yield from _leaked_at(connection, row, each)


def _leaked_at(connection: Connection, row: table_rows.TableRow, seen: Glimpse) -> Iterator[str]:
    """Yield a sentence for each hidden hand of a table that was shown to anybody but its owner."""
    assert row.public is not None
    assert row.hidden is not None
    seats = encoding.seats(row.seats)
    game = encoding.game(encoding.setup(row.setup).rules(), row.public, row.hidden)
    hands = [tuple(sorted(games.view(game, seat).mine)) for seat in range(len(seats))]
    for seat, hand in enumerate(hands):
        if len(hand) < FEWEST or hand not in seen.runs or not (others := seen.readers - {seats[seat].user}):
            continue
        events: list[Event] = [encoding.event(event) for event in event_rows.events(connection, row.id)]
        stored = _lately(events, [int(number) for number in _ROUND.findall(seen.text)])
        if hand in {run for event in stored for run in _public(event)} or _tells_of_before(events, hand, seen.runs):
            continue
        own = {seats[other].user for event in stored for other, dice in _own(event) if tuple(sorted(dice)) == hand}
        own |= {
            seats[other].user for other, same in enumerate(hands) if same == hand
        }  # the player who passed the cup knows its dice, too
        if others - own:
            yield f"table {row.id}: the dice of seat {seat}, {hand}, shown to {len(others - own)} others: {seen.text!r}"


def _tells_of_before(stored: list[Event], hand: Run, shown: frozenset[Run]) -> bool:
    """Return whether the message shows an earlier showdown in which a player happened to have the same dice."""
    showdowns = (event for event in stored if isinstance(event, games.bid_events.Revealed))
    lifted = ({tuple(sorted(dice)) for dice in event.hands if len(dice) >= FEWEST} for event in showdowns)
    return any(hand in hands and hands <= shown for hands in lifted)


def _lately(stored: list[Event], told: list[int]) -> list[Event]:
    """Return the events of a table's last rounds. If the rounds in `told` are earlier, begin one round before them.

    One round is not enough, because the rounds of dozing players pass quickly.
    """
    begun = [at for at, event in enumerate(stored) if isinstance(event, RoundBegan)]
    first = max(
        0, min(len(begun) - ROUNDS_BACK, *(number - 2 for number in told)) if told else len(begun) - ROUNDS_BACK
    )
    return stored[begun[first] if first else 0 :]


def _public(event: Event) -> Iterator[Run]:
    """Yield the groups of dice that an event showed to everybody."""
    return iter(()) if isinstance(event, Hidden) else _dice(msgspec.to_builtins(event))


def _own(event: Event) -> tuple[tuple[int, Run], ...]:
    """Return the dice that an event showed only to their owners, by seat."""
    return event.throws if isinstance(event, games.bid_events.Thrown) else ()


def _dice(value: Any) -> Iterator[Run]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        if len(value) >= FEWEST and all(isinstance(each, int) for each in value):
            yield tuple(sorted(value))
        else:
            for each in value:
                yield from _dice(each)
