"""Who sat at a table in an earlier round, before people took over computer players' seats."""

from msgspec.structs import replace

from bot.tables.model import Seat, TableView


def seat_in_round(seat: Seat, number: int) -> Seat:
    """Return the seat as it was in round `number`: with the computer player if a person took it over later."""
    if seat.since <= number or not seat.instead_of:
        return seat
    return replace(seat, user=None, name=seat.instead_of, since=0, instead_of="", look="")


def as_in_round(table: TableView, number: int) -> TableView:
    """Return the table with the players who sat there in round `number`, or as it is if `number` is 0."""
    if not number or all(seat.since <= number for seat in table.seats):
        return table
    return replace(table, seats=tuple(seat_in_round(seat, number) for seat in table.seats))
