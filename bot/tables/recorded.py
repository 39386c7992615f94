"""A game that is over as a record (engine/RECORD.md), with all that proves its dice."""

from msgspec import json

from bot.storage import Connection, rows
from bot.tables import codec
from bot.tables.model import LIVE, Code, TableInfo, Trouble
from bot.tables.sheet import Sheet
from engine.options import different
from engine.record import Header, write
from engine.variants import variant


def record(connection: Connection, sheet: Sheet) -> str | None:
    """The whole game, hidden dice included; None where none was played, or its events are forgotten.

    Raises `Trouble` while the game runs.
    """
    if sheet.status in LIVE:
        raise Trouble(Code.SEALED)
    stored = rows.events(connection, sheet.row.id)
    if sheet.game is None or not stored:
        return None
    info = sheet.info()
    return _origins(info) + write(_header(info), [codec.event(row) for row in stored])


def _header(info: TableInfo) -> Header:
    return Header(
        info.setup.variant,
        tuple(f"p{number}" for number in range(1, len(info.seats) + 1)),
        different(info.rules, variant(info.setup.variant).rules),
        commit=info.commitment,
        salts={number: seat.salt for number, seat in enumerate(info.seats) if seat.salt},
        seed=info.seed or "",
    )


def _origins(info: TableInfo) -> str:
    """Who is who, and what their salts were made of, as comments that FAIRNESS.md's lines read."""
    told = [f"# table {info.id}, game {info.game_number}"]
    for number, seat in enumerate(info.seats, 1):
        told.append(f"# p{number} is {_coded(seat.name)}" + (", a computer player" if seat.user is None else ""))
        if seat.brought.start:
            told.append(
                f"# brought {_coded([f'p{number}', seat.brought.join, seat.brought.lucky, seat.brought.start])}"
            )
    return "\n".join(told) + "\n"


def _coded(value: object) -> str:
    """As JSON, so that whatever a name holds stays on its line."""
    return json.encode(value).decode()
