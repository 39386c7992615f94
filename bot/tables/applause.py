"""The winner's swap of a dare for another one, and other people's applause for a dare that was done."""

from msgspec.structs import replace

from bot.storage import Connection, event_rows, ledger, table_people
from bot.tables import encoding
from bot.tables.annotations import Swap
from bot.tables.changes import Changes
from bot.tables.dares import open_swap
from bot.tables.model import TableView
from bot.tables.table import Table
from bot.tables.trouble import Code, Trouble
from engine.core import events as e


class Dares:
    """Lets the winner of a showdown swap a dare, and lets people clap for a dare that was done."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes

    async def swap(self, table_id: int, user: int, number: int, key: str) -> TableView:
        """Swap the dare of round `number` for the other dare, on behalf of the winner of its showdown.

        Raises `Trouble` with NO_SWAP if no swap is open, and with NOT_YOUR_SWAP if the person is not the winner.
        """

        def work(connection: Connection, table: Table) -> None:
            swap = open_swap(table.view() if table.game is not None else None, table.annotations)
            if swap is None or swap.number != number:
                raise Trouble(Code.NO_SWAP)
            winner = table.running().state.creditor
            if table.seat_of(user) != winner:
                raise Trouble(Code.NOT_YOUR_SWAP, winner=table.seats[winner].name)
            _exchange(connection, table, swap)
            table.mark_stale()

        return await self._changes.change_beside(table_id, key, work)

    async def clap(self, table_id: int, forfeit: int, user: int, key: str) -> None:
        """Record that a person claps for a dare that was done at this table.

        If `forfeit` is 0, it is the dare that was done last. Raises `Trouble` with OWN_DARE for the person who did the
        dare, with CLAPPED if the person has clapped for it before, and with NO_CLAP if the evening is over.
        """

        def work(connection: Connection, table: Table) -> None:
            number = forfeit or _last_done(connection, table)
            row, claps = ledger.forfeit(connection, number), table.annotations.claps
            if row is None or row.table_id != table_id or row.state != ledger.PAID or table.annotations.is_night:
                raise Trouble(Code.NO_CLAP)
            if row.debtor == user:
                raise Trouble(Code.OWN_DARE)
            if user in claps.get(number, ()):
                raise Trouble(Code.CLAPPED)
            table.annotate(claps={**claps, number: (*claps.get(number, ()), user)})
            table_people.write(connection, {table_id: table.named()})

        await self._changes.change_beside(table_id, key, work)


def _last_done(connection: Connection, table: Table) -> int:
    """Return the number of the forfeit of this game that was paid last, or 0 if there is none."""
    paid = (ledger.newest_paid(connection, table.row.id, seat.user) for seat in table.seats if seat.user is not None)
    return max(filter(None, paid), default=0)


def _exchange(connection: Connection, table: Table, swap: Swap) -> None:
    """Write the other dare into the forfeit and into its event. The first dare becomes the other one."""
    (row,) = event_rows.events(connection, table.row.id, after=swap.event - 1, upto=swap.event)
    owed, debtor = encoding.event(row), table.seats[swap.seat].user
    assert isinstance(owed, e.ForfeitOwed)
    chosen = replace(owed, what=swap.instead)
    event_rows.rewrite(connection, table.row.id, encoding.event_row(swap.event, chosen))
    for forfeit in ledger.waiting(connection, table.row.id, debtor):
        ledger.reword(connection, forfeit.id, swap.instead)
    if table.news is not None:
        table.news = [(seq, chosen if seq == swap.event else event) for seq, event in table.news]
    table.annotate(swap=replace(swap, instead=owed.what))
