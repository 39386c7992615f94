"""Encodes and decodes the stored form of tables and their events."""

from msgspec import json

from bot.storage.event_rows import EventRow
from bot.storage.table_rows import FORM, LEAST_FORM
from bot.tables.annotations import Annotations
from bot.tables.model import Seat, Setup, Waiting
from bot.tables.pending import Delivery
from engine import games
from engine.core.events import Event, Hidden
from engine.games import AnyEvent, AnyGame, AnyRules
from engine.record.header import RULINGS, oldest_rulings

_events: json.Decoder[AnyEvent] = json.Decoder(AnyEvent)

_setups = json.Decoder(Setup)

_seats = json.Decoder(tuple[Seat, ...])

_waiting = json.Decoder(tuple[Waiting, ...])

_deliveries = json.Decoder(dict[int, Delivery])

_annotations = json.Decoder(Annotations)

encode = json.encode


def form(setup: Setup) -> int:
    """Return the lowest form of a row that says everything about a table with this set-up (`table_rows.FORM`)."""
    return FORM if oldest_rulings(setup.rules()) == RULINGS else LEAST_FORM


def game(rules: AnyRules, public: bytes, hidden: bytes) -> AnyGame:
    """Return the game with these rules from the two columns of its snapshot."""
    return games.thaw(rules, public, hidden)


def snapshot(game: AnyGame) -> tuple[bytes, bytes]:
    """Return a game as two columns: the public state and the hidden dice."""
    return games.freeze(game)


def setup(column: bytes) -> Setup:
    """Return the set-up that a column contains."""
    return _setups.decode(column)


def seats(column: bytes) -> tuple[Seat, ...]:
    """Return the seats that a column contains."""
    return _seats.decode(column)


def waiting(column: bytes) -> tuple[Waiting, ...]:
    """Return the waiting list that a column contains."""
    return _waiting.decode(column)


def deliveries(column: bytes) -> dict[int, Delivery]:
    """Return the deliveries that the column `private_news` contains, by seat."""
    return _deliveries.decode(column)


def annotations(column: bytes) -> Annotations:
    """Return a table's annotations from the column `meanwhile`."""
    return _annotations.decode(column)


def event_row(seq: int, event: Event) -> EventRow:
    """Return event number `seq` in its stored form; the row of a hidden event is marked as secret."""
    return EventRow(seq, str(event.__struct_config__.tag), isinstance(event, Hidden), encode(event))


def event(row: EventRow) -> AnyEvent:
    """Return the event that a row contains."""
    return _events.decode(row.body)
