"""Every use case of a table, each one transaction.

A call that changes something takes `key`, the name of the request (an interaction's id, or the timer's table
and version): the same key again changes nothing and answers with the table as it is. What cannot be done
raises `Refused` (the rules) or `Trouble` (the table), and nothing has changed.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import datetime, timedelta
from typing import Literal
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.storage import Connection, ledger, marks, rows
from bot.storage.ledger import ForfeitRow
from bot.storage.store import Store
from bot.tables import lobby, outcome, playing, showing
from bot.tables.model import (
    LIVE,
    Code,
    Forfeit,
    PanelRef,
    Pending,
    Place,
    Seat,
    Seen,
    Setup,
    Status,
    TableInfo,
    Trouble,
    Who,
)  # fmt: skip
from bot.tables.rematch import seats_for_rematch, setup_for_rematch
from bot.tables.sheet import Sheet, load
from engine import games
from engine.actions import Action, How, Leave, Settle
from engine.fairness import SEED_BYTES, Seed

ANSWERS_KEPT = timedelta(days=2)
EVENTS_KEPT = timedelta(days=90)
MOST_TABLES = 25
"""At how many live tables one person sits at most: Discord's menus list no more."""
SHORT_OUTAGE = timedelta(seconds=15)
"""A restart that nobody's clock has to make up for."""


_SAID: dict[str, Literal["owed", "paid", "waived"]] = {
    ledger.WAITS: "owed", ledger.OWED: "owed", "paid": "paid", "waived": "waived",
}  # fmt: skip


