"""One table while a transaction works on it: loaded, changed, saved, or not at all."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from bot.storage import Connection, rows
from bot.storage.rows import TableRow
from bot.tables import codec
from bot.tables.model import LIVE, Code, Meanwhile, Place, Seat, Setup, Status, TableInfo, Trouble, Waiting, Who
from bot.tables.patience import patience
from bot.tables.private_news import NO_NEWS, PrivateNews, learners
from engine import games
from engine.core.events import Event
from engine.core.state import Phase
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
        if self.status not in LIVE or not (self.status is Status.LOBBY or self.asked()):
            return None
        return (self.row.since or self.now) + self.patience()

    def patience(self) -> timedelta:
        """How long the table waits for whoever is asked now."""
        return patience(self.status, self.setup, self.game.state if self.game is not None else None, self.is_asleep())

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
        dozing = self.meanwhile.dozing
        return tuple(
            seat for seat in self.game.state.seats_in() if self.seats[seat].user is not None and seat not in dozing
        )

    def is_asleep(self) -> bool:
        """L2: whether all people doze, so that the game pauses: computer players do not play on alone."""
        return bool(self.meanwhile.dozing) and self.status is Status.PLAYING and not self.awake()

    def computers(self, seats: Iterable[int]) -> tuple[int, ...]:
        """The computer players among these seats."""
        return tuple(seat for seat in seats if self.seats[seat].user is None)

    def mood(self, seat: int) -> float:
        """A computer player's mood: from the seed, so that a restart finds it in the same mood."""
        return self.dice().draw(self.row.seq * MOODS + seat)

    def hurry(self) -> float:
        """How long, from 0 up to but not 1, whoever thinks now takes; as reliable as a mood, and apart from it."""
        return self.dice().draw(self.row.seq * MOODS + HURRY)

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
        row.waiting = codec.encode(self.waiting)
        row.changed, row.tries, row.not_before = self.now, 0, None
        if self.status is not Status.PLAYING or question(self.game) != question(self._game_at_first):
            self._ask_anew()
        elif self.events and self.game is not None and self.game.state.phase is Phase.PASSING:
            self.beside(asked_from=row.version)  # in the cup each act changes what the next would do
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

    def beside(self, **changes: Any) -> None:
        """Note what goes on beside the game; the fields are those of `Meanwhile`."""
        self.meanwhile = replace(self.meanwhile, **changes)
        self.row.meanwhile = codec.encode(self.meanwhile)

    def is_back(self, seat: int) -> bool:
        """Somebody is here: they doze no more, and missed nothing (L2). Whether that changes anything.

        Where they are asked, or all slept, the time begins anew when that is shown.
        """
        meanwhile = self.meanwhile
        if seat not in (*meanwhile.missed, *meanwhile.dozing):
            return False
        slept = self.is_asleep() or (seat in meanwhile.dozing and seat in games.awaited(self.running()))
        self.beside(
            missed=tuple(other for other in meanwhile.missed if other != seat),
            dozing=tuple(other for other in meanwhile.dozing if other != seat),
        )
        if slept:
            self.beside(called=0)
            self.row.since = None
        return True

    def show_anew(self) -> None:
        """What goes on beside the game has changed: the panel says so, and no version moves."""
        self.row.changed = self.now
        if self.row.panel_version is not None:
            self.row.panel_version = min(self.row.panel_version, self.row.version - 1)

    def _ask_anew(self) -> None:
        """Something else is asked from here on: no time has run for it, and nobody was called or has said anything."""
        row, before = self.row, self.meanwhile
        run = self.is_run(self._game_at_first) and self.is_run(self.game)
        self.meanwhile = Meanwhile()
        self.beside(
            asked_from=row.version,
            missed=before.missed,
            dozing=before.dozing,
            ahead=before.ahead,
            call=before.call,
            computers_since=(before.computers_since or row.since) if run else None,
        )
        row.since, row.quiet = None, False

    def is_run(self, game: games.AnyGame | None) -> bool:
        """Whether no person is asked in a running round of this game: a computer player moves, or who dozes."""
        if game is None or game.state.phase in (Phase.BETWEEN, Phase.OVER):
            return False
        return not any(seat in self.awake() for seat in games.awaited(game))

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
    if state.phase is Phase.BETWEEN:  # one pause, whatever is settled in it (P1)
        return state.round, state.phase
    return state.round, state.phase, games.awaited(game), state.standing, getattr(state, "votes", ())


def load(connection: Connection, table_id: int, now: datetime) -> Draft:
    """The table with this id, for changing. Raises `Trouble` where there is none."""
    row = rows.table(connection, table_id, lock=True)
    if row is None:
        raise Trouble(Code.UNKNOWN_TABLE)
    return Draft(row, now)
