"""Carries out duties once they are due, as ordinary changes of a table.

Each duty belongs to one version of its table, so it is carried out at most once.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import assert_never

import msgspec

from bot.storage import Connection, table_rows
from bot.tables import duties, evenings, lobby, playing, reminders
from bot.tables.annotations import Sealing, Why
from bot.tables.changes import Changes
from bot.tables.duties import UNASKED, Due
from bot.tables.model import TableView
from bot.tables.obstacles import Obstacle
from bot.tables.reminders import Call
from bot.tables.table import Table
from bot.tables.trouble import Code, Trouble
from engine.core.actions import Action
from engine.core.characters import Character, Reason, character
from engine.games import AnyView

FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=2), timedelta(hours=1)
"""A failed duty is tried again after `FIRST_WAIT`. Each further wait is twice as long, up to `LONGEST_WAIT`."""
MOST_TRIES = 30
"""A duty is given up after this many tries, which takes about a day."""


class Mind(msgspec.Struct, frozen=True):
    """The basis of a computer player's decision: the view of its seat, its mood, and its character.

    The mood is a random number in [0, 1).
    """

    seat: int
    view: AnyView
    mood: float
    character: Character

    def __repr__(self) -> str:
        return f"Mind(seat={self.seat}, view=<hidden>)"


def _mind(table: Table, seat: int) -> Mind:
    table.running()
    return Mind(seat, table.view(seat), table.draw(seat), character(table.seats[seat].name))


class Timers:
    """Finds and carries out the duties of the tables of one store."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._store, self._now = changes.store, changes.now

    async def due(self, until: datetime) -> tuple[tuple[int, datetime], ...]:
        """Return the tables whose next duty is due by `until`, as (id, time), the most overdue first.

        After an outage, these times may be too early. `next` corrects the time of a table and saves it.
        """
        return tuple(await self._store.read(lambda c: table_rows.due(c, until, self._changes.sharing.mine)))

    async def next(self, table_id: int) -> Due | None:
        """Return the next duty of a table, or None if nothing is due. Raises `Trouble` if there is no such table."""

        def work(connection: Connection) -> tuple[Due | None, bool]:
            row = table_rows.table(connection, table_id)
            if row is None:
                raise Trouble(Code.UNKNOWN_TABLE)
            is_right = row.marks.outage >= self._changes.loader.outages.newest
            return self._changes.next_due(self._changes.loader.table(row)), is_right

        due, is_right = await self._store.read(work)
        return due if is_right else await self.put_right(table_id)

    async def put_right(self, table_id: int) -> Due | None:
        """Save the times of a table after they were corrected for outages, and return its next duty."""
        return await self._changes.change_marks(table_id, lambda _, table: self._changes.next_due(table))

    async def minds(self, due: Due, seats: tuple[int, ...]) -> tuple[Mind, ...]:
        """Return a `Mind` for each of these computer players.

        Return an empty tuple if the table has changed since `due`.
        """
        loader = self._changes.loader
        table = loader.take(due.table)  # the move itself detects an outdated table
        if table is None or table.row.version != due.version:
            table = await self._store.read(lambda connection: loader.look(connection, due.table))
        minds = tuple(_mind(table, seat) for seat in seats) if table.row.version == due.version else ()
        loader.keep(table)
        return minds

    async def move(self, due: Due, seat: int, action: Action, reason: Reason | None = None) -> TableView | None:
        """Make a computer player's move and store the reason for it.

        Return None if the table has changed since `due`.
        """

        def work(table: Table) -> None:
            if reason is not None:
                table.annotate(why=Why(table.running().state.round, seat, reason))
            playing.play_act(table, seat, action)

        return await self._carry_out(due, work)

    async def carry_out(self, due: Due) -> TableView | None:
        """Carry out a duty that needs neither thinking nor Discord.

        Return None if the table has changed since `due`.
        """
        return await self._carry_out(due, lambda table: _do(table, due.duty))

    async def throw(self, due: Due, line: int) -> TableView | None:
        """Throw the dice of a game after the message with the id `line` has sealed them.

        Return None if the table has changed since `due`.
        """
        return await self._carry_out(due, lambda table: lobby.throw(table, line), evenings.begin)

    async def open_again(self, due: Due, obstacle: Obstacle | None) -> TableView | None:
        """Open a lobby again because its dice could not be sealed. Return None if the table has changed since `due`.

        `obstacle` is the reason, or None if nobody in the channel can remove it.
        """
        return await self._carry_out(due, lambda table: lobby.open_again(table, obstacle))

    async def unblock(self, table_id: int, sealing: Sealing) -> TableView:
        """Clear the reason why a lobby's dice could not be sealed. The lobby then no longer shows it."""
        return await self._changes.change(table_id, f"unblock:{table_id}:{sealing.start}", lobby.unblock)

    async def give_up(self, due: Due) -> TableView | None:
        """Close a lobby because nobody knows whether its dice were sealed.

        Return None if the lobby has changed since `due`.
        """
        return await self._carry_out(due, lobby.close)

    async def keep_quiet(self, due: Due) -> None:
        """Record that no computer player challenges the present bid, so that none of them considers it again."""

        def work(_: Connection, table: Table) -> None:
            table.row.marks.quiet = table.row.marks.quiet or table.row.version == due.version

        async with self._changes.alone(due.table):
            await self._changes.change_marks(due.table, work)

    async def call(self, due: Due, duty: duties.CallThem) -> Call:
        """Return the people to ping now, and record the ping so that it is not repeated.

        Return nobody if a recent press has given them more time, if their time is over, or if pings are off.
        """

        def work(connection: Connection, table: Table) -> Call:
            if not self._still(table, due):
                return Call()
            table.annotate(called=duty.step, called_at=table.now)
            runs_out = table.deadline()
            is_over = runs_out is not None and runs_out <= table.now
            return Call() if is_over else reminders.whom(connection, table, duty.seats, duty.step)

        return await self._changes.change_marks(due.table, work)

    async def gather(self, due: Due) -> Call:
        """Return the people of a lobby to ping now, because it is time to play, and record that they were pinged.

        Return nobody if the lobby has changed since `due`, or if pings are off.
        """

        def work(connection: Connection, table: Table) -> Call:
            if not self._still(table, due):
                return Call()
            table.annotate(gathered=True)
            return reminders.whom(connection, table, tuple(range(len(table.seats))), 1)

        return await self._changes.change_marks(due.table, work)

    async def put_off(self, table_id: int) -> bool:
        """Postpone a failed duty. The delay grows with each failure. Return False if the duty is given up.

        This also works for a table that cannot be read.
        """

        def work(connection: Connection) -> bool:
            tries = table_rows.tries(connection, table_id) + 1
            wait = min(FIRST_WAIT * 2 ** (tries - 1), LONGEST_WAIT)
            until = self._now() + wait if tries < MOST_TRIES else None
            table_rows.put_off(connection, table_id, tries, until)
            return until is not None

        return await self._store.write(work)

    async def try_again(self, table_id: int) -> None:
        """Make a postponed duty due now."""
        await self._store.write(lambda connection: table_rows.put_off(connection, table_id, 0, self._now()))

    async def _carry_out(
        self,
        due: Due,
        work: Callable[[Table], None],
        admits: Callable[[Connection, Table], None] | None = None,
    ) -> TableView | None:
        def checked(table: Table) -> None:
            if not self._still(table, due):
                raise Trouble(Code.STALE_PANEL)
            table.is_silent = isinstance(due.duty, duties.PlayOut)
            if isinstance(due.duty, UNASKED) and not table.is_silent and not duties.is_unshown(table.row):
                table.annotate(unseen=duties.together(table, self._changes.pace_of(table)))
            work(table)

        try:
            return await self._changes.change(due.table, f"timer:{due.table}:{due.version}", checked, admits=admits)
        except Trouble as trouble:
            if trouble.code not in (Code.STALE_PANEL, Code.UNKNOWN_TABLE, Code.NEWER_VERSION):
                raise
            return None

    def _still(self, table: Table, due: Due) -> bool:
        """Return whether this duty is still the table's next duty and is due now."""
        still = self._changes.next_due(table)
        return still is not None and (still.version, still.duty) == (due.version, due.duty) and still.at <= table.now


def _do(table: Table, duty: duties.Duty) -> None:
    """Carry out a duty that the table can do by itself."""
    match duty:
        case duties.Deal() | duties.ForfeitTime() | duties.PlayOut(seats=()):
            playing.next_round(table)
        case duties.TurnRanOut():
            playing.turn_ran_out(table)
        case duties.PlayForDozer(seat=seat):
            playing.play_for(table, seat)
        case duties.PutOut():
            playing.put_out(table)
        case duties.TimeLimit():
            playing.time_is_up(table)
        case duties.TableIdle() | duties.LobbyIdle():
            lobby.close(table)
        case (
            duties.ShowIt()
            | duties.SendDms()
            | duties.MoveComputer()
            | duties.PlayOut()
            | duties.CallThem()
            | duties.Gather()
            | duties.DeleteRoleCall()
            | duties.ShowVote()
            | duties.NightFalls()
            | duties.SealDice()
        ):
            raise ValueError(f"{duty} is not the table's own affair")
        case kind:
            assert_never(kind)
