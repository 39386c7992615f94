"""A table as it is loaded from its row, and how its parts are stored."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from msgspec import json
from msgspec.structs import replace

from bot.storage.table_rows import EventRow, TableRow
from bot.tables.model import LIVE, Annotations, Place, Seat, Setup, Status, TableInfo, Waiting, Who
from bot.tables.pending import Delivery
from bot.tables.trouble import Code, Trouble
from engine import games
from engine.core.events import Event, Hidden
from engine.core.state import Phase, State
from engine.fairness import FairDice, Seed
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


LOBBY_IDLES = timedelta(minutes=30)
"""How long a lobby waits for something to happen."""

TABLE_IDLES = timedelta(days=7)
"""L5: how long a game without a clock waits for a player, and one whose people all doze (L2) for one of them."""

FORFEIT_WAITS = timedelta(minutes=10)
"""L2: how long a forfeit waits where the table has no clock."""


def turn_timeout(status: Status, setup: Setup, state: State | None, asleep: bool = False) -> timedelta:
    """How long the table waits for whoever is asked now; for anybody to come where all doze (`asleep`)."""
    if status is Status.LOBBY or state is None:
        return LOBBY_IDLES
    if asleep:
        return TABLE_IDLES
    if setup.clock is not None:
        return timedelta(seconds=setup.clock)
    return FORFEIT_WAITS if state.debtors else TABLE_IDLES


MOODS = 32
"""Draws for each number of events: one a seat, of which there are at most 20, and one for the hurry."""

HURRY = MOODS - 1


class LoadedTable:
    """A table as it may be read. Never leaves the use cases, for it holds everybody's dice."""

    def __init__(self, row: TableRow, now: datetime) -> None:
        self.row, self.now = row, now
        self.setup: Setup = setup(row.setup)
        self.seats: tuple[Seat, ...] = seats(row.seats)
        self.waiting: tuple[Waiting, ...] = waiting(row.waiting)
        self.annotations = annotations(row.meanwhile)
        self.game: games.AnyGame | None = None
        if row.public is not None and row.hidden is not None:
            self.game = game(self.setup.rules(), row.public, row.hidden)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.row!r})"

    def annotate(self, **changes: Any) -> None:
        """Note what goes on beside the game; the fields are those of `Meanwhile`."""
        self.annotations = replace(self.annotations, **changes)
        self.row.meanwhile = encode(self.annotations)

    @property
    def status(self) -> Status:
        """Where the table is in its life."""
        return Status(self.row.status)

    def info(self) -> TableInfo:
        """The table as everybody may see it."""
        row = self.row
        return TableInfo(
            id=row.id,
            place=Place(row.guild, row.channel, row.guild_name, row.channel_name),
            host=Who(row.host, row.host_name),
            status=self.status,
            setup=self.setup,
            rules=self.setup.rules(),
            seats=self.seats,
            game=row.id if self.game is not None else None,
            commitment=row.commitment,
            version=row.version,
            game_number=row.number,
            seed=row.seed if self.status not in LIVE else None,
            deadline=self.deadline(),
            ends_at=row.ends_at,
            annotations=replace(self.annotations, ahead={}),
            waiting=self.waiting,
            ended_by=row.ended_by,
        )

    def deadline(self) -> datetime | None:
        """When the patience with whoever is asked ends; it begins when they were shown that they are asked."""
        if self.status not in LIVE or not (self.status is Status.LOBBY or self.asked()):
            return None
        return (self.row.since or self.now) + self.turn_timeout()

    def turn_timeout(self) -> timedelta:
        """How long the table waits for whoever is asked now."""
        return turn_timeout(
            self.status, self.setup, self.game.state if self.game is not None else None, self.is_asleep()
        )

    def asked(self) -> tuple[int, ...]:
        """The people of whom something is asked and who have their time for it: whose turn it is, who is to settle.

        A forfeit (P1) is only asked for where the table waits for it. Who dozes is played for (L2).
        """
        if self.game is None or self.status is not Status.PLAYING:
            return ()
        if self.game.state.debtors and not self.setup.wait_settled:
            return ()
        awake = self.awake()
        return tuple(seat for seat in games.awaited(self.game) if seat in awake)

    def awake(self) -> tuple[int, ...]:
        """The people still in the game who do not doze (L2)."""
        if self.game is None:
            return ()
        dozing = self.annotations.dozing
        return tuple(
            seat for seat in self.game.state.seats_in() if self.seats[seat].user is not None and seat not in dozing
        )

    def is_asleep(self) -> bool:
        """L2: whether all people doze, so that the game pauses: computer players do not play on alone."""
        return bool(self.annotations.dozing) and self.status is Status.PLAYING and not self.awake()

    def computers(self, seats: Iterable[int]) -> tuple[int, ...]:
        """The computer players among these seats."""
        return tuple(seat for seat in seats if self.seats[seat].user is None)

    def mood(self, seat: int) -> float:
        """A computer player's mood: from the seed, so that a restart finds it in the same mood."""
        return self.dice().draw(self.row.seq * MOODS + seat)

    def hurry(self) -> float:
        """How long, from 0 up to but not 1, whoever thinks now takes; as reliable as a mood, and apart from it."""
        return self.dice().draw(self.row.seq * MOODS + HURRY)

    def seat_of(self, user: int) -> int | None:
        """The seat in which `user` sits, None where they sit in none."""
        return next((number for number, seat in enumerate(self.seats) if seat.user == user), None)

    def require_seat(self, user: int) -> int:
        """The seat in which `user` sits. Raises `Trouble` (not seated) for anybody else."""
        seat = self.seat_of(user)
        if seat is None:
            raise Trouble(Code.NOT_SEATED)
        return seat

    def there(self) -> tuple[Seat, ...]:
        """The seats of people who have not left, in joining order."""
        left = [player.left for player in self.game.state.players] if self.game is not None else []
        return tuple(
            seat
            for number, seat in enumerate(self.seats)
            if seat.is_human() and not (number < len(left) and left[number])
        )

    def pass_on_host(self) -> None:
        """Where the host is not there any more, the first person who is takes over."""
        there = self.there()
        if there and there[0].user is not None and self.row.host not in [seat.user for seat in there]:
            self.row.host, self.row.host_name = there[0].user, there[0].name

    def running(self) -> games.AnyGame:
        """The game that is played. Raises `Trouble` where none is yet, or none any more."""
        if self.status == Status.LOBBY:
            raise Trouble(Code.NOT_STARTED)
        if self.game is None or self.status != Status.PLAYING:
            raise Trouble(Code.GONE)
        return self.game

    def dice(self) -> FairDice:
        """The dice of this game, from its seed and the salts that the players brought."""
        salts = {number: seat.salt for number, seat in enumerate(self.seats) if seat.salt}
        return FairDice(Seed.from_hex(self.row.seed), salts)

    def is_run(self, game: games.AnyGame | None) -> bool:
        """Whether no person is asked in a running round of this game: a computer player moves, or who dozes."""
        if game is None or game.state.phase in (Phase.BETWEEN, Phase.OVER):
            return False
        return not any(seat in self.awake() for seat in games.awaited(game))
