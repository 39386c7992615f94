"""How the columns of a table and its events are stored: each is encoded and decoded here."""

from msgspec import json

from bot.storage.event_rows import EventRow
from bot.tables.annotations import Annotations
from bot.tables.model import Seat, Setup, Waiting
from bot.tables.pending import Delivery
from engine import games
from engine.core.events import Event, Hidden
from engine.games import AnyEvent, AnyGame, AnyRules

_events: json.Decoder[AnyEvent] = json.Decoder(AnyEvent)

_setups = json.Decoder(Setup)

_seats = json.Decoder(tuple[Seat, ...])

_waiting = json.Decoder(tuple[Waiting, ...])

_deliveries = json.Decoder(dict[int, Delivery])

_annotations = json.Decoder(Annotations)

encode = json.encode


def game(rules: AnyRules, public: bytes, hidden: bytes) -> AnyGame:
    """Return the game with these rules whose snapshot the two columns hold."""
    return games.thaw(rules, public, hidden)


def snapshot(game: AnyGame) -> tuple[bytes, bytes]:
    """Return a game as its two columns: what is public, and the hidden dice."""
    return games.freeze(game)


def setup(column: bytes) -> Setup:
    """Return the set-up that a column holds."""
    return _setups.decode(column)


def seats(column: bytes) -> tuple[Seat, ...]:
    """Return the seats that a column holds."""
    return _seats.decode(column)


def waiting(column: bytes) -> tuple[Waiting, ...]:
    """Return the people who wait for a seat, as a column holds them."""
    return _waiting.decode(column)


def deliveries(column: bytes) -> dict[int, Delivery]:
    """Return how far each seat was told what it has learnt; the column is `private_news`."""
    return _deliveries.decode(column)


def annotations(column: bytes) -> Annotations:
    """Return what is noted beside a game; the column is `meanwhile`."""
    return _annotations.decode(column)


def event_row(seq: int, event: Event) -> EventRow:
    """Return an event with its number as it is stored; a secret one is marked."""
    return EventRow(seq, str(event.__struct_config__.tag), isinstance(event, Hidden), encode(event))


def event(row: EventRow) -> AnyEvent:
    """Return the event that a row holds."""
    return _events.decode(row.body)
