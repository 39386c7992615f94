"""A table as it was loaded, which people are present and who is asked to move; and how its columns are stored."""

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


LOBBY_IDLES = timedelta(minutes=30)
"""How long a lobby waits for something to happen before it closes."""

TABLE_IDLES = timedelta(days=7)
"""How long a game without a clock waits for a player (L5), and one whose people all doze for one of them (L2)."""

FORFEIT_WAITS = timedelta(minutes=10)
"""How long a forfeit waits at a table without a clock (L2)."""


def turn_timeout(status: Status, setup: Setup, state: State | None, asleep: bool = False) -> timedelta:
    """Return how long a table waits for the people who are asked; with `asleep`, for anybody to come back."""
    if status is Status.LOBBY or state is None:
        return LOBBY_IDLES
    if asleep:
        return TABLE_IDLES
    if setup.clock is not None:
        return timedelta(seconds=setup.clock)
    return FORFEIT_WAITS if state.debtors else TABLE_IDLES


MOODS = 32
"""Draws from the seed for each number of events: one a seat, of which there are at most 20, and one for `HURRY`."""

HURRY = MOODS - 1


class LoadedTable:
    """A table as it may be read. It never leaves the use cases, for it holds everybody's dice."""

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
        """Change annotations of the table; the names are the fields of `Annotations`."""
        self.annotations = replace(self.annotations, **changes)
        self.row.meanwhile = encode(self.annotations)

    @property
    def status(self) -> Status:
        """Whether the table is a lobby, in play, over or closed."""
        return Status(self.row.status)

    def info(self) -> TableInfo:
        """Return the table as everybody may see it."""
        row = self.row
        return TableInfo(
            id=row.id,
            place=Place(row.guild, row.channel, row.guild_name, row.channel_name, row.parent, bool(row.private)),
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
        """Return when the time of the people who are asked runs out; it began when they were shown that they are."""
        if self.status not in LIVE or not (self.status is Status.LOBBY or self.asked()):
            return None
        return (self.row.since or self.now) + self.turn_timeout()

    def turn_timeout(self) -> timedelta:
        """Return how long the table waits for the people who are asked now."""
        return turn_timeout(
            self.status, self.setup, self.game.state if self.game is not None else None, self.is_asleep()
        )

    def asked(self) -> tuple[int, ...]:
        """Return the seats of the people who have to do something: take their turn, or settle a forfeit.

        A forfeit (P1) counts only where the table waits for it. Nobody who dozes is asked (L2).
        """
        if self.game is None or self.status is not Status.PLAYING:
            return ()
        if self.game.state.debtors and not self.setup.wait_settled:
            return ()
        awake = self.awake()
        return tuple(seat for seat in games.awaited(self.game) if seat in awake)

    def awake(self) -> tuple[int, ...]:
        """Return the seats of the people who are still in the game and do not doze (L2)."""
        if self.game is None:
            return ()
        dozing = self.annotations.dozing
        return tuple(
            seat for seat in self.game.state.seats_in() if self.seats[seat].user is not None and seat not in dozing
        )

    def is_asleep(self) -> bool:
        """Return whether all people doze, so that the game pauses (L2): computer players do not play on alone."""
        return bool(self.annotations.dozing) and self.status is Status.PLAYING and not self.awake()

    def plays_itself_out(self) -> bool:
        """L3: whether only computer players are left, two or more, and play the game out among themselves."""
        if self.game is None or self.status is not Status.PLAYING:
            return False
        left = self.game.state.seats_in()
        return 1 < len(left) == len(self.computers(left)) and self.game.state.is_played_out()

    def is_last_of_evening(self) -> bool:
        """Return whether a game has ended that others came before in the same evening, and none came after."""
        noted, is_over = self.annotations, self.game is not None and self.status not in LIVE
        return is_over and bool(noted.evening) and not noted.is_night

    def computers(self, seats: Iterable[int]) -> tuple[int, ...]:
        """Return those of these seats that are computer players'."""
        return tuple(seat for seat in seats if self.seats[seat].user is None)

    def mood(self, seat: int) -> float:
        """Return a computer player's mood, from 0 up to but not 1; it comes from the seed, so a restart keeps it."""
        return self.dice().draw(self.row.seq * MOODS + seat)

    def hurry(self) -> float:
        """Return how long a computer player thinks now, from 0 up to but not 1; it is independent of moods."""
        return self.dice().draw(self.row.seq * MOODS + HURRY)

    def seat_of(self, user: int) -> int | None:
        """Return the seat in which `user` sits, None where they sit in none."""
        return next((number for number, seat in enumerate(self.seats) if seat.user == user), None)

    def require_seat(self, user: int) -> int:
        """Return the seat in which `user` sits. Raises `Trouble` where they sit in none."""
        seat = self.seat_of(user)
        if seat is None:
            raise Trouble(Code.NOT_SEATED)
        return seat

    def there(self) -> tuple[Seat, ...]:
        """Return the seats of the people who have not left, in joining order."""
        left = [player.left for player in self.game.state.players] if self.game is not None else []
        return tuple(
            seat
            for number, seat in enumerate(self.seats)
            if seat.is_human() and not (number < len(left) and left[number])
        )

    def pass_on_host(self) -> None:
        """Make the first person who is present the host where the host has left."""
        there = self.there()
        if there and there[0].user is not None and self.row.host not in [seat.user for seat in there]:
            self.row.host, self.row.host_name = there[0].user, there[0].name

    def running(self) -> games.AnyGame:
        """Return the game that is played. Raises `Trouble` before it begins and after its end."""
        if self.status == Status.LOBBY:
            raise Trouble(Code.NOT_STARTED)
        if self.game is None or self.status != Status.PLAYING:
            raise Trouble(Code.GONE)
        return self.game

    def dice(self) -> FairDice:
        """Return the dice of this game, made from its seed and the players' salts."""
        salts = {number: seat.salt for number, seat in enumerate(self.seats) if seat.salt}
        return FairDice(Seed.from_hex(self.row.seed), salts)

    def is_run(self, game: games.AnyGame | None) -> bool:
        """Return whether a round of this game waits for no person: for a computer player, or somebody who dozes."""
        if game is None or game.state.phase in (Phase.BETWEEN, Phase.OVER):
            return False
        return not any(seat in self.awake() for seat in games.awaited(game))
