"""Check a story while it is played. Each message is checked when it is shown, and the database after every commit."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Connection

from bot.presses.base import AtTable, Move, Press
from bot.presses.lobby import Join, Rematch
from bot.sandbox.adapter import Message
from bot.sandbox.world import World
from bot.storage import event_rows, table_rows
from bot.storage.table_rows import TableRow
from bot.tables import encoding
from bot.tables.asking import question
from bot.tables.pending import NO_DELIVERY
from engine import games
from engine.bids.view import View
from engine.core.events import WasAbsent
from engine.core.state import Phase
from engine.games import AnyGame
from tests.simulation.store import Versions
from tests.swarm.choosing import Pressed, offers, stands_for
from tests.swarm.witness import FEWEST, Glimpse, leaks, runs, text_of

HASTE = timedelta(seconds=0.5)
"""The greatest time by which a turn may end too early."""
MOST_TRIES = 7
"""The number of failures after which the bot gives up sending a DM."""

Looked = Callable[[Callable[[Connection], Any]], Any]
"""A function that reads committed data over a separate connection."""


_MARKS = "SELECT id, version, seq, private_news, shown_seq, panel_version FROM tables"


class Known(msgspec.Struct):
    """Holds the last known row of a table, and the game state that follows from its events so far."""

    row: TableRow
    marks: Any = None
    seq: int = 0
    game: AnyGame | None = None
    question: tuple[object, ...] = ()
    asked_from: int = 0


class Witness:
    """Checks messages and commits. Calls `find` with a description of each violation."""

    def __init__(self, world: World, looked: Looked, find: Callable[[str], None], now: Callable[[], datetime]) -> None:
        self._world, self._looked, self._find, self._now = world, looked, find, now
        self.known: dict[int, Known] = {}
        self._by: defaultdict[int, set[int]] = defaultdict(set)
        self.asked_at: dict[tuple[int, int], datetime] = {}
        self._dms_changed: dict[int, datetime] = {}
        self._lobbies: defaultdict[int, dict[int, int]] = defaultdict(dict)
        self.below: set[int] = set()

    # Messages ----------------------------------------------------------------------------------------------

    def saw(self, message: Message) -> None:
        """Check a message that was posted or edited."""
        presses = [press for press in map(meant, offers(message)) if isinstance(press, AtTable)]
        is_public = not message.is_ephemeral and self._world.discord.channels[message.channel_id].guild_id is not None
        versions = self._looked(_versions) if presses else {}
        for press in presses:
            if press.table not in versions:
                self._find(f"shown before it was saved: table {press.table} by {press}")
            elif isinstance(press, Move) and press.version > versions[press.table]:
                self._find(f"shown before it was saved: {press} at version {versions[press.table]}")
        if is_public:
            self._asks(presses, versions)
            self._look_at_the_order(message, presses)
        self._look_for_leaks(message, frozenset(press.table for press in presses))

    def _asks(self, presses: Sequence[AtTable], versions: Mapping[int, int]) -> None:
        """Note when each table's question was first shown to everybody, by the table's version.

        A public message without moves counts as showing the current version of the table.
        """
        moves = [press for press in presses if isinstance(press, Move)]
        asked = {(press.table, press.version) for press in moves}
        for shown in sorted(asked or {(press.table, versions.get(press.table, 0)) for press in presses}):
            self.asked_at.setdefault(shown, self._now())

    def _look_at_the_order(self, message: Message, presses: Sequence[AtTable]) -> None:
        """Check that no result comes below the lobby of a newer table in the same channel."""
        lobbies = self._lobbies[message.channel_id]
        for press in presses:
            if isinstance(press, Join):
                lobbies.setdefault(press.table, message.id)
            newer = [table for table, lobby in lobbies.items() if table > press.table and lobby < message.id]
            if isinstance(press, Rematch) and newer and press.table not in self.below:
                self.below.add(press.table)
                self._find(f"below a newer lobby: the result of table {press.table}, below that of table {newer[0]}")

    def _look_for_leaks(self, message: Message, tables: frozenset[int]) -> None:
        text = text_of(message)
        if found := runs(text):
            people, discord = self._world.people, self._world.discord
            readers = frozenset(person.id for person in people if discord.sees(person.id, message))
            seen = Glimpse(text, found, readers, tables, 0 if message.is_ephemeral else message.channel_id)
            for sentence in self._looked(lambda connection: list(leaks(connection, [seen]))):
                self._find(f"a hidden die is shown: {sentence}")

    # Commits -----------------------------------------------------------------------------------------------

    def committed(self, before: Versions, after: Versions, delivery: tuple[int, int]) -> None:
        """Check a committed transaction.

        `delivery` has the id of the interaction that caused the transaction, or 0, and the number of this delivery.
        """
        moved = [table for table in after if after[table] != before.get(table, 0)]
        for table in moved:
            if after[table] != before.get(table, 0) + 1:
                self._find(f"table {table} moves from version {before.get(table, 0)} to {after[table]}")
        interaction, number = delivery
        if moved and interaction:
            self._by[interaction].add(number)
            if len(self._by[interaction]) > 1:
                self._find(f"applied twice: interaction {interaction}, by its deliveries {self._by[interaction]}")
        for sentence in self._looked(lambda connection: list(self._look_at(connection))):
            self._find(sentence)

    def _look_at(self, connection: Connection) -> Iterator[str]:
        """Check every table whose row has changed since the last look."""
        there = connection.exec_driver_sql(
            "SELECT id, version, seq, private_news, shown_seq, panel_version FROM tables"
        )
        for marks in there.fetchall():
            known = self.known.get(marks[0])
            row = table_rows.table(connection, marks[0]) if known is None or known.marks != marks else None
            if row is not None:
                known = self.known.setdefault(row.id, known or Known(row))
                former, known.row, known.marks = known.row, row, marks
                yield from self._changed(connection, known, former)

    def _changed(self, connection: Connection, known: Known, former: TableRow) -> Iterator[str]:
        row = known.row
        if row.public is not None and row.hidden is not None:
            yield from self._folds(connection, known, former)
        if row.marks.private_news != former.marks.private_news:
            yield from self._told(former, row)

    def _folds(self, connection: Connection, known: Known, former: TableRow) -> Iterator[str]:
        """Check that the snapshot follows from the stored events, and that no event is missing or stored twice."""
        row = known.row
        if known.game is None:
            known.game = games.initial(encoding.setup(row.setup).rules(), len(encoding.seats(row.seats)))
        stored = event_rows.events(connection, row.id, after=known.seq)
        if [each.seq for each in stored] != list(range(known.seq + 1, row.seq + 1)):
            yield f"no fold: table {row.id} has events {[each.seq for each in stored]} from {known.seq} to {row.seq}"
        for event in map(encoding.event, stored):
            if isinstance(event, WasAbsent):
                yield from self._ran_out(former, known, event.seat)
            known.game = games.evolve(known.game, event)
        known.seq = row.seq
        if (asks := question(known.game)) != known.question:
            known.question, known.asked_from = asks, row.version
        if encoding.snapshot(known.game) != (row.public, row.hidden):
            yield f"no fold: table {row.id} at version {row.version} is not what its {row.seq} events make of it"

    def _ran_out(self, former: TableRow, known: Known, seat: int) -> Iterator[str]:
        """Check that a player whose turn timed out saw the turn for the whole time that it lasts."""
        clock, dozing = encoding.setup(former.setup).clock, encoding.annotations(former.marks.meanwhile).dozing
        assert known.game is not None
        if clock is None or seat in dozing or known.game.state.phase in (Phase.BETWEEN, Phase.OVER):
            return
        asked = range(known.asked_from, former.version + 1)
        shown = [self.asked_at[former.id, version] for version in asked if (former.id, version) in self.asked_at]
        waited = self._now() - min(shown) if shown else timedelta()
        if waited < timedelta(seconds=clock) - HASTE:
            yield f"too soon: at table {former.id} the turn of seat {seat} is over after {waited} of {clock} s"

    def _told(self, former: TableRow, row: TableRow) -> Iterator[str]:
        """Check that people have the DMs that are marked as sent in the table's row.

        A DM may be missing if the person had closed their DMs, or if the bot had tried to send it many times.
        """
        was = encoding.deliveries(former.marks.private_news) if former.id == row.id else {}
        seats = encoding.seats(row.seats)
        for seat, news in encoding.deliveries(row.marks.private_news).items():
            before, user = was.get(seat, NO_DELIVERY), seats[seat].user
            if news.told <= before.told or user is None or news.is_undelivered() or row.status != "playing":
                continue
            if news.message is not None and news.message != before.message:
                yield from self._dm_is_there(row, seat, user, news.message)
            elif (
                news.message is None
                and before.tries < MOST_TRIES
                and not self._was_closed(row, user)
                and _is_new(row, seat)
            ):
                yield f"told by nothing: seat {seat} of table {row.id}, after {before.tries} tries"

    def dms_changed(self, user: int) -> None:
        """Note that a person has closed or opened their DMs."""
        self._dms_changed[user] = self._now()

    def _was_closed(self, row: TableRow, user: int) -> bool:
        """Return whether the bot need not try a person's DM. It tries closed DMs again at the start of a game."""
        since, view = self._dms_changed.get(user), _view(row, None)
        lately = since is not None and self._now() - since < timedelta(minutes=10)
        later = since is not None and view is not None and view.state.round > 1
        return user in self._world.closed_dms or lately or later

    def _dm_is_there(self, row: TableRow, seat: int, user: int, direct_message: int) -> Iterator[str]:
        message = self._world.discord.messages(self._world.discord.dm_channel(user)).get(direct_message)
        if message is None:
            yield f"told by nothing: the DM {direct_message} to seat {seat} of table {row.id} is not there"
        else:
            if user not in self._world.closed_dms:
                self._dms_changed.pop(user, None)
            hand = _hand(row, seat)
            if len(hand) >= FEWEST and hand not in runs(text_of(message)):
                yield f"told otherwise: the DM to seat {seat} of table {row.id} says {message.content!r}, not {hand}"


