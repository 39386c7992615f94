"""Read and settle people's forfeits from all tables."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.history import forfeits
from bot.history.counting import count
from bot.people import tabs
from bot.people.tabs import Tab
from bot.storage import Connection, ledger, table_rows
from bot.storage.ledger import ForfeitRow, Side
from bot.storage.members import Near
from bot.storage.sight import Sight, Venue
from bot.tables import owed, playing
from bot.tables.changes import Changes, Saved
from bot.tables.model import Forfeit, ForfeitWord, people
from bot.tables.trouble import Code, Trouble
from bot.words.chips import as_text, chips_in
from engine.core.actions import How, Settle

_BECOMES: dict[ForfeitWord, str] = {"paid": ledger.PAID, "waived": ledger.WAIVED, "unpaid": ledger.OWED}
"""The state of a forfeit after each of these statements about it."""

MOST_SHOWN = 25
"""The most forfeits that one call reads on each side of a person's tab. A menu has no more lines."""
MOST_AT_ONCE = 200
"""The most forfeits that one call settles."""

DOUBTED_WITHIN = timedelta(days=30)
"""The time in which the creditor can answer "not yet" after the debtor says that a forfeit is paid."""


class Settlement(msgspec.Struct, frozen=True):
    """A forfeit after a person settled it, or after the creditor said that it is not paid.

    `in_game` is True if a game waited for the forfeit. The table of that game then shows the settlement.
    """

    forfeit: Forfeit
    in_game: bool = False


def _with_chips(connection: Connection, row: ForfeitRow) -> list[ForfeitRow]:
    """Return a forfeit and, if it is about chips, all other chips that its debtor owes its creditor, as one sum.

    If the chips are settled, these are the chips that were settled together.
    """
    if not chips_in(row.text):
        return [row]
    if row.state in ledger.OPEN:
        found = ledger.of_pairs(connection, row.guild, [row], MOST_AT_ONCE)
    elif row.settled is not None and row.creditor is not None:
        found = ledger.paid_to(connection, row.guild, row.creditor, row.settled)
    else:
        found = []
    same = [each for each in found if (each.debtor, each.state, each.settled) == (row.debtor, row.state, row.settled)]
    return [row, *(each for each in same if each.id != row.id and chips_in(each.text))]


