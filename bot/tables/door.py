"""The door of a table: who may sit down, who was invited, and who was put out."""

from datetime import timedelta
from math import ceil

from bot.storage import Connection, put_out, table_people
from bot.tables.table import Table
from bot.tables.trouble import Code, Trouble
from engine.core.events import Left

KEPT_OUT = timedelta(hours=12)
"""People who were put out of a table sit at other tables of its host in this channel only if invited, for this long."""

MOST_INVITED = 100
"""A table remembers this many of the people who were invited last."""


def admit(connection: Connection, table: Table, user: int) -> None:
    """Raise `Trouble` if a person may sit at this table only if invited, and was not invited."""
    here = {seat.user for seat in table.there()} | {each.who.id for each in table.waiting}
    if user in here or user in table.annotations.invited:
        return
    until = put_out.until(connection, _channel(table), table.row.host, user)
    if until is not None and until > table.now:
        raise Trouble(Code.PUT_OUT, host=table.row.host_name, until=ceil(until.timestamp()))
    if table.setup.invited_only:
        raise Trouble(Code.INVITED_ONLY, host=table.row.host_name)


def invite(connection: Connection, table: Table, user: int) -> None:
    """Record that a person was invited to this table, so that they may sit down."""
    others = tuple(each for each in table.annotations.invited if each != user)
    table.annotate(invited=(*others, user)[-MOST_INVITED:])
    table_people.write(connection, {table.row.id: table.named()})


def keep_out(connection: Connection, table: Table, user: int) -> None:
    """Record that a person was put out of this table. An earlier invitation no longer counts."""
    table.annotate(invited=tuple(each for each in table.annotations.invited if each != user))
    until = table.now + KEPT_OUT
    put_out.keep(connection, table.row.guild, _channel(table), table.row.host, user, until)


def keep_out_the_removed(connection: Connection, table: Table) -> None:
    """Keep the people out whom the table has removed from the game in this unit of work."""
    gone = {event.seat for event in table.events if isinstance(event, Left)}
    for seat in gone.intersection(table.annotations.put_out):
        user = table.seats[seat].user
        if user is not None and user != table.row.host:
            keep_out(connection, table, user)


def _channel(table: Table) -> int:
    """Return the channel of a table, or the channel of its thread."""
    return table.row.parent or table.row.channel
