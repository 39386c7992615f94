"""The use cases of a running game, each one transaction."""

from datetime import timedelta

from bot.storage import Connection, table_rows
from bot.tables import lobby, playing
from bot.tables.changes import Changes
from bot.tables.model import LIVE, Status, TableInfo, Who
from bot.tables.mutable import MutableTable
from bot.tables.trouble import Code, Trouble
from engine import games
from engine.core.actions import Action, Leave, Quit, Vote
from engine.core.state import Phase

MOST_HOLDS = 3
"""How often one person may hold one showdown: a minute is a good look, and nobody keeps the others for longer."""


class Moves:
    """What people do in a game."""

    def __init__(self, changes: Changes) -> None:
        self._changes, self._change = changes, changes.change

    async def act(
        self, table_id: int, user: int, action: Action | tuple[Action, ...], key: str, version: int | None = None
    ) -> TableInfo:
        """Do `action` for a person, or several in a row, all or none; `version`, where given, is their panel's.

        Raises `Trouble` where something else has been asked since.
        """
        actions = action if isinstance(action, tuple) else (action,)

        def work(table: MutableTable) -> None:
            table.running()
            if version is not None and not table.info().still_asks(version):
                raise Trouble(Code.STALE_PANEL)
            seat = table.require_seat(user)
            table.wake_up(seat)
            for each in actions:
                playing.act(table, seat, each)

        return await self._change(table_id, key, work)

    async def vote(self, table_id: int, user: int, round_: int, vote: Vote, key: str) -> tuple[TableInfo, bool]:
        """Say in the poll of a round (0: of this one) what a person believes; whether it is kept until they are asked.

        Raises `Trouble` where another round is played by now.
        """

        def work(table: MutableTable) -> bool:
            if round_ and round_ != table.running().state.round:
                raise Trouble(Code.STALE_PANEL)
            seat = table.require_seat(user)
            table.wake_up(seat)
            return playing.vote(table, seat, vote)

        table, is_kept = await self._changes.change_with_result(table_id, key, work)
        return table, bool(is_kept)

    async def leave(self, table_id: int, user: int, key: str) -> TableInfo:
        """Leave the lobby, or the game for good (L1)."""

        def work(table: MutableTable) -> None:
            if table.status == Status.LOBBY:
                lobby.stand_up(table, user)
            else:
                table.running()
                playing.act(table, table.require_seat(user), Leave())

        return await self._change(table_id, key, work)

    async def end(self, table_id: int, who: Who, key: str, manager: bool = False) -> TableInfo:
        """End a lobby or a game without a result: for who manages the server, and for the host of a lobby.

        In a game the host may do so while no other person plays; else the host's wish is a voice for quitting (L5).
        """

        def work(table: MutableTable) -> None:
            if table.status not in LIVE:
                raise Trouble(Code.GONE)
            if not manager and table.row.host != who.id:
                raise Trouble(Code.NOT_HOST, host=table.row.host_name)
            if not manager and _others_play(table, who.id):
                playing.act(table, table.require_seat(who.id), Quit())
            else:
                lobby.close(table, who.name)

        return await self._change(table_id, key, work)

    async def next_round(self, table_id: int, user: int, key: str, version: int) -> TableInfo:
        """Enough seen of the showdown on the panel of that version; once all who are here say so, the round comes.

        Where it has come already, nothing is left to wish for.
        """

        def work(table: MutableTable) -> None:
            if not _at_showdown(table, version):
                return
            seat, ready = table.require_seat(user), table.annotations.ready
            table.wake_up(seat)
            if seat not in ready:
                table.annotate(ready=(*ready, seat))
            if table.asked() or not set(table.awake()) <= set(table.annotations.ready):
                table.mark_stale()  # else the next round is there at once

        return await self._changes.annotate(table_id, key, work)

    async def hold_on(self, table_id: int, user: int, key: str, version: int) -> TableInfo:
        """Wait: the showdown of that version stands some seconds more, and this person has not pressed Next.

        Raises `Trouble` where the next round is on, and for who has held this one `MOST_HOLDS` times.
        """

        def work(table: MutableTable) -> None:
            if not _at_showdown(table, version):
                raise Trouble(Code.NEXT_ROUND_IS_ON)
            if not self._held(table, table.require_seat(user)):
                raise Trouble(Code.HELD_ENOUGH, most=MOST_HOLDS)

        return await self._changes.annotate(table_id, key, work)

    async def look_at_gifts(self, table_id: int, user: int, key: str) -> TableInfo:
        """Whoever opens the winner's gift (P5) holds the showdown, as long as they may."""
        return await self._changes.annotate(table_id, key, lambda table: self._held_for_a_gift(table, user))

    async def wake_up(self, table_id: int, user: int, key: str) -> bool:
        """Somebody pressed something: they doze no more (L2). Whether that is news; for others it costs no write.

        Raises `Trouble` where there is no such table.
        """

        def is_away(connection: Connection) -> bool:
            row = table_rows.table(connection, table_id)
            if row is None:
                raise Trouble(Code.UNKNOWN_TABLE)
            if row.status != Status.PLAYING:
                return False
            info = self._changes.loader.table(row).info()
            return info.seat_of(user) in (*info.annotations.missed, *info.annotations.dozing)

        def work(table: MutableTable) -> None:
            if table.status is Status.PLAYING and table.wake_up(table.require_seat(user)):
                table.mark_stale()

        if not await self._changes.store.read(is_away):
            return False
        await self._changes.annotate(table_id, key, work)
        return True

    def _held(self, table: MutableTable, seat: int) -> bool:
        """Hold a showdown for somebody; False where they have done so often enough."""
        annotations = table.annotations
        if annotations.holds.count(seat) >= MOST_HOLDS:
            return False
        table.wake_up(seat)
        table.annotate(
            held_until=table.now + timedelta(seconds=self._changes.pace_of(table).hold),
            holds=(*annotations.holds, seat),
            ready=tuple(other for other in annotations.ready if other != seat),
        )
        table.mark_stale()
        return True

    def _held_for_a_gift(self, table: MutableTable, user: int) -> None:
        seat = table.require_seat(user)
        if games.legal(table.running(), seat).gift:
            self._held(table, seat)


def _at_showdown(table: MutableTable, version: int) -> bool:
    """Whether the showdown that a panel of that version showed still stands."""
    between = table.status is Status.PLAYING and table.running().state.phase is Phase.BETWEEN
    return between and table.info().still_asks(version)


def _others_play(table: MutableTable, user: int) -> bool:
    """Whether another person is in the game that runs here."""
    if table.status is not Status.PLAYING:
        return False
    seated = (table.seats[seat].user for seat in table.running().state.seats_in())
    return any(other not in (None, user) for other in seated)
