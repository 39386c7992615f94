"""The use cases of a lobby, of leaving and ending a table, and of latecomers at a game; each is one transaction."""

from collections.abc import Callable

from bot.settings import Limits
from bot.storage import Connection, personal, preferences, table_rows
from bot.tables import dares, encoding, lobby, seating
from bot.tables.changes import Changes
from bot.tables.dares import Decks
from bot.tables.model import LIVE, Place, Seat, Setup, Status, TableView, Who, called
from bot.tables.opening import new_table, room_for
from bot.tables.playing import play_act
from bot.tables.queries import Queries
from bot.tables.seating import seats_for_rematch, setup_for_rematch
from bot.tables.table import Table
from bot.tables.trouble import Code, Trouble
from bot.words.dares import decks as decks_of
from bot.words.language import ENGLISH
from engine.core.actions import Leave, Quit
from engine.fairness import SEED_BYTES, Seed
from engine.games import AnyRules


class Lobbies:
    """People's actions before the game; and leaving or ending a table, even while it plays."""

    def __init__(
        self,
        changes: Changes,
        queries: Queries,
        entropy: Callable[[int], bytes],
        is_played: Callable[[AnyRules], bool],
        limits: Limits,
    ) -> None:
        """`entropy(n)` returns n unpredictable bytes, for seeds; `is_played` returns whether a game can be shown."""
        self._changes, self._queries, self._entropy, self._is_played = changes, queries, entropy, is_played
        self._limits = limits
        self._change = changes.change

    async def open(self, place: Place, host: Who, setup: Setup, key: str) -> TableView:
        """Open a table with its host seated. Raises `Trouble` if one is open in this channel, or if there are too many.

        The id of the request was known before the seed was drawn, so it adds nothing to the host's salt.
        """
        seed = Seed(self._entropy(SEED_BYTES))
        seats = (Seat(host.id, host.name, language=host.language),)
        return await self._changes.opened(
            lambda c: new_table(c, place, host, seats, setup, seed, self._changes.now(), self._limits),
            key,
            host,
        )

    async def rematch(self, table_id: int, who: Who, key: str, stakes: bool = True) -> TableView:
        """Open a lobby with the people who were here just now, and the same set-up, hosted by `who` (S4, S5).

        People at too many tables are left out; if that is `who`, `Trouble` is raised. The seed is new, and the former
        contributions to the dice are dropped. `stakes` is whether the server plays for forfeits now.
        """
        seed, here = Seed(self._entropy(SEED_BYTES)), self._changes.presence.here(table_id)

        def work(connection: Connection) -> Table:
            old = self._changes.loader.load(connection, table_id)
            if old.status != Status.OVER:
                raise Trouble(Code.STILL_RUNNING)
            seats, setup = seats_for_rematch(old, who, here), setup_for_rematch(old, stakes)
            number = old.row.number + 1
            now = self._changes.now()
            return new_table(connection, old.info().place, who, seats, setup, seed, now, self._limits, number)

        return await self._changes.opened(work, key, who)

    async def has_room(self, user: int) -> None:
        """Raise `Trouble` for a person who sits at as many tables as allowed.

        The answer may change before they sit down.
        """
        await self._changes.store.read(lambda connection: room_for(connection, self._limits, user))

    async def join(self, table_id: int, who: Who, key: str) -> TableView:
        """Sit down in the lobby; the request's id and the saved lucky words of `who` go into the dice."""
        kept = await self._changes.store.read(lambda connection: preferences.seat_preferences(connection, [who.id]))

        def admits(connection: Connection, table: Table) -> None:
            if table.seat_of(who.id) is None:
                room_for(connection, self._limits, who.id)

        def work(table: Table) -> None:
            lobby.join(table, who, press_id(key), kept[who.id])

        return await self._change(table_id, key, work, who, admits)

    async def stand_up(self, table_id: int, who: Who, key: str) -> TableView:
        """Leave the lobby."""
        return await self._change(table_id, key, lambda table: lobby.stand_up(table, who.id), who)

    async def add_computer(self, table_id: int, who: Who, key: str, name: str = "") -> TableView:
        """Add a computer player, the one of that name or the next one."""
        return await self._change(table_id, key, lambda table: lobby.add_computer(table, who.id, name), who)

    async def remove_computer(self, table_id: int, who: Who, key: str) -> TableView:
        """Remove the last computer player."""
        return await self._change(table_id, key, lambda table: lobby.remove_computer(table, who.id), who)

    async def change(self, table_id: int, who: Who, setup: Setup, key: str) -> TableView:
        """Change the set-up; only the host may."""
        return await self._change(table_id, key, lambda table: lobby.change(table, who.id, setup), who)

    async def sat_at(self, table_id: int, user: int) -> TableView:
        """Return the lobby for a person who sits at it. Raises `Trouble` for others, and once the game has begun."""
        table = await self.still_open(table_id)
        if table.seat_of(user) is None:
            raise Trouble(Code.NOT_SEATED)
        return table

    async def still_open(self, table_id: int) -> TableView:
        """Return a table whose game has not begun. Raises `Trouble` for any other."""
        table = await self._queries.table(table_id)
        lobby.still_open(table)
        return table

    async def hosted(self, table_id: int, user: int) -> TableView:
        """Return a table, for its host. Raises `Trouble` for everybody else."""
        table = await self._queries.table(table_id)
        if table.host.id != user:
            raise Trouble(Code.NOT_HOST, host=table.host.name)
        return table

    async def bring_luck(self, table_id: int, who: Who, words: str, key: str) -> TableView:
        """Add somebody's lucky words to the dice, replacing their former ones."""
        return await self._change(table_id, key, lambda table: lobby.bring_luck(table, who.id, words), who)

    async def start(self, table_id: int, who: Who, key: str, decks: Decks | None = None) -> TableView:
        """Close the lobby for its game; only the host may, or if they are silent anybody seated.

        A duty seals and throws the dice. `decks` are ours, by default English, from which losers may draw.
        """
        pressed = self._changes.presence.at(table_id)

        def keeps(connection: Connection, table: Table) -> None:
            dares.keep_deck(connection, table, decks_of(ENGLISH) if decks is None else decks)

        def work(table: Table) -> None:
            if not self._is_played(table.setup.rules()):
                raise Trouble(Code.NOT_PLAYED_HERE)
            lobby.start(table, who.id, press_id(key), pressed.get(table.row.host, table.row.marks.changed))

        return await self._change(table_id, key, work, who, keeps)

    async def cancel(self, table_id: int, who: Who, key: str, manager: bool = False) -> TableView:
        """Close the lobby; only the host and server managers may."""
        return await self._change(table_id, key, lambda table: lobby.cancel(table, who, manager), who)

    async def pass_on(self, table_id: int, who: Who, to: int, key: str) -> TableView:
        """Make another person at the table its host, in the lobby or in the game; only the host may."""
        return await self._change(table_id, key, lambda table: lobby.pass_on(table, who.id, to), who)

    async def leave(self, table_id: int, user: int, key: str) -> TableView:
        """Leave the lobby, or the game for good (L1)."""

        def work(table: Table) -> None:
            if table.status == Status.LOBBY:
                lobby.stand_up(table, user)
            else:
                table.running()
                play_act(table, table.require_seat(user), Leave())

        return await self._change(table_id, key, work)

    async def end(self, table_id: int, who: Who, key: str, manager: bool = False) -> TableView:
        """End a lobby or a game without a result; a server manager may do so, and the host of a lobby.

        The host may end a game while no other person plays; otherwise this is the host's vote to quit (L5).
        """

        def work(table: Table) -> None:
            if table.status not in LIVE:
                raise Trouble(Code.GONE)
            if not manager and table.row.host != who.id:
                raise Trouble(Code.NOT_HOST, host=table.row.host_name)
            if not manager and _others_play(table, who.id):
                play_act(table, table.require_seat(who.id), Quit())
            else:
                lobby.close(table, called(table.seats, who))

        return await self._change(table_id, key, work)


