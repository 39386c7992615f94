"""Provide a house for tests: a database with its tables, a clock that tests advance, and people who act by name."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any

from msgspec.structs import replace

from bot.driver.driver import first_choice
from bot.history.boards import Boards
from bot.people import Debts, Reach
from bot.settings import USUAL, Connections, Limits
from bot.storage.store import Store
from bot.tables import Tables, removals
from bot.tables.duties import (
    GRACE,
    CallThem,
    Deal,
    Due,
    MoveComputer,
    NightFalls,
    PlayOut,
    PutOut,
    SealDice,
    SendDms,
    ShowIt,
    ShowVote,
)
from bot.tables.guesses import Noted
from bot.tables.model import Deck, Place, Setup, TableView, Who
from bot.tables.pace import AT_ONCE, Pace, PaceName
from bot.tables.pending import PanelRef, Pending
from bot.tables.reminders import AT_A_TENTH
from engine import games
from engine.bids.actions import Bid, CallExact, Challenge, Gift, How, Quit, Settle
from engine.bids.view import View
from engine.core.actions import Action

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
GUILD = 1_100_000_000_000_000_001
CHANNEL = 1_200_000_000_000_000_001
LINE = 1_500_000_000_000_001_000
"""The id of the first message that seals a game. It is higher than the ids of all presses."""
NAMES = ("ann", "bob", "cid", "dora", "eve", "fay", *(f"guest{number}" for number in range(44)))


def person(name: str) -> Who:
    """Return the person with this name. Their id is as large as a real Discord id."""
    return Who(1_300_000_000_000_000_000 + NAMES.index(name), name)


def place(channel: int = 0) -> Place:
    """Return a channel of the test's server."""
    return Place(GUILD, CHANNEL + channel, "The Docks", f"dice-{channel}")


