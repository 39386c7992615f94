"""A table in the form in which it is loaded, changed and saved: its row, its game, its people and its annotations."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from bot.storage import Connection, event_rows, table_people, table_rows
from bot.storage.table_rows import TableRow
from bot.tables import encoding
from bot.tables.annotations import MOST_LATE, OF_THE_GAME, Annotations
from bot.tables.asking import question, step, turn_timeout
from bot.tables.learners import is_deal, learners
from bot.tables.model import LIVE, Place, Seat, Setup, Status, TableView, Waiting, Who
from bot.tables.pending import NO_DELIVERY, NumberedEvent
from bot.tables.trouble import Code, Trouble
from engine import games
from engine.core.events import Event, GameOver, Hidden
from engine.core.state import Phase
from engine.fairness import FairDice, Seed
from engine.games import AnyView

DRAWS = 32
"""The number of draws that the seed gives after each event. The first 20 are the moods of computer players by seat."""

LONGEST_SHOWING = 5.0
"""The most seconds that count as a delay by a busy channel, since a longer delay has another cause."""


class Table:
    """A table during one unit of work. It contains everybody's dice, so only the operations on tables may use it.

    `news` contains the public events since the beginning of the live message. It is None if they were not read.
    """

    def __init__(self, row: TableRow, now: datetime) -> None:
        self.row = row
        self.setup: Setup = encoding.setup(row.setup)
        self.seats: tuple[Seat, ...] = encoding.seats(row.seats)
        self.waiting: tuple[Waiting, ...] = encoding.waiting(row.waiting)
        self.annotations = encoding.annotations(row.marks.meanwhile)
        self.deliveries = encoding.deliveries(row.marks.private_news)
        self.game: games.AnyGame | None = None
        if row.public is not None and row.hidden is not None:
            self.game = encoding.game(self.setup.rules(), row.public, row.hidden)
        self.news: list[NumberedEvent] | None = None
        self._views: dict[int | None, AnyView] = {}
        self.begin(now)

    def __repr__(self) -> str:
        return f"Table({self.row!r})"

    def begin(self, now: datetime) -> None:
        """Begin a unit of work at the time `now`. Changes are measured from the present state of the table."""
        self.now = now
        self.events: list[Event] = []
        self.is_retired = self.is_silent = False
        self._game_at_first = self.game
        self._chosen_at_first = self.setup, self.seats, self.waiting
        self.there_at_first = tuple(seat.user for seat in self.there() if seat.user is not None)
        self._was_version, self._was_writes, self._first_seq = self.row.version, self.row.writes, self.row.seq
        self._named_at_first = self.named()

    def view(self, seat: int | None = None) -> AnyView:
        """Return the game as a seat sees it, or as everybody sees it if `seat` is None.

        Raises `Trouble` if no game has begun.
        """
        if self.game is None:
            raise Trouble(Code.NOT_STARTED)
        if seat not in self._views:
            self._views[seat] = games.view(self.game, seat)
        return self._views[seat]

    @property
    def status(self) -> Status:
        """The state of the table."""
        return Status(self.row.status)

    def info(self, seat: int | None = None) -> TableView:
        """Return the table as a seat may see it. If `seat` is None, return it as everybody may see it."""
        row = self.row
        return TableView(
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
            ends_at=row.marks.ends_at,
            annotations=replace(self.annotations, ahead={}) if self.annotations.ahead else self.annotations,
            waiting=self.waiting,
            ended_by=row.ended_by,
            view=self.view(seat) if self.game is not None else None,
            seat=seat,
            lies=self._lies(seat),
        )

    def _lies(self, seat: int | None) -> tuple[float, float, float, float] | None:
        """Return the random draws for the lies that are offered to a seat, or None if it is not the seat's turn."""
        if self.game is None or seat is None or seat not in games.awaited(self.game):
            return None
        at = games.lies_at(self.game)
        return None if at is None else self.dice().lies(at)

    def still_asks(self, version: int) -> bool:
        """Return whether a panel of that version still asks the present question."""
        return (self.annotations.asked_from or self.row.version) <= version <= self.row.version

    def deadline(self) -> datetime | None:
        """Return when the players whose move it is run out of time, or None if it is nobody's move.

        Their time begins when the question is shown to them.
        """
        if self.status not in LIVE or not (self.status is Status.LOBBY or self.asked()):
            return None
        return (self.row.marks.since or self.now) + self.turn_timeout()

    def turn_timeout(self) -> timedelta:
        """Return how long the table waits for the people it asks, or for one to come back if all of them doze.

        A lobby for later waits until some time after its people wanted to play.
        """
        game, meets = (self.game, None) if self.status is not Status.LOBBY else (None, self.annotations.meets)
        waits = turn_timeout(game, self.setup.clock, self.is_asleep())
        return waits if meets is None else waits + max(meets - (self.row.marks.since or self.now), timedelta())

    def asked(self) -> tuple[int, ...]:
        """Return the seats of the people who have to act: take their turn, or settle a forfeit.

        A forfeit (P1) counts only at a table that waits for it. People who doze are not asked (L2).
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
        """Return whether all people doze. Then the game pauses (L2), and computer players do not play on alone."""
        return bool(self.annotations.dozing) and self.status is Status.PLAYING and not self.awake()

    def plays_itself_out(self) -> bool:
        """Return whether only computer players, at least two, are left and finish the game alone (L3)."""
        if self.game is None or self.status is not Status.PLAYING:
            return False
        left = self.game.state.seats_in()
        return 1 < len(left) == len(self.computers(left)) and self.game.state.is_played_out()

    def computers(self, seats: Iterable[int]) -> tuple[int, ...]:
        """Return the computer players' seats among these seats."""
        return tuple(seat for seat in seats if self.seats[seat].user is None)

    def seat_of(self, user: int) -> int | None:
        """Return the seat of `user`, or None if they have no seat here."""
        return next((number for number, seat in enumerate(self.seats) if seat.user == user), None)

    def require_seat(self, user: int) -> int:
        """Return the seat of `user`. Raises `Trouble` if they have no seat here."""
        seat = self.seat_of(user)
        if seat is None:
            raise Trouble(Code.NOT_SEATED)
        return seat

    def there(self) -> tuple[Seat, ...]:
        """Return the seats of the people who have not left the game, in joining order."""
        left = [player.left for player in self.game.state.players] if self.game is not None else []
        return tuple(
            seat
            for number, seat in enumerate(self.seats)
            if seat.is_human() and not (number < len(left) and left[number])
        )

    def named(self) -> frozenset[int]:
        """Return the ids of the people about whom the table has data. Forgotten people are left out."""
        return named(self.row.host, self.seats, self.waiting, self.annotations)

    def running(self) -> games.AnyGame:
        """Return the running game. Raises `Trouble` if no game is running."""
        if self.status == Status.LOBBY:
            raise Trouble(Code.NOT_STARTED)
        if self.game is None or self.status != Status.PLAYING:
            raise Trouble(Code.GONE, over=self.status is Status.OVER)
        return self.game

    def bids_before(self) -> int:
        """Return the number of bids or claims in the round before this unit of work changed the game."""
        game = self._game_at_first
        state = game.state if game is not None else None
        return len(getattr(state, "bids", ()) or getattr(state, "claims", ()))

    def dice(self) -> FairDice:
        """Return the dice of this game, made from its seed and the players' salts."""
        salts = {number: seat.salt for number, seat in enumerate(self.seats) if seat.salt}
        return FairDice(Seed.from_hex(self.row.seed), salts)

    def draw(self, number: int) -> float:
        """Return a random number in [0, 1) that is derived from the seed.

        It depends on the number of events so far and on `number`, which is less than `DRAWS`.
        """
        return self.dice().draw(self.row.seq * DRAWS + number)

    def is_run(self, game: games.AnyGame | None) -> bool:
        """Return whether this game's round is in progress and waits only for computer players or dozing people."""
        if game is None or game.state.phase in (Phase.BETWEEN, Phase.OVER):
            return False
        return not any(seat in self.awake() for seat in games.awaited(game))

    def apply(self, events: tuple[Event, ...], game: games.AnyGame) -> None:
        """Add the events of a move, and replace the game with its state after these events."""
        self.events += events
        self.game, self._views = game, {}
        self.row.seq += len(events)

    def annotate(self, **changes: Any) -> None:
        """Change annotations of the table; the argument names are fields of `Annotations`."""
        self.annotations = replace(self.annotations, **changes)

    def update_row(self) -> None:
        """Write the changes into the row with a new version. A new question, or step with the cup, has full time."""
        row = self.row
        row.version = self._was_version + 1
        row.marks.changed, row.marks.tries, row.marks.not_before = self.now, 0, None
        if self.status is not Status.PLAYING or question(self.game) != question(self._game_at_first):
            self._ask_again()
        elif self.events and self.game is not None and self.game.state.phase is Phase.PASSING:
            self.annotate(asked_from=row.version)  # in the cup game, each action changes the effect of the next one
            if step(self.game) != step(self._game_at_first):
                self.annotate(called=0)
                row.marks.since = None
        if self.is_silent and (self.status is Status.OVER or self.plays_itself_out()):
            self._leave_unshown()
        if self.is_retired:
            row.marks.shown_seq, row.marks.panel_version = row.seq, row.version
        if self.game is not None:
            self._note_what_was_learnt(self.game)

    def _leave_unshown(self) -> None:
        """Mark the moves of computer players that play on alone (L3) as shown, except for the end of the game."""
        over = next((at for at, event in enumerate(self.events) if isinstance(event, GameOver)), None)
        self.row.marks.shown_seq = self.row.seq - (len(self.events) - over if over is not None else 0)
        if over is None:
            self.row.marks.panel_version = self.row.version

    def save(self, connection: Connection) -> None:
        """Store the row and the new events. Call this after `update_row`.

        Raises `StaleTable` if the table was saved by somebody else since it was loaded.
        """
        row, chosen = self.row, (self.setup, self.seats, self.waiting)
        if any(now is not before for now, before in zip(chosen, self._chosen_at_first, strict=True)):
            row.setup, row.seats, row.waiting = map(encoding.encode, chosen)
        if self.game is not None and self.game is not self._game_at_first:
            row.public, row.hidden = encoding.snapshot(self.game)
        self.write_marks()
        people = self.named()
        is_indexed = row.indexed == self._was_writes and people == self._named_at_first
        row.indexed, row.form = self._was_writes + 1, encoding.form(self.setup)
        table_rows.save_table(connection, row, self._was_version, self._was_writes)
        if not is_indexed:
            table_people.write(connection, {row.id: people})
        numbered = list(enumerate(self.events, self._first_seq + 1))
        event_rows.add_events(connection, row.id, self.now, [encoding.event_row(*each) for each in numbered])
        if self.news is not None:
            self.news += [each for each in numbered if not isinstance(each[1], Hidden)]

    def save_marks(self, connection: Connection) -> None:
        """Store the marks of the table.

        Raises `StaleTable` if somebody else has saved the table since it was loaded.
        """
        self.write_marks()
        table_rows.save_marks(connection, self.row, self._was_writes)

    def is_written(self) -> bool:
        """Return whether this unit of work has written to the table's row in the database."""
        return self.row.writes != self._was_writes

    def write_marks(self) -> None:
        """Encode the annotations and the deliveries into the row."""
        marks = self.row.marks
        marks.meanwhile, marks.private_news = encoding.encode(self.annotations), encoding.encode(self.deliveries)

    def mark_shown(self) -> None:
        """Record that everything saved is shown. The clock of the people who are asked runs from now on."""
        self.annotate(unseen=0, elsewhere=False)
        if self.row.marks.since is not None:
            return
        self.row.marks.since = self.now
        if self.game is not None and self.game.state.phase not in (Phase.BETWEEN, Phase.OVER):  # showdowns take longer
            took = min((self.now - self.row.marks.changed).total_seconds(), LONGEST_SHOWING)
            self.annotate(showing=max(round(took, 2), round(self.annotations.showing / 2, 2)))

    def mark_stale(self) -> None:
        """Mark the panel to be shown again because an annotation has changed. The table's version stays the same."""
        self.row.marks.changed = self.now
        if self.row.marks.panel_version is not None:
            self.row.marks.panel_version = min(self.row.marks.panel_version, self.row.version - 1)

    def _ask_again(self) -> None:
        """Drop the annotations that belong to the former question, so that the full time runs for the new one."""
        marks, before = self.row.marks, self.annotations
        is_run = self.is_run(self._game_at_first) and self.is_run(self.game)
        self.annotations = replace(
            Annotations(),
            asked_from=self.row.version,
            computers_since=(before.computers_since or marks.since) if is_run else None,
            unseen=max(before.unseen - 1, 0) if is_run else 0,
            late=before.late[-MOST_LATE:],
            **{name: getattr(before, name) for name in OF_THE_GAME},
        )
        marks.since, marks.quiet = None, False

    def _note_what_was_learnt(self, game: games.AnyGame) -> None:
        before = self._game_at_first
        for seat in learners(before, game, self.view, self.events):
            delivery = self.deliveries.get(seat, NO_DELIVERY)
            # A DM of this round that is being sent arrives first. It is edited afterwards.
            again = None if is_deal(before, game) else delivery.again
            self.deliveries[seat] = replace(delivery, learnt=self.row.seq, tries=0, again=again)


def named(host: int, seats: Sequence[Seat], waiting: Sequence[Waiting], noted: Annotations) -> frozenset[int]:
    """Return the ids of the people about whom a table has data. Forgotten people are left out."""
    users = {host, *(seat.user for seat in seats), *(each.who.id for each in waiting), *noted.people()}
    return frozenset(user for user in users if user is not None and user > 0)
