"""One table while a transaction works on it: loaded, changed, saved, or not at all."""

from datetime import datetime

from bot.storage import Connection, rows
from bot.storage.rows import TableRow
from bot.tables import codec
from bot.tables.model import LIVE, Code, Place, Seat, Setup, Status, TableInfo, Trouble, Who
from engine import games
from engine.common_hand.view import View
from engine.core.events import Event
from engine.fairness import FairDice, Seed
from engine.games import AnyView


class Sheet:
    """The score sheet of a table: its row, decoded. Never leaves the use cases, for it holds everybody's dice."""

    def __init__(self, row: TableRow, now: datetime) -> None:
        self.row, self.now = row, now
        self.setup: Setup = codec.setup(row.setup)
        self.seats: tuple[Seat, ...] = codec.seats(row.seats)
        self.game: games.AnyGame | None = None
        if row.public is not None and row.hidden is not None:
            self.game = codec.game(self.setup.rules(), row.public, row.hidden)
        self.events: list[Event] = []
        self.asked_at_first = asked(games.view(self.game)) if self.game is not None else ()
        self.there_at_first = tuple(seat.user for seat in self.there() if seat.user is not None)
        self._was_version = row.version
        self._first_seq = row.seq

    def __repr__(self) -> str:
        return f"Sheet({self.row!r})"

    @property
    def status(self) -> Status:
        """Where the table is in its life."""
        return Status(self.row.status)

    def info(self) -> TableInfo:
        """The table as everybody may see it."""
        row = self.row
        return TableInfo(
            id=row.id, place=Place(row.guild, row.channel, row.guild_name, row.channel_name),
            host=Who(row.host, row.host_name), status=self.status, setup=self.setup, rules=self.setup.rules(),
            seats=self.seats, game=row.id if self.game is not None else None,
            commitment=row.commitment, version=row.version, game_number=row.number,
            seed=row.seed if self.status not in LIVE else None, deadline=row.deadline, ends_at=row.ends_at,
        )  # fmt: skip

    def seat_of(self, user: int) -> int:
        """The seat of a person. Raises `Trouble` for an onlooker."""
        seat = self.info().seat_of(user)
        if seat is None:
            raise Trouble(Code.NOT_SEATED)
        return seat

    def there(self) -> tuple[Seat, ...]:
        """The seats of people who have not left, in joining order."""
        left = [player.left for player in self.game.state.players] if self.game is not None else []
        return tuple(
            seat for number, seat in enumerate(self.seats)
            if seat.user is not None and not (number < len(left) and left[number])
        )  # fmt: skip

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

    def happened(self, events: tuple[Event, ...], game: games.AnyGame) -> None:
        """Take over what a play brought."""
        self.events += events
        self.game = game
        self.row.seq += len(events)

    def save(self, connection: Connection) -> None:
        """Store all that changed, under the next version, as something to be shown.

        Raises `rows.Moved` if the table was saved by somebody else since it was loaded.
        """
        row = self.row
        row.version = self._was_version + 1
        row.setup, row.seats = codec.encode(self.setup), codec.encode(self.seats)
        row.changed, row.showing = self.now, True
        if self.game is not None:
            row.public, row.hidden = codec.snapshot(self.game)
        rows.save_table(connection, row, self._was_version)
        numbered = enumerate(self.events, self._first_seq + 1)
        rows.add_events(connection, row.id, self.now, [codec.event_row(seq, event) for seq, event in numbered])


def asked(view: AnyView) -> tuple[object, ...]:
    """Who is asked what: while this stays the same, the clock runs on."""
    votes = view.state.votes if isinstance(view, View) else ()
    return view.state.round, view.state.phase, view.awaited, view.state.standing, votes


def load(connection: Connection, table_id: int, now: datetime) -> Sheet:
    """The table with this id, for changing. Raises `Trouble` where there is none."""
    row = rows.table(connection, table_id, lock=True)
    if row is None:
        raise Trouble(Code.UNKNOWN_TABLE)
    return Sheet(row, now)
