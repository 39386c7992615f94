"""People beyond one table: their names, their DMs, and what they owe each other."""

from typing import Literal

from msgspec.structs import replace

from bot.history import forfeits
from bot.storage import Connection, ledger, marks, rows, tallies
from bot.storage.ledger import ForfeitRow
from bot.tables import playing
from bot.tables.changes import Changes
from bot.tables.draft import load
from bot.tables.duties import Due
from bot.tables.model import Code, Forfeit, Trouble, Who
from engine.core.actions import How, Settle

_SAID: dict[str, Literal["owed", "paid", "waived"]] = {
    ledger.WAITS: "owed",
    ledger.OWED: "owed",
    "paid": "paid",
    "waived": "waived",
}


class People:
    """The people over one store."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._store, self._now = changes.store, changes.now

    async def closed_dm(self, user: int) -> bool:
        """Remember that a person cannot be reached by DM; True the first time, when they are to be told."""

        def work(connection: Connection) -> bool:
            first = not marks.closed_dms(connection, [user])
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

    async def settle_forfeit(self, forfeit_id: int, who: int, how: Literal["paid", "waived"], key: str) -> Forfeit:
        """Settle a forfeit: `paid` is the debtor's to say, `waived` the creditor's.

        Where a game waits for it, the game goes on. Raises NO_FORFEIT, NOT_YOURS, ALREADY_SETTLED.
        """

        def work(connection: Connection) -> tuple[Forfeit, Due | None]:
            row, due = _forfeit_to_settle(connection, forfeit_id, who, how), None
            if rows.answered(connection, key) is None:
                rows.answer(connection, key, row.table_id, self._now())
                due = self._settle(connection, row, who, how)
            return _forfeit(connection, replace(row, state=how)), due

        line = await self._store.read(lambda c: _forfeit_to_settle(c, forfeit_id, who, how))
        async with self._changes.alone(line.table_id):
            settled, due = await self._store.write(work)
        if due is not None:
            self._changes.agenda.note(due.table, due)
        return settled

    def _settle(self, connection: Connection, row: ForfeitRow, who: int, how: Literal["paid", "waived"]) -> Due | None:
        """Settle one line; where a game waits for it, the next duty of its table."""
        if row.state == ledger.WAITS:  # P1: the game's own move, which settles the ledger's line too
            draft = load(connection, row.table_id, self._now())
            playing.act(draft, draft.seat_of(who), Settle(draft.seat_of(row.debtor), How(how)))
            return self._changes.save(connection, draft)[1]
        now = ledger.forfeit(connection, row.id, lock=True)
        if now is None or now.state not in ledger.OPEN:
            raise Trouble(Code.ALREADY_SETTLED, state=row.state)
        tallies.add(connection, now.guild, forfeits.settle(connection, now, how, who, self._now()))
        return None


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
        id=row.id,
        guild=row.guild,
        channel=row.channel,
        debtor=Who(row.debtor, names.get(row.debtor, "")),
        creditor=Who(row.creditor, names.get(row.creditor, "")) if row.creditor is not None else None,
        text=row.text,
        state=_SAID[row.state],
        variant=row.variant,
        at=row.at,
    )
