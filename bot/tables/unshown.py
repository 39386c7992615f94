"""Finds the saved changes that have yet to be shown or delivered, and records when they were shown or delivered."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.storage import Connection, event_rows, game_search, personal, preferences, table_rows
from bot.storage.game_search import Wanted
from bot.storage.table_rows import TableRow
from bot.tables import duties, encoding, lobby
from bot.tables.annotations import Annotations, Asking, RoleCall
from bot.tables.changes import Changes
from bot.tables.duties import is_unshown
from bot.tables.guesses import is_guessed, newest
from bot.tables.model import LIVE, Status, TableView
from bot.tables.outcome import outcome
from bot.tables.pauses import pause_ends
from bot.tables.pending import LastDM, NumberedEvent, PanelRef, Pending, Undelivered, chapters
from bot.tables.table import Table
from engine import games
from engine.core.events import Event

Receipt = tuple[int, int | None]
"""The number of the last event that a person has received, and the id of the DM, or None if there was no DM."""

CLAIMED = timedelta(seconds=20)
"""How long a delivery stays claimed. During this time no other task makes it."""
PROMISE_HOLDS = timedelta(seconds=3)
"""A panel is edited again if the deadline is later than the one that it shows by more than this."""


class Showing:
    """Finds the changes of each table that have yet to be shown, and records which of them were shown."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._store = changes.store

    async def pending(self, table_id: int, is_marked: bool = False) -> Pending:
        """Return the saved changes of a table that have yet to be shown.

        If `is_marked` is set, a cached table that has such changes is not read from the database again. Set it only if
        you pass the result to `shown`, because `shown` notices if the cached table was outdated.
        """
        loader = self._changes.loader
        left = loader.take(table_id) if is_marked else None
        if left is not None and not is_unshown(left.row):
            left = None
        if left is not None and not _needs_the_database(left):
            found = self._pending(None, left)
            loader.keep(left)
            return found

        def work(connection: Connection) -> tuple[Table, Pending]:
            table = left or loader.look(connection, table_id)
            return table, self._pending(connection, table)

        table, found = await self._store.read(work)
        loader.keep(table)
        return found

    def _pending(self, connection: Connection | None, table: Table) -> Pending:
        found = _pending(connection, table)
        return replace(found, table=replace(found.table, next_round=pause_ends(table, self._changes.pace_of(table))))

    async def ending(self, table_id: int) -> Pending | None:
        """Return the results of a game that was played to its end, as on its card, or None for any other table.

        Raises `Trouble` if there is no such table.
        """

        def work(connection: Connection) -> Pending | None:
            table = self._changes.loader.look(connection, table_id)
            return _pending(connection, table) if table.status is Status.OVER and table.game is not None else None

        return await self._store.read(work)

    async def is_ours(self, table: TableView) -> bool:
        """Return whether this process shows a table. Raises `Deposed` if another process has taken it over."""
        return await self._changes.sharing.may_show(table.place.guild)

    async def not_shown_before(self, table: TableView) -> int | None:
        """Return the id of the channel's previous table if the end of the game there is not shown yet, otherwise None.

        `table` was opened in the same channel afterwards.
        """
        sought = Wanted(table.place.guild, channel=table.place.channel)

        def work(connection: Connection) -> int | None:
            found = game_search.find(connection, sought, 1, 1).games
            row = table_rows.table(connection, found[0].id) if found else None
            return row.id if row is not None and not row.is_newer and is_unshown(row) else None

        return await self._store.read(work)

    async def shown(self, pending: Pending, panel: PanelRef) -> tuple[Undelivered, ...]:
        """Record that all pending changes are shown. `panel` is now the live message.

        The time of the people who are asked starts now. Return the private deliveries that the caller has to make.
        They are claimed, so that no other task makes them as well.
        """

        def work(connection: Connection, table: Table) -> tuple[Undelivered, ...]:
            _shown(table, pending, panel)
            self._changes.sharing.shown(connection, table.row.id)
            return _claim(table, pending.undelivered)

        return await self._changes.change_marks(pending.table.id, work)

    async def claim(self, table_id: int) -> Pending:
        """Claim the private deliveries that have to be made now, and return them with the other pending changes."""

        def work(connection: Connection, table: Table) -> Pending:
            pending = self._pending(connection, table)
            return replace(pending, undelivered=_claim(table, pending.undelivered))

        return await self._changes.change_marks(table_id, work)

    async def wait_to_be_shown(self, table_id: int) -> None:
        """Stop the clock of a table until its panel is shown, because the people who are asked may not see it.

        They have the full time of a turn once the panel is shown.
        """

        def work(_: Connection, table: Table) -> None:
            table.mark_stale()
            table.row.marks.since = None

        await self._changes.change_marks(table_id, work)

    async def told(self, table_id: int, upto: Mapping[int, Receipt], again: Mapping[int, datetime]) -> None:
        """Record which deliveries were made, and when the failed ones are tried again.

        `upto` contains the receipts of the deliveries that were made, and `again` the times of further attempts. Both
        are keyed by seat.
        """

        def work(_: Connection, table: Table) -> None:
            for seat, heard in upto.items():
                table.deliveries[seat] = table.deliveries[seat].heard(*heard)
            for seat, moment in again.items():
                table.deliveries[seat] = table.deliveries[seat].failed(moment)

        await self._changes.change_marks(table_id, work)

    async def called(self, table_id: int, call: int | None) -> None:
        """Record the id of the message that pings the people who are asked, or None once it is deleted."""
        await self._changes.change_marks(table_id, lambda _, table: table.annotate(call=call))

    async def role_called(self, table_id: int, call: RoleCall | None) -> None:
        """Record the message that called a role to a lobby, or None once it is deleted."""
        await self._changes.change_marks(table_id, lambda _, table: table.annotate(role_call=call))

    async def vote_shown(self, table_id: int, shown: Asking) -> None:
        """Record what became of the message that asks whether to remove a person. Votes may have come meanwhile."""

        def work(_: Connection, table: Table) -> None:
            fresh = {"message": shown.message, "tries": shown.tries, "again": shown.again}
            table.annotate(
                asking=tuple(
                    replace(each, **fresh) if (each.seat, each.since) == (shown.seat, shown.since) else each
                    for each in table.annotations.asking
                )
            )

        await self._changes.change_marks(table_id, work)

    async def wrote(self, table_id: int, sent: tuple[tuple[int, int], ...]) -> None:
        """Record the DMs that ask people to take their turn, as (user, message), or () once they are deleted."""
        await self._changes.change_marks(table_id, lambda _, table: table.annotate(wrote=sent))

    async def retire(self, table_id: int) -> None:
        """End a table whose channel no longer exists. Nothing of it is shown after that."""

        def work(table: Table) -> None:
            if table.status in LIVE:
                lobby.close(table)
            table.is_retired = True

        await self._changes.change(table_id, f"gone:{table_id}", work)


