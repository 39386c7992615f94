"""What is saved and still to be shown or delivered, and marking it as shown or delivered."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.storage import Connection, personal, preferences, table_rows
from bot.storage.table_rows import TableRow
from bot.tables import duties, loaded_table, lobby
from bot.tables.changes import Changes
from bot.tables.duties import is_unshown
from bot.tables.model import LIVE, Annotations, Status, TableInfo
from bot.tables.mutable_table import MutableTable
from bot.tables.outcome import outcome
from bot.tables.pending import PanelRef, Pending, Undelivered, chapters
from engine import games
from engine.core.events import Event

Receipt = tuple[int, int | None]
"""Up to which event somebody was told, and by the DM with which id; None where it took none."""

CLAIMED = timedelta(seconds=20)
"""How long nobody else tells a person what somebody has claimed to tell them."""
PROMISE_HOLDS = timedelta(seconds=3)
"""A deadline that turns out later than shown by more than this is shown anew."""


class Showing:
    """Says what of each table is still to be shown, and notes what was."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._store = changes.store

    async def pending(self, table_id: int) -> Pending:
        """Return what of a table is saved and still to be shown."""

        def work(connection: Connection) -> Pending:
            return _pending(connection, self._changes.loader.look(connection, table_id))

        return await self._store.read(work)

    async def is_ours(self, table: TableInfo) -> bool:
        """Return whether this process shows a table, rather than another one. Raises `Deposed` where it may no more."""
        return await self._changes.sharing.may_show(table.place.guild)

    async def waits_elsewhere(self, table_id: int) -> bool:
        """Return whether another process is about to show something at a table."""
        if self._changes.sharing.has_all:
            return False
        row = await self._store.read(lambda connection: table_rows.table(connection, table_id))
        return row is not None and not self._changes.sharing.has(row.guild) and is_unshown(row)

    async def shown(self, pending: Pending, panel: PanelRef) -> tuple[Undelivered, ...]:
        """Note that all that was pending is shown; `panel` is the live message now.

        From here on the time of the people who are asked runs. Returns what the caller is to tell people privately; it
        is claimed, so that nobody else does meanwhile.
        """

        def work(connection: Connection, table: MutableTable) -> tuple[Undelivered, ...]:
            _shown(table, pending, panel)
            self._changes.sharing.shown(connection, table.row.id)
            return _claim(table, pending.undelivered)

        return await self._changes.mark(pending.table.id, work)

    async def claim(self, table_id: int) -> Pending:
        """Claim for the caller, and return, what people are to be told privately now."""

        def work(connection: Connection, table: MutableTable) -> Pending:
            pending = _pending(connection, table)
            return replace(pending, undelivered=_claim(table, pending.undelivered))

        return await self._changes.mark(table_id, work)

    async def told(self, table_id: int, upto: Mapping[int, Receipt], again: Mapping[int, datetime]) -> None:
        """Note, by seat, what people were told, and at which moments (`again`) those are tried whom nothing reached."""

        def work(_: Connection, table: MutableTable) -> None:
            for seat, heard in upto.items():
                table.delivered(seat, *heard)
            for seat, moment in again.items():
                table.delivery_failed(seat, moment)

        await self._changes.mark(table_id, work)

    async def called(self, table_id: int, call: int | None) -> None:
        """Note the id of the message that pings the people who are asked, None once it is gone."""
        await self._changes.mark(table_id, lambda _, table: table.annotate(call=call))

    async def wrote(self, table_id: int, sent: tuple[tuple[int, int], ...]) -> None:
        """Note the DMs that ask people for their turn, as (user, message); none once they are deleted."""
        await self._changes.mark(table_id, lambda _, table: table.annotate(wrote=sent))

    async def retire(self, table_id: int) -> None:
        """End a table whose channel is gone for good; nothing of it is shown any more."""

        def work(table: MutableTable) -> None:
            if table.status in LIVE:
                lobby.close(table)
            table.is_retired = True

        await self._changes.change(table_id, f"gone:{table_id}", work)


