"""Reads forfeits from the ledger with the names of people, and the open debts among the people of a game."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from bot.storage import Connection, kept_games, ledger, personal
from bot.storage.ledger import ForfeitRow
from bot.tables.model import Forfeit, Status, Who, people
from bot.tables.table import Table
from bot.words.cleaning import is_numbered, told_apart_by_key

_STANDS: dict[str, Literal["owed", "paid", "waived"]] = {
    ledger.WAITS: "owed",
    ledger.OWED: "owed",
    ledger.PAID: "paid",
    ledger.WAIVED: "waived",
}
MOST = 50
"""The maximum number of forfeits that are read for a result or a night card, where equal ones share a line."""


def at_the_end(connection: Connection, table: Table) -> tuple[Forfeit, ...]:
    """Return the open debts in a channel among the people of a finished game. The debts of this game come first.

    Return an empty tuple if the game was not played to its end, or if nothing is owed at this table.
    """
    if table.status is not Status.OVER or not table.setup.owes(table.seats):
        return ()
    row, called = table.row, {seat.user: seat.name for seat in table.seats if seat.user is not None}
    found = ledger.between(connection, row.guild, row.channel, people(table.seats), row.id, MOST)
    return lines(connection, found, called)


def names_in(connection: Connection, game: int) -> dict[int, str]:
    """Return the names that people have in a finished game, by their ids."""
    return {seat.user: seat.name for seat in kept_games.players(connection, [game]) if seat.user is not None}


def lines(
    connection: Connection, found: Iterable[ForfeitRow], called: Mapping[int, str] = MappingProxyType({})
) -> tuple[Forfeit, ...]:
    """Return the forfeits of these rows, with the names of the people and the ids of the games' messages.

    `called` contains the names of the people at a table, by id. Each person has the same name in all of these
    forfeits, and no two people on a server have the same name.
    """
    found = tuple(found)
    shown = ledger.messages(connection, [row.table_id for row in found])
    names: dict[int, Mapping[int, str]] = {}
    for guild in {row.guild for row in found}:
        names[guild] = _names(connection, [row for row in found if row.guild == guild], called)
    return tuple(_forfeit(row, names[row.guild], shown.get(row.table_id)) for row in found)


def _names(connection: Connection, found: Sequence[ForfeitRow], called: Mapping[int, str]) -> Mapping[int, str]:
    """Return the names to use for the people in these rows. All rows belong to one server.

    People who have the same name keep the numbers that they had in their games, unless two of them would then have the
    same name.
    """
    users = dict.fromkeys(user for row in found for user in (row.debtor, row.creditor) if user is not None)
    if users.keys() <= called.keys():
        return called
    last = personal.names(connection, found[0].guild, sorted(users))
    numbered = {
        seat.user: seat.name
        for seat in kept_games.players(connection, sorted({row.table_id for row in found}))
        if seat.user in last and is_numbered(seat.name, last[seat.user])
    }
    plain = [*called.items(), *((user, last.get(user, "")) for user in users)]
    best = {user: numbered.get(user, name) for user, name in plain}
    apart = told_apart_by_key(best.items())
    return apart if apart == best else told_apart_by_key(plain)


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