class Tables:
    """The tables of all servers, over one store."""

    def __init__(self, store: Store, now: Callable[[], datetime], entropy: Callable[[int], bytes]) -> None:
        """`now` gives aware moments; `entropy(n)` n unforeseeable bytes, for the seeds."""
        self._store, self._now, self._entropy = store, now, entropy
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    # Looking ---------------------------------------------------------------------------------------------

    async def table(self, table_id: int) -> TableInfo:
        """The table with this id. Raises `Trouble` where there is none."""
        return (await self._look(table_id)).info()

    async def at(self, channel: int) -> TableInfo | None:
        """The lobby or running game of a channel."""
        row = await self._store.read(lambda c: rows.live_table(c, channel))
        return Sheet(row, self._now()).info() if row is not None else None

    async def newest_at(self, channel: int) -> TableInfo | None:
        """The newest table of a channel, over or closed ones included."""
        row = await self._store.read(lambda c: rows.newest_table(c, channel))
        return Sheet(row, self._now()).info() if row is not None else None

    async def of(self, user: int) -> tuple[TableInfo, ...]:
        """The live tables at which a person sits, the newest first."""
        found = await self._store.read(lambda c: rows.tables_of(c, user))
        return tuple(Sheet(row, self._now()).info() for row in found)

    async def live(self) -> tuple[int, ...]:
        """The ids of all lobbies and running games."""
        return tuple(await self._store.read(rows.live))

    async def see(self, table_id: int, user: int | None) -> Seen:
        """What a person may see of a table; an onlooker where `user` is None or does not sit there."""
        sheet = await self._look(table_id)
        seat = sheet.info().seat_of(user) if user is not None else None
        view = games.view(sheet.game, seat) if sheet.game is not None else None
        return Seen(sheet.info(), view, seat)

    # The lobby -------------------------------------------------------------------------------------------

    async def open(self, place: Place, host: Who, setup: Setup, key: str, salt: str = "") -> TableInfo:
        """Open a table with its host seated. Raises `Trouble` where one stands in this channel already."""
        await self._room_for(host.id, lambda table: table.place.channel == place.channel)
        seed = Seed(self._entropy(SEED_BYTES))
        seats = (Seat(host.id, host.name, lobby.as_salt(salt or key.removeprefix("i:"))),)
        return await self._open(lambda c: lobby.new_table(c, place, host, seats, setup, seed, self._now()), key)

    async def rematch(self, table_id: int, who: Who, key: str, salt: str = "") -> TableInfo:
        """A new lobby for the same people, options and computer players; who asks is its host (S4, S5)."""
        seed = Seed(self._entropy(SEED_BYTES))

        def work(connection: Connection) -> Sheet:
            old = load(connection, table_id, self._now())
            old.seat_of(who.id)
            if old.status != Status.OVER:
                raise Trouble(Code.STILL_RUNNING)
            brought = lobby.as_salt(salt or key.removeprefix("i:"))
            seats, setup = seats_for_rematch(old, who.id, brought), setup_for_rematch(old)
            number = old.row.number + 1
            return lobby.new_table(connection, old.info().place, who, seats, setup, seed, self._now(), number)

        return await self._open(work, key)

    async def join(self, table_id: int, who: Who, salt: str, key: str) -> TableInfo:
        """Sit down in the lobby; `salt` (hexadecimal) is mixed into every throw."""
        await self._room_for(who.id, lambda table: table.id == table_id)
        return await self._change(table_id, key, lambda sheet: lobby.join(sheet, who, salt), who)

    async def stand_up(self, table_id: int, who: Who, key: str) -> TableInfo:
        """Leave the lobby."""
        return await self._change(table_id, key, lambda sheet: lobby.stand_up(sheet, who.id), who)

    async def add_computer(self, table_id: int, who: Who, key: str) -> TableInfo:
        """Let a computer player sit down."""
        return await self._change(table_id, key, lambda sheet: lobby.add_computer(sheet, who.id), who)

    async def remove_computer(self, table_id: int, who: Who, key: str) -> TableInfo:
        """Send the last computer player away."""
        return await self._change(table_id, key, lambda sheet: lobby.remove_computer(sheet, who.id), who)

    async def change(self, table_id: int, who: Who, setup: Setup, key: str) -> TableInfo:
        """Agree on another set-up; the host's to say."""
        return await self._change(table_id, key, lambda sheet: lobby.change(sheet, who.id, setup), who)

    async def start(self, table_id: int, who: Who, key: str) -> TableInfo:
        """Begin the game; the host's to say."""
        return await self._change(table_id, key, lambda sheet: lobby.start(sheet, who.id), who)

    async def cancel(self, table_id: int, who: Who, key: str, manager: bool = False) -> TableInfo:
        """Close the lobby; for the host, or who manages the server."""
        return await self._change(table_id, key, lambda sheet: lobby.cancel(sheet, who.id, manager), who)

    # The game --------------------------------------------------------------------------------------------

    async def act(
        self, table_id: int, user: int, action: Action, key: str, version: int | None = None
    ) -> TableInfo:  # fmt: skip
        """Do `action` for a person; `version`, where given, must still be the table's."""

        def work(sheet: Sheet) -> None:
            sheet.running()
            if version is not None and version != sheet.row.version:
                raise Trouble(Code.STALE_PANEL)
            playing.act(sheet, sheet.seat_of(user), action)

        return await self._change(table_id, key, work)

    async def leave(self, table_id: int, user: int, key: str) -> TableInfo:
        """Leave the lobby, or the game for good (L1)."""

        def work(sheet: Sheet) -> None:
            if sheet.status == Status.LOBBY:
                lobby.stand_up(sheet, user)
            else:
                sheet.running()
                playing.act(sheet, sheet.seat_of(user), Leave())

        return await self._change(table_id, key, work)

    async def end(self, table_id: int, user: int, key: str, manager: bool = False) -> TableInfo:
        """End a lobby or a game without a result; for the host, or who manages the server."""

        def work(sheet: Sheet) -> None:
            if sheet.status not in LIVE:
                raise Trouble(Code.GONE)
            if not manager and sheet.row.host != user:
                raise Trouble(Code.NOT_HOST, host=sheet.row.host_name)
            lobby.close(sheet)

        return await self._change(table_id, key, work)

    # The clock -------------------------------------------------------------------------------------------

    async def due(self, now: datetime) -> tuple[tuple[int, int], ...]:
        """Tables (id, version) whose time has come."""
        return tuple(await self._store.read(lambda c: rows.due(c, now)))

    async def time_out(self, table_id: int, version: int) -> TableInfo | None:
        """Play what the clock says is due at this version of a table; None where the table has moved on."""

        def work(connection: Connection) -> TableInfo | None:
            sheet = load(connection, table_id, self._now())
            if sheet.row.version != version:
                return None
            if sheet.status == Status.LOBBY and sheet.row.deadline is not None and sheet.row.deadline <= sheet.now:
                lobby.close(sheet)
            elif sheet.status != Status.PLAYING or not playing.time_out(sheet):
                return None
            return _saved(connection, sheet)

        async with self._alone(table_id):
            return await self._store.write(work)

    async def beat(self) -> None:
        """Say that the bot is alive now; call it every few seconds, so that an outage can be measured."""
        await self.set_mark("alive", self._now().isoformat())

    async def resume(self) -> timedelta:
        """At a start: move every deadline by the time that the bot was away. Gives that time."""

        def work(connection: Connection) -> timedelta:
            before = marks.mark(connection, "alive")
            away = self._now() - datetime.fromisoformat(before) if before else timedelta()
            if away < SHORT_OUTAGE:
                return timedelta()
            for table_id in rows.live(connection):
                row = rows.table(connection, table_id, lock=True)
                if row is not None:
                    rows.patch_table(
                        connection, row.id,
                        deadline=row.deadline + away if row.deadline else None,
                        ends_at=row.ends_at + away if row.ends_at else None,
                    )  # fmt: skip
            marks.set_mark(connection, "alive", self._now().isoformat())
            return away

        return await self._store.write(work)

    async def prune(self) -> None:
        """Forget requests and long finished games that nobody will ask for."""
        now = self._now()
        await self._store.write(lambda c: rows.prune(c, now - ANSWERS_KEPT, now - EVENTS_KEPT))

    # Showing ---------------------------------------------------------------------------------------------

    async def pending(self, table_id: int) -> Pending:
        """What of a table is saved and still to be shown."""

        def work(connection: Connection) -> Pending:
            row = rows.table(connection, table_id)
            if row is None:
                raise Trouble(Code.NO_TABLE)
            return showing.pending(connection, Sheet(row, self._now()))

        return await self._store.read(work)

    async def shown(self, table_id: int, upto: int, panel: PanelRef | None, version: int) -> None:
        """Events up to number `upto` and this version are shown; `panel` is the live panel now (None: as it was)."""
        await self._store.write(lambda c: showing.shown(c, table_id, upto, panel, version))

    async def rolls_sent(self, table_id: int, round_number: int, seats: Sequence[int]) -> None:
        """The dice of that round are told to `seats`."""
        await self._store.write(lambda c: showing.rolls_sent(c, table_id, round_number, tuple(seats)))

    async def to_show(self) -> tuple[int, ...]:
        """The tables of which something is still to be shown."""
        return tuple(await self._store.read(rows.to_show))

    # People ----------------------------------------------------------------------------------------------

    async def remember(self, guild: int, who: Who) -> None:
        """Keep a display name as last seen."""
        await self._store.write(lambda c: ledger.name(c, guild, who.id, who.name))

    async def is_dm_closed(self, user: int) -> bool:
        """Whether a person could not be reached by DM the last time."""
        return await self._store.read(lambda c: marks.dm_is_closed(c, user))

    async def closed_dm(self, user: int) -> bool:
        """Remember that a person cannot be reached by DM; True the first time, when they are to be told."""

        def work(connection: Connection) -> bool:
            first = not marks.dm_is_closed(connection, user)
            marks.close_dm(connection, user, self._now())
            return first

        return await self._store.write(work)

    async def dm_open(self, user: int) -> None:
        """A DM got through again."""
        await self._store.write(lambda c: marks.open_dm(c, user))

    async def forfeits(self, guild: int | None, user: int) -> tuple[Forfeit, ...]:
        """What a person owes and is owed on a server (everywhere where `guild` is None)."""

        def work(connection: Connection) -> tuple[Forfeit, ...]:
            return tuple(_forfeit(connection, row) for row in ledger.open_forfeits(connection, guild, user))

        return await self._store.read(work)

    async def settle_forfeit(
        self, forfeit_id: int, who: int, how: Literal["paid", "waived"], key: str
    ) -> Forfeit:  # fmt: skip
        """Settle a forfeit: `paid` is the debtor's to say, `waived` the creditor's.

        Where a game waits for it, the game goes on. Raises NO_FORFEIT, NOT_YOURS, ALREADY_SETTLED.
        """

        def work(connection: Connection) -> Forfeit:
            row = _forfeit_to_settle(connection, forfeit_id, who, how)
            if rows.answered(connection, key) is None:
                rows.answer(connection, key, row.table_id, self._now())
                self._settle(connection, row, who, how)
            return _forfeit(connection, replace(row, state=how))

        line = await self._store.read(lambda c: _forfeit_to_settle(c, forfeit_id, who, how))
        async with self._alone(line.table_id):
            return await self._store.write(work)

    def _settle(self, connection: Connection, row: ForfeitRow, who: int, how: Literal["paid", "waived"]) -> None:
        if row.state == ledger.WAITS:  # P1: the game's own move, which settles the ledger's line too
            sheet = load(connection, row.table_id, self._now())
            playing.act(sheet, sheet.seat_of(who), Settle(sheet.seat_of(row.debtor), How(how)))
            _saved(connection, sheet)
        elif not ledger.settle(connection, row, how, self._now()):
            raise Trouble(Code.ALREADY_SETTLED, state=row.state)

    async def mark(self, name: str) -> str | None:
        """A single fact kept under `name`."""
        return await self._store.read(lambda c: marks.mark(c, name))

    async def set_mark(self, name: str, value: str) -> None:
        """Keep a single fact under `name`."""
        await self._store.write(lambda c: marks.set_mark(c, name, value))

    # The one shape of every change -----------------------------------------------------------------------

    async def _change(
        self, table_id: int, key: str, work: Callable[[Sheet], None], who: Who | None = None
    ) -> TableInfo:  # fmt: skip
        def transaction(connection: Connection) -> TableInfo:
            sheet = load(connection, table_id, self._now())
            if rows.answered(connection, key) is not None:
                return sheet.info()
            rows.answer(connection, key, table_id, self._now())
            work(sheet)
            if who is not None:
                ledger.name(connection, sheet.row.guild, who.id, who.name)
            return _saved(connection, sheet)

        async with self._alone(table_id):
            return await self._store.write(transaction)

    async def _open(self, work: Callable[[Connection], Sheet], key: str) -> TableInfo:
        def transaction(connection: Connection) -> TableInfo:
            done = rows.answered(connection, key)
            if done is not None:
                return load(connection, done, self._now()).info()
            sheet = work(connection)
            rows.answer(connection, key, sheet.row.id, self._now())
            for user, name in sorted((seat.user, seat.name) for seat in sheet.seats if seat.user is not None):
                ledger.name(connection, sheet.row.guild, user, name)
            return sheet.info()

        return await self._store.write(transaction)

    async def _room_for(self, user: int, here: Callable[[TableInfo], bool]) -> None:
        """Raise `Trouble` for who sits at as many tables as one menu can list, this one (`here`) not among them."""
        tables = await self.of(user)
        if len(tables) >= MOST_TABLES and not any(here(table) for table in tables):
            raise Trouble(Code.TOO_MANY_TABLES, most=MOST_TABLES)

    async def _look(self, table_id: int) -> Sheet:
        row = await self._store.read(lambda c: rows.table(c, table_id))
        if row is None:
            raise Trouble(Code.NO_TABLE)
        return Sheet(row, self._now())

    @contextlib.asynccontextmanager
    async def _alone(self, table_id: int) -> AsyncIterator[None]:
        """One change of a table at a time: waiting here costs less than waiting in the database."""
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock:
            yield