def _pending(connection: Connection, table: MutableTable) -> Pending:
    """Return everything of a table that is still to be shown."""
    row = table.row
    stored = table_rows.events(connection, row.id, after=row.told_from or 0)
    public = [(each.seq, loaded_table.event(each)) for each in stored if not each.secret]
    told = [each for each in chapters(public) if not _is_among_computers(table, [event for _, event in each])]
    view = games.view(table.game) if table.game is not None else None
    ref = panel(row)
    return Pending(
        table.info(),
        view,
        news=tuple(event for seq, event in public if seq > row.shown_seq),
        upto=row.seq,
        undelivered=_undelivered(connection, table),
        panel=ref,
        panel_stale=ref is None or ref.version < row.version,
        chapters=tuple(tuple(event for _, event in chapter) for chapter in told),
        told_from=told[-1][0][0] - 1 if told[-1] else row.seq,
        is_begun=row.told_from is not None,
        outcome=outcome(connection, table) if table.status is Status.OVER and table.game is not None else None,
    )


def _is_among_computers(table: MutableTable, chapter: Sequence[Event]) -> bool:
    """Return whether a round was played out by computer players that were left alone (L3), which nobody is shown."""
    shown = next((event for event in chapter if isinstance(event, games.bid_events.Revealed)), None)
    people = [number for number, seat in enumerate(table.seats) if seat.user is not None]
    return shown is not None and not any(shown.hands[seat] for seat in people)


def _undelivered(connection: Connection, table: MutableTable) -> tuple[Undelivered, ...]:
    """Return what people are to be told privately now."""
    found = []
    for seat, delivery in duties.undelivered(table).items():
        user = table.seats[seat].user
        if user is not None and delivery.may_be_delivered(delivery.learnt, table.now):
            view = games.view(table.running(), seat)
            found.append(Undelivered(seat, user, delivery.learnt, view, delivery.tries, message=delivery.message))
    if not found:
        return ()
    users = [each.user for each in found]
    closed, styles = personal.closed_dms(connection, users), preferences.dm_styles(connection, users)
    languages = preferences.languages(connection, users)
    return tuple(
        replace(
            each,
            closed=each.user in closed,
            style=styles.get(each.user, each.style),
            language=languages[each.user].now,
        )
        for each in found
    )


def panel(row: TableRow) -> PanelRef | None:
    """Return the message that carries the live panel, None where there is none."""
    if row.panel_channel is None or row.panel_message is None or row.panel_version is None:
        return None
    return PanelRef(row.panel_channel, row.panel_message, row.panel_version)


def _shown(table: MutableTable, pending: Pending, ref: PanelRef) -> None:
    row, promised = table.row, pending.table.deadline
    row.shown_seq = max(row.shown_seq, pending.upto)
    if ref.version < (row.panel_version or 0):
        return  # a mark that comes late takes nothing back
    row.panel_channel, row.panel_message, row.panel_version = ref.channel, ref.message, ref.version
    if table.game is not None and pending.view is not None:
        row.told_from = pending.told_from
    if is_unshown(row):
        return
    row.tries, row.not_before = 0, None
    table.mark_shown()
    runs_out = table.deadline()
    if promised is not None and runs_out is not None and runs_out - promised > PROMISE_HOLDS:
        row.panel_version = ref.version - 1
    if _shown_annotations(table.annotations) != _shown_annotations(pending.table.annotations):
        row.panel_version = ref.version - 1


def _shown_annotations(annotations: Annotations) -> tuple[object, ...]:
    """Return those annotations that a panel shows."""
    return annotations.ready, annotations.held_until, annotations.dozing, annotations.late


def _claim(table: MutableTable, undelivered: tuple[Undelivered, ...]) -> tuple[Undelivered, ...]:
    """Claim and return those of these deliveries that are still open and claimed by nobody else."""
    mine = tuple(each for each in undelivered if table.deliveries[each.seat].may_be_delivered(each.upto, table.now))
    for each in mine:
        table.postpone_delivery(each.seat, table.now + CLAIMED)
    return mine