class Debts:
    """Reads and settles forfeits in one store."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._store, self._now = changes.store, changes.now

    async def forfeits(self, guild: int | None, user: int) -> tuple[Forfeit, ...]:
        """Return a person's open forfeits on a server, oldest first.

        They are the forfeits that the person owes, and the forfeits that others owe the person: at most `MOST_SHOWN`
        of each kind. If `guild` is None, return forfeits of all servers.
        """
        return await self._store.read(lambda c: owed.lines(c, ledger.open_forfeits(c, guild, user, MOST_SHOWN)))

    async def forfeit(self, number: int, game: int | None = None) -> Forfeit | None:
        """Return the forfeit with this number in its present state, or None if the number is unknown.

        If `game` is given, people get the names that they have in that game.
        """

        def work(connection: Connection) -> Forfeit | None:
            row = ledger.forfeit(connection, number)
            called = owed.names_in(connection, game) if game is not None else {}
            return owed.lines(connection, [row], called)[0] if row is not None else None

        return await self._store.read(work)

    async def of_game(self, table_id: int) -> tuple[Forfeit, ...]:
        """Return the forfeits among the people of a finished game: those of the game first, oldest first.

        They are all forfeits that arose in the game, in any state, and the open ones that arose in its channel before.
        People have the names that they had in the game. Return () if there is no such table.
        """

        def work(connection: Connection) -> tuple[Forfeit, ...]:
            row = table_rows.table(connection, table_id)
            if row is None:
                return ()
            seats = self._changes.loader.table(row).seats
            found = ledger.of_table(connection, table_id, owed.MOST)
            known = {each.id for each in found}
            among = ledger.between(connection, row.guild, row.channel, people(seats), table_id, owed.MOST)
            found += [each for each in among if each.id not in known]
            called = {seat.user: seat.name for seat in seats if seat.user is not None}
            return owed.lines(connection, found, called)

        return await self._store.read(work)

    async def knows_of(self, number: int, guild: int, user: int, sees: Callable[[Venue], Awaitable[bool]]) -> bool:
        """Return whether a person may know of a forfeit.

        They may if they owe it or are owed it, if they sat at its table, or if they can see its place. `sees(venue)`
        returns whether they can see a place of the server `guild`.
        """

        def work(connection: Connection) -> tuple[ForfeitRow | None, bool]:
            row = ledger.forfeit(connection, number)
            if row is None:
                return None, False
            sat = bool(ledger.sat(connection, [row.table_id], user))
            return row, sat or user in (row.debtor, row.creditor)

        row, is_theirs = await self._store.read(work)
        return row is not None and (is_theirs or (row.guild == guild and await sees(row.venue)))

    async def said_paid(self, guild: int | None, user: int) -> tuple[Forfeit, ...]:
        """Return the forfeits that others say they have paid to this person, newest first.

        Leave out forfeits that the person may no longer call unpaid.
        """
        since = self._now() - DOUBTED_WITHIN
        return await self._store.read(lambda c: owed.lines(c, ledger.paid_to(c, guild, user, since)))

    async def tab(self, guild: int, side: Side, user: int, sight: Sight, after: int = 0) -> Tab:
        """Return a page of the forfeits that a person owes or is owed, or of a server's open forfeits.

        Forfeits of people who have left the server are only on a reader's own page, or on the side "left".

        The page begins after the forfeit with the number `after`. The words of a forfeit are included only if the
        reader, who has this `sight`, may see them.
        """
        return await self._store.read(lambda connection: tabs.tab(connection, guild, side, user, after, sight))

    async def near(self, guild: int, side: Side, user: int, reader: int, after: int = 0) -> Near:
        """Return the people on the page of a tab that `tab` returns to a reader, and those in its and the next rows."""
        return await self._store.read(lambda connection: tabs.near(connection, guild, side, user, after, reader))

    async def many_open(self, guild: int, side: Side, user: int) -> int:
        """Return the number of open forfeits on one side of a person's tab on a server."""
        return await self._store.read(lambda connection: ledger.many_open(connection, guild, side, user))

    async def settle_all(self, guild: int, who: int, said: Literal["paid", "waived"]) -> tuple[Forfeit, ...]:
        """Settle all open forfeits of a person on a server, and return the settled forfeits.

        If `said` is "paid", the forfeits that the person owes are settled. If it is "waived", the forfeits that others
        owe the person are settled. Forfeits for which a game waits are left to that game. At most `MOST_AT_ONCE`
        forfeits are settled.
        """
        return await self._settle_side(guild, "owes" if said == "paid" else "owed", who, said)

    async def let_go(self, guild: int, who: int) -> tuple[Forfeit, ...]:
        """Waive the open forfeits on a server whose people have all left it, and return the waived forfeits.

        The manager `who` asked for it. Forfeits for which a game waits, and more than `MOST_AT_ONCE`, stay.
        """
        return await self._settle_side(guild, "left", who, "waived")

    async def _settle_side(
        self, guild: int, side: Side, who: int, said: Literal["paid", "waived"]
    ) -> tuple[Forfeit, ...]:
        """Settle the open forfeits on one side of the tab of `who`, as they said, and return the settled forfeits."""

        def work(connection: Connection) -> tuple[Forfeit, ...]:
            rows = ledger.tab(connection, guild, side, who, 0, MOST_AT_ONCE, lock=True)
            open_ones = [row for row in rows if row.state == ledger.OWED]
            settled = [each for row in open_ones for each in forfeits.settle(connection, row, said, who, self._now())]
            count(connection, settled)
            return owed.lines(connection, [replace(row, state=said) for row in open_ones])

        return await self._store.write(work)

    async def settle_forfeit(self, forfeit_id: int, who: int, said: ForfeitWord, key: str) -> Settlement:
        """Apply a person's statement about a forfeit.

        The debtor may say `paid`, and the creditor `waived` or `unpaid`.

        If the forfeit is owed to the whole table, every other person who sat there may say `unpaid`. If a game waits
        for the forfeit, the game continues. Raises `Trouble` with NO_FORFEIT, NOT_YOURS, ALREADY_SETTLED, NOT_SETTLED
        or LONG_SETTLED.
        """

        def work(connection: Connection) -> tuple[Settlement, Saved | None]:
            row, saved = self._spoken_of(connection, forfeit_id, who, said), None
            whole = as_text(sum(chips_in(each.text) for each in _with_chips(connection, row)))
            if table_rows.answered(connection, key) is None:
                table_rows.answer(connection, key, row.table_id, self._now())
                saved = self._settle(connection, row, who, said)
            text = whole if chips_in(row.text) else row.text
            (now,) = owed.lines(connection, [replace(row, state=_BECOMES[said], text=text)])
            return Settlement(now, saved is not None), saved

        row = await self._store.read(lambda c: self._spoken_of(c, forfeit_id, who, said))
        async with self._changes.alone(row.table_id):
            settled, saved = await self._store.write(work)
        if saved is not None:
            self._changes.tell(saved, key)
        return settled

    def _spoken_of(self, connection: Connection, forfeit_id: int, who: int, said: ForfeitWord) -> ForfeitRow:
        """Return the forfeit about which a person makes the statement `said`.

        Raises `Trouble` if the forfeit does not exist, or if this person may not make the statement.
        """
        row = ledger.forfeit(connection, forfeit_id)
        if row is None or (said == "unpaid" and row.debtor < 0):  # a forgotten person cannot owe again
            raise Trouble(Code.NO_FORFEIT)
        if said == "unpaid" and row.creditor is None:
            theirs = who != row.debtor and self._sat_there(connection, row, who)
        else:
            theirs = who == (row.debtor if said == "paid" else row.creditor)
        if said == "unpaid" and who == row.debtor and row.state in ledger.OPEN:
            raise Trouble(Code.NOT_SETTLED)
        if not theirs:
            raise Trouble(Code.NOT_YOURS, how=said)
        return row

    def _sat_there(self, connection: Connection, row: ForfeitRow, who: int) -> bool:
        table = table_rows.table(connection, row.table_id)
        return table is not None and any(seat.user == who for seat in self._changes.loader.table(table).seats)

    def _settle(self, connection: Connection, row: ForfeitRow, who: int, said: ForfeitWord) -> Saved | None:
        """Apply a statement to one forfeit.

        Return the saved table if a game waited for the forfeit, otherwise None.
        """
        if row.state == ledger.WAITS and said != "unpaid":  # P1: the game settles it by a move
            table = self._changes.loader.load(connection, row.table_id)
            playing.play_act(table, table.require_seat(who), Settle(table.require_seat(row.debtor), How(said)))
            return self._changes.save(connection, table)
        now = ledger.forfeit(connection, row.id, lock=True)
        assert now is not None, "forfeits are never deleted"
        self._check(now, said)
        at = self._now()
        for each in _with_chips(connection, now):
            count(connection, forfeits.settle(connection, each, _BECOMES[said], who, at))
        return None

    def _check(self, row: ForfeitRow, said: ForfeitWord) -> None:
        """Raise `Trouble` if the statement `said` does not fit the present state of a forfeit."""
        if said != "unpaid":
            if row.state not in ledger.OPEN:
                raise Trouble(Code.ALREADY_SETTLED, state=row.state)
        elif row.state in ledger.OPEN:
            raise Trouble(Code.NOT_SETTLED)
        elif row.state == ledger.WAIVED:
            raise Trouble(Code.ALREADY_SETTLED, state=row.state)
        elif row.settled is not None and row.settled < self._now() - DOUBTED_WITHIN:
            raise Trouble(Code.LONG_SETTLED, days=DOUBTED_WITHIN.days)