def _view(row: TableRow, seat: int | None) -> games.AnyView | None:
    if row.public is None or row.hidden is None:
        return None
    return games.view(encoding.game(encoding.setup(row.setup).rules(), row.public, row.hidden), seat)


def _hand(row: TableRow, seat: int) -> tuple[int, ...]:
    """Return the dice that a seat may see, sorted. The tuple is empty before the game."""
    view = _view(row, seat)
    return tuple(sorted(view.mine)) if view is not None else ()


def _is_new(row: TableRow, seat: int) -> bool:
    """Return whether the bot still has to send a seat its dice.

    In a game of the cup, it does not have to after the cup has moved on.
    """
    view = _view(row, seat)
    return view is not None and bool(view.mine) and (isinstance(view, View) or seat in view.awaited)


def meant(pressed: Pressed) -> Press | None:
    """Return the press that a button or a choice in a menu stands for, or None if the bot did not make it."""
    return _meant(pressed["custom_id"], *pressed.get("values", ()))


@lru_cache(20_000)
def _meant(custom_id: str, *values: str) -> Press | None:
    return stands_for({"custom_id": custom_id, "values": values})


def _versions(connection: Connection) -> dict[int, int]:
    found = connection.exec_driver_sql("SELECT id, version FROM tables")
    return {int(row[0]): int(row[1]) for row in found}