class House:
    """Holds a database and the tables that one process of the bot runs on it. `reopen` restarts the process.

    Moves are shown at once, and computer players do not pause. If `shows` is False, nothing is shown by itself. Then
    the time of a new turn does not begin, computer players do not move, and no round begins.
    """

    def __init__(self, url: str, luck: str = "luck", first_key: int = 1, connections: Connections = USUAL) -> None:
        self.url, self.now, self.shows = url, NOON, True
        self.pace: Pace | None = replace(AT_ONCE, calls=True)
        self.limits = Limits()
        self._keys: Iterator[int] = count(first_key)
        self._luck, self._connections = luck, connections
        self.called: list[tuple[str, str]] = []
        self._seeds: Iterator[int] = count()
        self._lines: Iterator[int] = count(LINE)

    async def open(self) -> "House":
        self.store = await Store.open(self.url, self._connections)
        self.tables = Tables(self.store, lambda: self.now, self._entropy, pace=self.pace, limits=self.limits)
        self.debts, self.reach = Debts(self.tables.changes), Reach(self.store, lambda: self.now)
        self.boards = Boards(self.store)
        return self

    async def close(self) -> None:
        await self.store.close()

    async def reopen(self) -> None:
        await self.close()
        await self.open()

    def key(self) -> str:
        return f"i:{1_400_000_000_000_000_000 + next(self._keys)}"

    def wait(self, **time: float) -> None:
        self.now += timedelta(**time)

    async def clock_strikes(self) -> list[TableView]:
        """Carry out the due duty of each table, and everything that follows at once.

        Return the tables that have changed.
        """
        done = []
        for table_id, _ in await self.tables.timers.due(self.now):
            await self._shown_when_it_was_saved(table_id)
            due = await self._when_all_are_told(table_id)
            if due is not None and await self.tables.timers.carry_out(due) is not None:
                done.append(await self.follow(table_id))
        return done

    async def _when_all_are_told(self, table_id: int) -> Due | None:
        """Send the DMs and the reminders that are due, and return the table's next duty."""
        while (due := await self.tables.timers.next(table_id)) is not None:
            match due.duty:
                case SendDms():  # a process died before it had sent them
                    self.now = max(self.now, due.at)
                    await self.show(table_id)
                case CallThem() if due.at <= self.now:
                    await self.call(due, due.duty)
                case NightFalls() | ShowVote() if due.at <= self.now:
                    await self.one_step(table_id)
                case _:
                    break
        return due

    async def call(self, due: Due, duty: CallThem) -> None:
        """Remind the players whose turn it is, as the driver does, and record the reminders in `called`."""
        call = await self.tables.timers.call(due, duty)
        seats = (await self.tables.queries.table(due.table)).seats
        for way, called in (("ping", call.channel), ("dm", call.dm)):
            self.called += [(seats[seat].name, way) for seat in called]

    async def after_all_calls(self, table_id: int) -> Due | None:
        """Mark all reminders of this turn as sent, and return the table's next duty."""
        await self.tables.changes.change_marks(table_id, lambda _, draft: draft.annotate(called=AT_A_TENTH))
        return await self.tables.timers.next(table_id)

    async def _shown_when_it_was_saved(self, table_id: int) -> None:
        now, due = self.now, await self.tables.timers.next(table_id)
        if self.shows and due is not None and isinstance(due.duty, ShowIt):
            self.now = due.at - GRACE
            await self.follow(table_id)
        self.now = now

    async def follow(self, table_id: int) -> TableView:
        """Do the work of Discord and the driver, and return the table.

        Show everything, move the computer players, and begin the next round.
        """
        while self.shows and await self.one_step(table_id):
            pass
        return await self.tables.queries.table(table_id)

    async def one_step(self, table_id: int) -> bool:
        """Take one step of `follow`. Return False if no step is possible now."""
        due = await self.tables.timers.next(table_id)
        match due.duty if due is not None else None:
            case ShowIt():
                await self.show(table_id)
            case SendDms() if due is not None and due.at <= self.now:
                await self.show(table_id)
            case MoveComputer(seats=seats) | PlayOut(seats=seats) if due is not None and seats and due.at <= self.now:
                wish = first_choice(await self.tables.timers.minds(due, seats))
                await (self.tables.timers.move(due, *wish) if wish else self.tables.timers.keep_quiet(due))
            case NightFalls() if due is not None and due.at <= self.now:
                await self.tables.evenings.night_card(table_id)
                await self.tables.evenings.told(table_id)
            case ShowVote(seat=seat) if due is not None and due.at <= self.now:
                await self.show_vote(table_id, seat)
            case SealDice() if due is not None:
                assert await self.tables.timers.throw(due, next(self._lines)) is not None
            case Deal() | PlayOut() | PutOut() if due is not None and due.at <= self.now:
                assert await self.tables.timers.carry_out(due) is not None
            case _:
                return False
        return True

    async def next_duty(self, table_id: int) -> Due | None:
        """Let time pass until the table's next duty, carry it out, and return it."""
        due = await self.tables.timers.next(table_id)
        if due is None:
            return None
        self.now = max(self.now, due.at)
        if isinstance(due.duty, CallThem):
            await self.call(due, due.duty)
        elif not await self.one_step(table_id):
            assert await self.tables.timers.carry_out(due) is not None
        return due

    async def show_vote(self, table_id: int, seat: int) -> None:
        """Post the message that asks whether to remove the person in this seat, or delete it, as the outbox does."""
        table = await self.tables.queries.table(table_id)
        (asking,) = (each for each in table.annotations.asking if each.seat == seat)
        seats_in = table.view.state.seats_in() if table.view is not None and table.status == "playing" else ()
        message = 2 if removals.is_open(asking, seats_in, self.now) else None
        await self.tables.showing.vote_shown(table_id, replace(asking, message=message))

    async def show(self, table_id: int, message: int = 1) -> Pending:
        """Do the work of the outbox: show everything, send the DMs, and mark the events as shown.

        Return what was shown.
        """
        pending = await self.tables.showing.pending(table_id, is_marked=True)
        claimed = await self.tables.showing.shown(pending, PanelRef(7, message, pending.table.version))
        if claimed:
            await self.tables.showing.told(table_id, {each.seat: (each.upto, None) for each in claimed}, {})
        return pending

    async def lobby(
        self,
        variant: str,
        *names: str,
        computers: int = 0,
        channel: int = 0,
        forfeit: str = "",
        clock: int | None = 180,
        pace: PaceName = PaceName.EASY,
        wait_settled: bool = False,
        deck: Deck | None = None,
        **options: object,
    ) -> "Sitting":
        """Open a lobby with the first of `names` as host, and let the others join."""
        words = {word.replace("_", "-"): str(value) for word, value in options.items()}
        setup = Setup(variant, words, forfeit, clock, pace, wait_settled=wait_settled, deck=deck)
        table = await self.tables.lobbies.open(place(channel), person(names[0]), setup, self.key())
        for name in names[1:]:
            await self.tables.lobbies.join(table.id, person(name), self.key())
        for _ in range(computers):
            await self.tables.lobbies.add_computer(table.id, person(names[0]), self.key())
        return Sitting(self, table.id)

    async def game(self, variant: str, *names: str, **more: Any) -> "Sitting":
        """Begin a game, and return its table. The arguments are those of `lobby`."""
        sitting = await self.lobby(variant, *names, **more)
        await self.start(sitting.id, person(names[0]))
        await self.follow(sitting.id)
        return sitting

    async def start(self, table_id: int, who: Who, key: str = "") -> TableView:
        """Press Start, and post the message that seals the dice. Return the game that has begun."""
        await self.tables.lobbies.start(table_id, who, key or self.key())
        await self.show(table_id)
        assert await self.one_step(table_id)
        return await self.tables.queries.table(table_id)

    def _entropy(self, size: int) -> bytes:
        return sha256(f"{self._luck}:{next(self._seeds)}".encode()).digest()[:size]