def _others_play(table: Table, user: int) -> bool:
    """Return whether another person is in the running game."""
    if table.status is not Status.PLAYING:
        return False
    seated = (table.seats[seat].user for seat in table.running().state.seats_in())
    return any(other not in (None, user) for other in seated)


def press_id(key: str) -> str:
    """Return the digits of the press whose request is `key`."""
    return key.removeprefix("i:")


class Latecomers:
    """The actions of people without a seat in the present game. Repeating one has no effect."""

    def __init__(self, changes: Changes, limits: Limits) -> None:
        self._changes, self._limits = changes, limits

    async def take(self, table_id: int, who: Who, seat: int) -> TableView:
        """Wait to take over a computer player's seat in the next round.

        Raises `Trouble` for a person who sits at too many tables.
        """

        def look(connection: Connection) -> dict[int, preferences.SeatPreferences]:
            room_for(connection, self._limits, who.id)
            return preferences.seat_preferences(connection, [who.id])

        kept = await self._changes.store.read(look)
        return await self._note(table_id, who, lambda table: seating.wait(table, who, seat, kept[who.id].dice))

    async def wait(self, table_id: int, who: Who) -> TableView:
        """Wait for a seat in the next game."""
        return await self._note(table_id, who, lambda table: seating.wait(table, who, None))

    async def give_up(self, table_id: int, who: Who) -> TableView:
        """Stop waiting."""
        return await self._note(table_id, who, lambda table: seating.give_up(table, who.id))

    async def _note(self, table_id: int, who: Who, work: Callable[[Table], None]) -> TableView:
        def transaction(connection: Connection) -> TableView:
            table = self._changes.loader.load(connection, table_id)
            work(table)
            personal.remember_name(connection, table.row.guild, who.id, who.name)
            table_rows.patch_table(connection, table_id, waiting=encoding.encode(table.waiting))
            return table.info()

        async with self._changes.alone(table_id):
            return await self._changes.store.write(transaction)
