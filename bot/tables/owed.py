"""Forfeits from the ledger with the names of people, and the open debts among the people of a game."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from bot.storage import Connection, kept_games, ledger, personal
from bot.storage.ledger import ForfeitRow
from bot.tables.model import Forfeit, Status, Who, people
from bot.tables.table import Table
from bot.words.cleaning import alike

_STANDS: dict[str, Literal["owed", "paid", "waived"]] = {
    ledger.WAITS: "owed",
    ledger.OWED: "owed",
    ledger.PAID: "paid",
    ledger.WAIVED: "waived",
}
MOST = 6
"""The number of forfeits that are read for the card of a result: one more than the card can list."""


def at_the_end(connection: Connection, table: Table) -> tuple[Forfeit, ...]:
    """Return the debts that the people of a finished game still owe in its channel, the debts of this game first."""
    if table.status is not Status.OVER or not table.setup.owes(table.seats):
        return ()
    row = table.row
    return lines(connection, ledger.between(connection, row.guild, row.channel, people(table.seats), row.id, MOST))


def lines(connection: Connection, found: Iterable[ForfeitRow]) -> tuple[Forfeit, ...]:
    """Return the forfeits of these rows, with the names of the people and the messages of the games."""
    found = tuple(found)
    shown = ledger.messages(connection, [row.table_id for row in found])
    people: dict[int, set[int]] = {}
    for row in found:
        people.setdefault(row.guild, set()).update({row.debtor} if row.creditor is None else {row.debtor, row.creditor})
    names = {guild: personal.names(connection, guild, sorted(theirs)) for guild, theirs in people.items()}
    apart = _told_apart(connection, found, names)
    return tuple(_forfeit(row, apart.get(row.table_id, names[row.guild]), shown.get(row.table_id)) for row in found)


def _told_apart(
    connection: Connection, found: Sequence[ForfeitRow], names: Mapping[int, Mapping[int, str]]
) -> dict[int, Mapping[int, str]]:
    """Return, by table, the names to use for rows in which debtor and creditor have the same name.

    At their table these people have distinct names.
    """
    unclear = [row for row in found if _look_alike(row, names[row.guild])]
    apart: dict[int, Mapping[int, str]] = {row.table_id: names[row.guild] for row in unclear}
    for seat in kept_games.players(connection, list(apart)) if apart else ():
        if seat.user is not None and seat.name:
            apart[seat.game] = {**apart[seat.game], seat.user: seat.name}
    return apart


def _look_alike(row: ForfeitRow, names: Mapping[int, str]) -> bool:
    one, other = names.get(row.debtor, ""), names.get(row.creditor or 0, "")
    return row.creditor is not None and alike(one) == alike(other)


def _forfeit(row: ForfeitRow, names: Mapping[int, str], message: int | None) -> Forfeit:
    return Forfeit(
        id=row.id,
        guild=row.guild,
        channel=row.channel,
        debtor=Who(row.debtor, names.get(row.debtor, "")),
        creditor=Who(row.creditor, names.get(row.creditor, "")) if row.creditor is not None else None,
        text=row.text,
        state=_STANDS[row.state],
        variant=row.variant,
        at=row.at,
        table=row.table_id,
        message=message,
    )
