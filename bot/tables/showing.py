"""What is saved and still to be shown (want), and marking it as shown (done)."""

from collections.abc import Callable, Sequence
from datetime import datetime

from bot.storage import Connection, rows
from bot.storage.rows import TableRow
from bot.storage.store import Store
from bot.tables import codec
from bot.tables.model import Code, HiddenRoll, PanelRef, Pending, Status, Trouble
from bot.tables.sheet import Sheet
from engine import games
from engine.common_hand.view import View
from engine.core.events import Event


class Showing:
    """What of each table is still to be shown, over one store."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        """`now` gives aware moments."""
        self._store, self._now = store, now

    async def pending(self, table_id: int) -> Pending:
        """What of a table is saved and still to be shown."""

        def work(connection: Connection) -> Pending:
            row = rows.table(connection, table_id)
            if row is None:
                raise Trouble(Code.NO_TABLE)
            return _pending(connection, Sheet(row, self._now()))

        return await self._store.read(work)

    async def shown(self, table_id: int, upto: int, panel: PanelRef | None, version: int) -> None:
        """Events up to number `upto` and this version are shown; `panel` is the live panel now (None: as it was)."""
        await self._store.write(lambda c: _shown(c, table_id, upto, panel, version))

    async def rolls_sent(self, table_id: int, round_number: int, seats: Sequence[int]) -> None:
        """The dice of that round are told to `seats`."""
        await self._store.write(lambda c: _rolls_sent(c, table_id, round_number, tuple(seats)))

    async def to_show(self) -> tuple[int, ...]:
        """The tables of which something is still to be shown."""
        return tuple(await self._store.read(rows.to_show))


def _pending(connection: Connection, sheet: Sheet) -> Pending:
    """Everything of a table that is still to be shown."""
    row = sheet.row
    start = rows.round_start(connection, row.id, row.shown_seq)
    stored = rows.events(connection, row.id, after=max(0, start - 1) if start else row.shown_seq)
    public = [(each.seq, codec.event(each)) for each in stored if not each.secret]
    news: tuple[Event, ...] = tuple(event for seq, event in public if seq > row.shown_seq)
    earlier: tuple[Event, ...] = tuple(event for seq, event in public if seq <= row.shown_seq)
    view = games.view(sheet.game) if sheet.game is not None else None
    ref = panel(row)
    stale = ref is None or ref.version < row.version
    return Pending(sheet.info(), view, news, row.seq, rolls(sheet), ref, stale, earlier)


def rolls(sheet: Sheet) -> tuple[HiddenRoll, ...]:
    """The dice that people hold and have not been told yet."""
    if sheet.game is None or sheet.status != Status.PLAYING:
        return ()
    done = codec.sent(sheet.row.rolls_sent)
    found = []
    for seat, place in enumerate(sheet.seats):
        view = games.view(sheet.game, seat)
        if isinstance(view, View) and view.mine and place.user is not None and done.get(seat, 0) < view.state.round:
            found.append(HiddenRoll(seat, place.user, view.state.round, view.mine))
    return tuple(found)


def panel(row: TableRow) -> PanelRef | None:
    """The message that carries the live panel."""
    if row.panel_channel is None or row.panel_message is None or row.panel_version is None:
        return None
    return PanelRef(row.panel_channel, row.panel_message, row.panel_version, row.panel_lasting)


def _shown(connection: Connection, table_id: int, upto: int, ref: PanelRef | None, version: int) -> None:
    """Mark events up to `upto` as shown, and `version` of the table; `ref` None leaves the panel where it is."""
    row = _row(connection, table_id)
    row.shown_seq, row.panel_version = max(row.shown_seq, upto), max(row.panel_version or 0, version)
    if ref is not None:
        row.panel_channel, row.panel_message, row.panel_lasting = ref.channel, ref.message, ref.lasting
    _patch(connection, row)


def _rolls_sent(connection: Connection, table_id: int, number: int, seats: tuple[int, ...]) -> None:
    """Mark the dice of round `number` as told to `seats`."""
    row = _row(connection, table_id)
    row.rolls_sent = codec.encode({**codec.sent(row.rolls_sent), **dict.fromkeys(seats, number)})
    _patch(connection, row)


def _row(connection: Connection, table_id: int) -> TableRow:
    row = rows.table(connection, table_id, lock=True)
    if row is None:
        raise Trouble(Code.NO_TABLE)
    return row


def _patch(connection: Connection, row: TableRow) -> None:
    """Store what is shown; the table is done when nothing is left to show."""
    left = row.shown_seq < row.seq or row.panel_version is None or row.panel_version < row.version
    rows.patch_table(
        connection, row.id,
        shown_seq=row.shown_seq, rolls_sent=row.rolls_sent, panel_channel=row.panel_channel,
        panel_message=row.panel_message, panel_version=row.panel_version, panel_lasting=row.panel_lasting,
        showing=left or bool(rolls(Sheet(row, row.changed))),
    )  # fmt: skip