class Sitting:
    """A table of a house. Its players are named by their names."""

    def __init__(self, house: House, table_id: int) -> None:
        self.house, self.id = house, table_id

    async def info(self) -> TableView:
        return await self.house.tables.queries.table(self.id)

    async def see(self, name: str | None = None) -> TableView:
        return await self.house.tables.queries.see(self.id, person(name).id if name else None)

    async def view(self, name: str | None = None) -> View:
        view = (await self.see(name)).view
        assert isinstance(view, View)
        return view

    async def dice(self, name: str) -> tuple[int, ...]:
        return (await self.view(name)).mine

    def name(self, table: TableView, seat: int) -> str:
        return table.seats[seat].name

    async def awaited(self) -> list[str]:
        table, view = await self.info(), await self.view()
        return [self.name(table, seat) for seat in view.awaited]

    async def turn(self) -> str:
        (name,) = await self.awaited()
        return name

    async def act(self, name: str, action: Action, key: str | None = None, version: int | None = None) -> TableView:
        await self.house.tables.moves.act(self.id, person(name).id, action, key or self.house.key(), version)
        return await self.house.follow(self.id)

    async def bid(self, quantity: int, face: int, name: str | None = None) -> TableView:
        return await self.act(name or await self.turn(), Bid(quantity, face))

    async def liar(self, name: str | None = None) -> TableView:
        return await self.act(name or await self.turn(), Challenge())

    async def exact(self) -> TableView:
        return await self.act(await self.turn(), CallExact())

    async def quit(self, name: str) -> TableView:
        return await self.act(name, Quit())

    async def gift(self, name: str, to: str) -> TableView:
        seat = (await self.info()).seat_of(person(to).id)
        assert seat is not None
        return await self.act(name, Gift(seat))

    async def settle(self, name: str, debtor: str, how: str) -> TableView:
        seat = (await self.info()).seat_of(person(debtor).id)
        assert seat is not None
        return await self.act(name, Settle(seat, How(how)))

    async def leave(self, name: str) -> TableView:
        await self.house.tables.lobbies.leave(self.id, person(name).id, self.house.key())
        return await self.house.follow(self.id)

    async def a_lie(self) -> tuple[str, str]:
        """Let the opener bid all dice in play, which is nearly always a lie. Let the next player challenge the bid.

        Return the names of the liar and the caller.
        """
        liar = await self.turn()
        await self.bid((await self.view()).state.pool, 6)
        caller = await self.turn()
        await self.liar()
        return liar, caller

    async def guess(self, name: str, is_true: bool = True) -> Noted:
        """Let somebody guess whether the last bid was true, as between the call and the first cup."""
        number = (await self.view()).state.round
        return await self.house.tables.guesses.guess(self.id, person(name), number, is_true)

    async def play_on(self, luck: Random, moves: int = 10_000) -> TableView:
        """Let people move as computer players would, and settle forfeits at once.

        Stop at the end of the game, or after this many moves.
        """
        table = await self.house.follow(self.id)
        for _ in range(moves):
            if table.status != "playing":
                break
            seen = (await self.see()).view
            assert seen is not None
            name = self.name(table, seen.awaited[0])
            mine = (await self.see(name)).view
            assert mine is not None
            table = await self.act(name, games.choose(mine, luck.random()))
        return table


def names(people: Sequence[Who]) -> list[str]:
    return [who.name for who in people]
