"""One table while a transaction works on it: loaded, changed, saved, or not at all."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.storage import Connection, rows
from bot.storage.rows import TableRow
from bot.tables import codec
from bot.tables.model import LIVE, Code, Place, Seat, Setup, Status, TableInfo, Trouble, Waiting, Who
from bot.tables.patience import patience
from bot.tables.private_news import NO_NEWS, PrivateNews, learners
from engine import games
from engine.core.events import Event
from engine.fairness import FairDice, Seed

MOODS = 32
"""Draws for each number of events: one a seat, of which there are at most 20, and one for the hurry."""
HURRY = MOODS - 1


class Draft:
    """A table as it is being changed: its row, decoded. Never leaves the use cases, for it holds everybody's dice."""

    def __init__(self, row: TableRow, now: datetime) -> None:
        self.row, self.now = row, now
        self.setup: Setup = codec.setup(row.setup)
        self.seats: tuple[Seat, ...] = codec.seats(row.seats)
        self.waiting: tuple[Waiting, ...] = codec.waiting(row.waiting)
        self.game: games.AnyGame | None = None
        if row.public is not None and row.hidden is not None:
            self.game = codec.game(self.setup.rules(), row.public, row.hidden)
        self.private_news = codec.private_news(row.private_news)
        self.meanwhile = codec.meanwhile(row.meanwhile)
        self.events: list[Event] = []
        self.is_retired = False
        self._game_at_first = self.game
        self.there_at_first = tuple(seat.user for seat in self.there() if seat.user is not None)
        self._was_version = row.version
        self._first_seq = row.seq

    def __repr__(self) -> str:
        return f"Draft({self.row!r})"

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
            meanwhile=replace(self.meanwhile, ahead={}),
            waiting=self.waiting,
            ended_by=row.ended_by,
        )

    def deadline(self) -> datetime | None:
        """When the patience with whoever is asked ends; it begins when they were shown that they are asked."""
        if self.status not in LIVE or not (self.status is Status.LOBBY or self._waits_for_people()):
            return None
        return (self.row.since or self.now) + self.patience()

    def patience(self) -> timedelta:
        """How long the table waits for whoever is asked now."""
        return patience(self.status, self.setup, games.view(self.game) if self.game is not None else None)

    def computers(self, seats: Iterable[int]) -> tuple[int, ...]:
        """The computer players among these seats."""
        return tuple(seat for seat in seats if self.seats[seat].user is None)

    def mood(self, seat: int) -> float:
        """A computer player's mood: from the seed, so that a restart finds it in the same mood."""
        return self.dice().draw(self.row.seq * MOODS + seat)

    def hurry(self) -> float:
        """How long, from 0 up to but not 1, whoever thinks now takes; as reliable as a mood, and apart from it."""
        return self.dice().draw(self.row.seq * MOODS + HURRY)

    def _waits_for_people(self) -> bool:
        view = games.view(self.running())
        return bool(view.state.debtors) or any(self.seats[seat].user is not None for seat in view.awaited)

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
            seat
            for number, seat in enumerate(self.seats)
            if seat.user is not None and not (number < len(left) and left[number])
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

    def happened(self, events: tuple[Event, ...], game: games.AnyGame) -> None:
        """Take over what a play brought."""
        self.events += events
        self.game = game
        self.row.seq += len(events)

    def heard(self, seat: int, upto: int, letter: int | None = None) -> None:
        """A seat is told what it has learnt up to that event, by this DM where it took one."""
        news = self.private_news[seat]
        newest = letter if letter is not None and upto >= news.told else news.letter
        self._note(seat, replace(news, told=max(news.told, upto), tries=0, again=None, letter=newest))

    def missed(self, seat: int, again: datetime) -> None:
        """A seat could not be told; it is tried again then."""
        self._note(seat, replace(self.private_news[seat], tries=self.private_news[seat].tries + 1, again=again))

    def postpone(self, seat: int, until: datetime) -> None:
        """A seat is not told before that moment."""
        self._note(seat, replace(self.private_news[seat], again=until))

    def close_books(self) -> None:
        """Bring the row up to date with what was done: the next version, and no time has run yet."""
        row = self.row
        row.version = self._was_version + 1
        row.setup, row.seats = codec.encode(self.setup), codec.encode(self.seats)
        row.meanwhile = codec.encode(self.meanwhile)
        row.waiting = codec.encode(self.waiting)
        row.changed, row.tries, row.not_before = self.now, 0, None
        if self.status is not Status.PLAYING or question(self.game) != question(self._game_at_first):
            row.since, row.quiet = None, False
        if self.is_retired:
            row.shown_seq, row.panel_version = row.seq, row.version
        if self.game is not None:
            row.public, row.hidden = codec.snapshot(self.game)
            self._note_what_was_learnt(self.game)

    def save(self, connection: Connection) -> None:
        """Store the row and the events. Call after `close_books`.

        Raises `rows.Moved` if the table was saved by somebody else since it was loaded.
        """
        rows.save_table(connection, self.row, self._was_version)
        numbered = enumerate(self.events, self._first_seq + 1)
        happened = [codec.event_row(seq, event) for seq, event in numbered]
        rows.add_events(connection, self.row.id, self.now, happened)

    def _note_what_was_learnt(self, game: games.AnyGame) -> None:
        for seat in learners(self._game_at_first, game, len(self.seats)):
            news = self.private_news.get(seat, NO_NEWS)
            self._note(seat, replace(news, learnt=self.row.seq, tries=0, again=None))

    def _note(self, seat: int, news: PrivateNews) -> None:
        self.private_news[seat] = news
        self.row.private_news = codec.encode(self.private_news)


def question(game: games.AnyGame | None) -> tuple[object, ...]:
    """Who is asked what: while this stays the same, the clock runs on."""
    if game is None:
        return ()
    state = game.state
    return state.round, state.phase, games.awaited(game), state.standing, getattr(state, "votes", ())


def load(connection: Connection, table_id: int, now: datetime) -> Draft:
    """The table with this id, for changing. Raises `Trouble` where there is none."""
    row = rows.table(connection, table_id, lock=True)
    if row is None:
        raise Trouble(Code.UNKNOWN_TABLE)
    return Draft(row, now)
