"""Operations on lobbies, operations for leaving and ending tables, and operations for latecomers to a game.

Each operation is one transaction.
"""

from collections.abc import Callable
from datetime import timedelta

from bot.settings import Limits
from bot.storage import Connection, personal, preferences, table_people, table_rows
from bot.tables import dares, door, encoding, lobby, removals, seats_for_the_next_game
from bot.tables.annotations import Annotations
from bot.tables.changes import Changes
from bot.tables.dares import Decks
from bot.tables.model import LIVE, Place, Seat, Setup, Status, TableView, Who, called
from bot.tables.opening import new_table, room_for
from bot.tables.playing import play_act
from bot.tables.queries import Queries
from bot.tables.seats_for_the_next_game import seats_for_rematch, setup_for_rematch
from bot.tables.table import Table
from bot.tables.trouble import Code, Trouble
from bot.words.dares import decks as decks_of
from bot.words.language import ENGLISH
from engine.core.actions import Leave, Quit
from engine.fairness import SEED_BYTES, Seed
from engine.games import AnyRules


class Lobbies:
    """Operations on lobbies. A person can also use some of them to leave or end a table during its game."""

    def __init__(
        self,
        changes: Changes,
        queries: Queries,
        entropy: Callable[[int], bytes],
        is_played: Callable[[AnyRules], bool],
        limits: Limits,
    ) -> None:
        """Prepare the operations.

        `entropy(n)` returns n unpredictable bytes for a seed. `is_played` takes the rules of a game and returns
        whether the bot can show that game.
        """
        self._changes, self._queries, self._entropy, self._is_played = changes, queries, entropy, is_played
        self._limits = limits
        self._change = changes.change

    async def open(
        self, place: Place, host: Who, setup: Setup, key: str, is_first: bool = False, later: timedelta | None = None
    ) -> TableView:
        """Open a table at which the host sits, and return the table. `is_first` is whether it is the server's first.

        `later` is the time until its people want to play, or None if they want to play now.

        Raises `Trouble` if a table is open in this channel, or if the host or the server has too many open tables. The
        id of the request adds nothing to the host's salt, because the id was known before the seed was drawn.
        """
        seed = Seed(self._entropy(SEED_BYTES))
        seats = (Seat(host.id, host.name, language=host.language),)
        noted = Annotations(is_first=is_first, meets=self._changes.now() + later if later is not None else None)
        return await self._changes.opened(
            lambda c: new_table(c, place, host, seats, setup, seed, self._changes.now(), self._limits, noted=noted),
            key,
            host,
        )

    async def rematch(self, table_id: int, who: Who, key: str, stakes: bool = True) -> TableView:
        """Open a lobby hosted by `who`, with the same set-up and with the people who are still there (S4, S5).

        Other people who already sit at too many tables are left out. Raises `Trouble` if `who` sits at too many
        tables, or may sit down at the old one only if invited. The seed is new, and the earlier contributions to the
        dice are dropped. `stakes` is whether the server now plays for forfeits.
        """
        seed, here = Seed(self._entropy(SEED_BYTES)), self._changes.presence.here(table_id)

        def work(connection: Connection) -> Table:
            old = self._changes.loader.load(connection, table_id)
            if old.status in LIVE or old.game is None:
                raise Trouble(Code.STILL_RUNNING)
            door.admit(connection, old, who.id)
            seats, setup = seats_for_rematch(old, who, here), setup_for_rematch(old, stakes)
            number, noted = old.row.number + 1, Annotations(invited=old.annotations.invited)
            now = self._changes.now()
            return new_table(connection, old.info().place, who, seats, setup, seed, now, self._limits, number, noted)

        return await self._changes.opened(work, key, who)

    async def has_room(self, user: int) -> None:
        """Raise `Trouble` if a person already sits at as many tables as allowed.

        The number may change before the person sits down.
        """
        await self._changes.store.read(lambda connection: room_for(connection, self._limits, user))

    async def join(self, table_id: int, who: Who, key: str) -> TableView:
        """Give `who` a seat in the lobby.

        The id of the request and their saved lucky words are mixed into the dice.
        """
        kept = await self._changes.store.read(lambda connection: preferences.seat_preferences(connection, [who.id]))

        def admits(connection: Connection, table: Table) -> None:
            if table.seat_of(who.id) is None:
                door.admit(connection, table, who.id)
                room_for(connection, self._limits, who.id)

        def work(table: Table) -> None:
            lobby.join(table, who, press_id(key), kept[who.id])

        return await self._change(table_id, key, work, who, admits)

    async def stand_up(self, table_id: int, who: Who, key: str) -> TableView:
        """Remove `who` from the lobby."""
        return await self._change(table_id, key, lambda table: lobby.stand_up(table, who.id), who)

    async def add_computer(self, table_id: int, who: Who, key: str, name: str = "") -> TableView:
        """Add a computer player to the lobby: the one called `name`, or the next one if `name` is ""."""
        return await self._change(table_id, key, lambda table: lobby.add_computer(table, who.id, name), who)

    async def remove_computer(self, table_id: int, who: Who, key: str, name: str = "") -> TableView:
        """Remove a computer player from the lobby: the one with this name as one word, or the last one."""
        return await self._change(table_id, key, lambda table: lobby.remove_computer(table, who.id, name), who)

    async def put_out(self, table_id: int, who: Who, other: int, key: str) -> TableView:
        """Remove another person from the lobby. Only the host may do this.

        For a while the person sits at tables of this host in this channel only if invited.
        """

        def keeps_out(connection: Connection, table: Table) -> None:
            lobby.put_out(table, who.id, other)
            door.keep_out(connection, table, other)

        return await self._change(table_id, key, lambda _table: None, who, keeps_out)

    async def invite(self, table_id: int, user: int, key: str) -> None:
        """Record that a person was invited to a table."""
        await self._changes.change_beside(table_id, key, lambda c, table: door.invite(c, table, user))

    async def change(self, table_id: int, who: Who, setup: Setup, key: str) -> TableView:
        """Change the set-up of the lobby. Only the host may do this."""
        return await self._change(table_id, key, lambda table: lobby.change(table, who.id, setup), who)

    async def sat_at(self, table_id: int, user: int) -> TableView:
        """Return a lobby in which `user` has a seat.

        Raises `Trouble` if they have none, or if the lobby can no longer be changed.
        """
        table = await self.still_open(table_id)
        if table.seat_of(user) is None:
            raise Trouble(Code.NOT_SEATED)
        return table

    async def still_open(self, table_id: int) -> TableView:
        """Return a table if it is a lobby that people may still change. Raises `Trouble` otherwise."""
        table = await self._queries.table(table_id)
        lobby.still_open(table)
        return table

    async def hosted(self, table_id: int, user: int) -> TableView:
        """Return a table if `user` is its host. Raises `Trouble` otherwise."""
        table = await self._queries.table(table_id)
        if table.host.id != user:
            raise Trouble(Code.NOT_HOST, host=table.host.name)
        return table

    async def bring_luck(self, table_id: int, who: Who, words: str, key: str) -> TableView:
        """Replace the lucky words of `who`, which are mixed into the dice."""
        return await self._change(table_id, key, lambda table: lobby.bring_luck(table, who.id, words), who)

    async def start(self, table_id: int, who: Who, key: str, decks: Decks | None = None) -> TableView:
        """Close the lobby to start its game. A duty then seals and throws the dice.

        Only the host may do this, or any seated person if the host has been silent for a while. `decks` are the bot's
        own decks from which losers may draw; by default they are in English.
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
        """Close the lobby. Only the host and server managers may do this."""
        return await self._change(table_id, key, lambda table: lobby.cancel(table, who, manager), who)

    async def pass_on(self, table_id: int, who: Who, to: int, key: str) -> TableView:
        """Make the person with the id `to` the host of a lobby or a game. Only the present host may do this."""
        return await self._change(table_id, key, lambda table: lobby.pass_on(table, who.id, to), who)

    async def leave(self, table_id: int, user: int, key: str) -> TableView:
        """Remove a person from the lobby, or permanently from the game (L1)."""

        def work(table: Table) -> None:
            if table.status == Status.LOBBY:
                lobby.stand_up(table, user)
            else:
                table.running()
                play_act(table, removals.own_seat(table, user), Leave())

        return await self._change(table_id, key, work)

    async def end(self, table_id: int, who: Who, key: str, manager: bool = False) -> TableView:
        """End a lobby or a game without a result. Only the host and server managers may do this.

        If other people are still playing, the host's request counts as a vote to quit instead (L5).
        """

        def work(table: Table) -> None:
            if table.status not in LIVE:
                raise Trouble(Code.GONE, over=table.status is Status.OVER)
            if not manager and table.row.host != who.id:
                raise Trouble(Code.NOT_HOST, host=table.row.host_name)
            if not manager and _others_play(table, who.id):
                play_act(table, table.require_seat(who.id), Quit())
            else:
                lobby.close(table, called(table.seats, who))

        return await self._change(table_id, key, work)


def _others_play(table: Table, user: int) -> bool:
    """Return whether a person other than `user` is in the running game."""
    if table.status is not Status.PLAYING:
        return False
    seated = (table.seats[seat].user for seat in table.running().state.seats_in())
    return any(other not in (None, user) for other in seated)


def press_id(key: str) -> str:
    """Return the id, as text, of the press from which the request with this `key` came."""
    return key.removeprefix("i:")


class Latecomers:
    """Operations for people without a seat in the present game. Repeating such an operation has no effect."""

    def __init__(self, changes: Changes, limits: Limits) -> None:
        self._changes, self._limits = changes, limits

    async def take(self, table_id: int, who: Who, seat: int) -> TableView:
        """Let `who` wait to take over a computer player's seat in the next round.

        Raises `Trouble` if they already sit at as many tables as allowed.
        """

        def look(connection: Connection) -> dict[int, preferences.SeatPreferences]:
            room_for(connection, self._limits, who.id)
            return preferences.seat_preferences(connection, [who.id])

        kept = await self._changes.store.read(look)
        return await self._note(
            table_id, who, lambda table: seats_for_the_next_game.wait(table, who, seat, kept[who.id].dice)
        )

    async def wait(self, table_id: int, who: Who) -> TableView:
        """Let `who` wait for a seat in the next game."""
        return await self._note(table_id, who, lambda table: seats_for_the_next_game.wait(table, who, None))

    async def give_up(self, table_id: int, who: Who) -> TableView:
        """Take `who` off the waiting list."""
        leaves = seats_for_the_next_game.give_up
        return await self._note(table_id, who, lambda table: leaves(table, who.id), gives_up=True)

    async def _note(self, table_id: int, who: Who, work: Callable[[Table], None], gives_up: bool = False) -> TableView:
        def transaction(connection: Connection) -> TableView:
            table = self._changes.loader.load(connection, table_id)
            if not gives_up:
                door.admit(connection, table, who.id)
            work(table)
            personal.remember_name(connection, table.row.guild, who.id, who.name)
            table_rows.patch_table(connection, table_id, waiting=encoding.encode(table.waiting))
            table_people.write(connection, {table_id: table.named()})
            return table.info()

        async with self._changes.alone(table_id):
            return await self._changes.store.write(transaction)