def _needs_the_database(table: Table) -> bool:
    """Return whether the database must be read to know which changes of a table have to be shown."""
    return table.news is None or table.status is Status.OVER or is_guessed(table) or bool(_to_be_told(table))


def _pending(connection: Connection | None, table: Table) -> Pending:
    """Return all changes of a table that have yet to be shown. `connection` may be None if nothing has to be read."""
    marks = table.row.marks
    public = table.news if table.news is not None else _read_news(_needed(connection), table)
    told = [each for each in chapters(public) if not _is_among_computers(table, [event for _, event in each])]
    ref = panel(table.row)
    is_over = table.status is Status.OVER and table.game is not None
    return Pending(
        replace(table.info(), saw=newest(_needed(connection), table)) if is_guessed(table) else table.info(),
        news=tuple(event for seq, event in public if seq > marks.shown_seq),
        upto=table.row.seq,
        undelivered=_undelivered(connection, table),
        panel=ref,
        panel_stale=ref is None or ref.version < table.row.version,
        chapters=tuple(tuple(event for _, event in chapter) for chapter in told),
        told_from=told[-1][0][0] - 1 if told[-1] else table.row.seq,
        is_begun=marks.told_from is not None,
        outcome=outcome(_needed(connection), table) if is_over else None,
        last_dms=_last_dms(table),
    )