def _saved(connection: Connection, sheet: Sheet) -> TableInfo:
    """Save a changed table and all that it leaves behind."""
    sheet.save(connection)
    there = lobby.people(sheet.there())
    if there != sheet.there_at_first:
        rows.seat_people(connection, sheet.row.id, there)
    outcome.record(connection, sheet)
    return sheet.info()


def _forfeit_to_settle(connection: Connection, forfeit_id: int, who: int, how: str) -> ForfeitRow:
    row = ledger.forfeit(connection, forfeit_id)
    if row is None:
        raise Trouble(Code.NO_FORFEIT)
    if who != (row.debtor if how == "paid" else row.creditor):
        raise Trouble(Code.NOT_YOURS, how=how)
    return row


def _forfeit(connection: Connection, row: ForfeitRow) -> Forfeit:
    people = [row.debtor] if row.creditor is None else [row.debtor, row.creditor]
    names = ledger.names(connection, row.guild, people)
    return Forfeit(
        id=row.id, guild=row.guild, channel=row.channel, debtor=Who(row.debtor, names.get(row.debtor, "")),
        creditor=Who(row.creditor, names.get(row.creditor, "")) if row.creditor is not None else None,
        text=row.text, state=_SAID[row.state], variant=row.variant, at=row.at,
    )  # fmt: skip
