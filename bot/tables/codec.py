"""Snapshots and events as JSON: checked when read, and public and hidden apart when written."""

from msgspec import json

from bot.storage.table_rows import EventRow
from bot.tables.model import Annotations, Seat, Setup, Waiting
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
    """The game of a table with `rules` whose snapshot these two columns hold."""
    return games.thaw(rules, public, hidden)


def snapshot(game: AnyGame) -> tuple[bytes, bytes]:
    """A game's two columns: what is public, and the hidden dice."""
    return games.freeze(game)


def setup(column: bytes) -> Setup:
    """The set-up that a column holds."""
    return _setups.decode(column)


def seats(column: bytes) -> tuple[Seat, ...]:
    """The seats that a column holds."""
    return _seats.decode(column)


def waiting(column: bytes) -> tuple[Waiting, ...]:
    """Those who wait, as a column holds them."""
    return _waiting.decode(column)


def deliveries(column: bytes) -> dict[int, Delivery]:
    """By seat, what it is to be told privately."""
    return _deliveries.decode(column)


def annotations(column: bytes) -> Annotations:
    """What goes on beside the game."""
    return _annotations.decode(column)


def event_row(seq: int, event: Event) -> EventRow:
    """An event as it is stored; a secret one is marked."""
    return EventRow(seq, str(event.__struct_config__.tag), isinstance(event, Hidden), encode(event))


def event(row: EventRow) -> AnyEvent:
    """The event that a row holds."""
    return _events.decode(row.body)
