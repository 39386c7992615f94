"""How many live tables there may be, of one person and on one server; counted in the transaction that adds one."""

from bot.settings import Limits
from bot.storage import Connection, table_rows
from bot.tables.model import Seat
from bot.tables.trouble import Code, Trouble


def room_for(connection: Connection, most: Limits, user: int) -> None:
    """Raise `Trouble` for who sits at as many tables as one person may."""
    table_rows.hold_people(connection, [user])
    if table_rows.count_tables_of(connection, user) >= most.person:
        raise Trouble(Code.TOO_MANY_TABLES, most=most.person)


def room_for_another(
    connection: Connection, most: Limits, guild: int, host: int, seats: tuple[Seat, ...]
) -> tuple[Seat, ...]:
    """Those of these seats whose people may sit at another table on this server; computer players always may.

    Raises `Trouble` where its host may not, or where as many tables are open on the server as may be.
    """
    people = {seat.user for seat in seats if seat.user is not None} | {host}
    table_rows.hold_people(connection, people, guild)
    full = {user for user in people if table_rows.count_tables_of(connection, user) >= most.person}
    if host in full:
        raise Trouble(Code.TOO_MANY_TABLES, most=most.person)
    if table_rows.count_tables_on(connection, guild) >= most.server:
        raise Trouble(Code.SERVER_FULL, most=most.server)
    return tuple(seat for seat in seats if seat.user not in full)