def _last_dms(table: Table) -> tuple[LastDM, ...]:
    """Return the DMs that still show a hand of a game that is over."""
    if table.game is None or table.status in LIVE:
        return ()
    found = ((table.seats[seat], delivery.message) for seat, delivery in table.deliveries.items())
    return tuple(
        LastDM(seat.user, message, seat.language)
        for seat, message in found
        if seat.user is not None and message is not None
    )


def _needed(connection: Connection | None) -> Connection:
    assert connection is not None, "a table whose news are there needs no connection"
    return connection


def _read_news(connection: Connection, table: Table) -> list[NumberedEvent]:
    """Return the public events since the beginning of the live message, and keep them as the table's `news`."""
    row = table.row
    found = event_rows.events(connection, row.id, after=row.marks.told_from or 0, upto=row.seq)
    table.news = [(each.seq, encoding.event(each)) for each in found if not each.secret]
    return table.news


def _is_among_computers(table: Table, chapter: Sequence[Event]) -> bool:
    """Return whether only computer players played this round (L3). Such a round is not shown."""
    shown = next((event for event in chapter if isinstance(event, games.bid_events.Revealed)), None)
    people = [number for number, seat in enumerate(table.seats) if seat.user is not None]
    return shown is not None and not any(shown.hands[seat] for seat in people)


def _to_be_told(table: Table) -> list[Undelivered]:
    """Return the deliveries that may be made now, without the recipients' preferences."""
    return [
        Undelivered(
            seat,
            user,
            delivery.learnt,
            table.view(seat),
            delivery.tries,
            may_have_arrived=delivery.again is not None,
            message=delivery.message,
        )
        for seat, delivery in duties.undelivered(table).items()
        if (user := table.seats[seat].user) is not None and delivery.may_be_delivered(delivery.learnt, table.now)
    ]


def _undelivered(connection: Connection | None, table: Table) -> tuple[Undelivered, ...]:
    """Return the deliveries that may be made now, with the recipients' preferences."""
    found = _to_be_told(table)
    if not found:
        return ()
    connection, users = _needed(connection), [each.user for each in found]
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
    """Return the message with the table's live panel, or None if there is none."""
    if row.marks.panel_channel is None or row.marks.panel_message is None or row.marks.panel_version is None:
        return None
    return PanelRef(row.marks.panel_channel, row.marks.panel_message, row.marks.panel_version)


def _shown(table: Table, pending: Pending, ref: PanelRef) -> None:
    row, promised = table.row, pending.table.deadline
    row.marks.shown_seq = max(row.marks.shown_seq, pending.upto)
    for seat, delivery in table.deliveries.items() if pending.last_dms else ():
        table.deliveries[seat] = replace(delivery, message=None)  # the caller edits each of them once
    if ref.version < (row.marks.panel_version or 0):
        return  # a newer panel is recorded already
    row.marks.panel_channel, row.marks.panel_message, row.marks.panel_version = ref.channel, ref.message, ref.version
    if table.game is not None and pending.table.view is not None:
        row.marks.told_from = pending.told_from
        if table.news is not None:
            table.news = [each for each in table.news if each[0] > pending.told_from]
    if is_unshown(row):
        return
    row.marks.tries, row.marks.not_before = 0, None
    table.mark_shown()
    runs_out = table.deadline()
    if promised is not None and runs_out is not None and runs_out - promised > PROMISE_HOLDS:
        row.marks.panel_version = ref.version - 1
    if _shown_annotations(table.annotations) != _shown_annotations(pending.table.annotations):
        row.marks.panel_version = ref.version - 1


def _shown_annotations(annotations: Annotations) -> tuple[object, ...]:
    """Return the annotations that a panel shows."""
    swap, done = annotations.swap, annotations.done
    return annotations.ready, annotations.held_until, annotations.dozing, annotations.late, swap, done


def _claim(table: Table, undelivered: tuple[Undelivered, ...]) -> tuple[Undelivered, ...]:
    """Claim those deliveries that still have to be made and that no other task has claimed. Return them."""
    mine = tuple(each for each in undelivered if table.deliveries[each.seat].may_be_delivered(each.upto, table.now))
    for each in mine:
        table.deliveries[each.seat] = replace(table.deliveries[each.seat], again=table.now + CLAIMED)
    return mine
