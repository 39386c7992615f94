"""Operations on a running game. Each operation is one transaction."""

from collections.abc import Callable
from datetime import timedelta

from bot.storage import Connection, table_people
from bot.tables import removals
from bot.tables.changes import Changes
from bot.tables.model import Status, TableView, Who
from bot.tables.playing import play_act, say_in_poll
from bot.tables.removals import own_seat
from bot.tables.table import Table
from bot.tables.trouble import Code, Trouble, Unconfirmed
from engine import games
from engine.core.actions import Action, Vote
from engine.core.state import Phase

MOST_HOLDS = 3
"""The number of times that one person may hold the same showdown. This limits how long the other people wait."""


class Moves:
    """Operations for people in a running game."""

    def __init__(self, changes: Changes) -> None:
        self._changes, self._change = changes, changes.change

    async def act(
        self,
        table_id: int,
        user: int,
        action: Action | tuple[Action, ...],
        key: str,
        version: int | None = None,
        asks: Callable[[TableView], bool] | None = None,
    ) -> TableView:
        """Perform an action for a person. If `action` is a tuple, perform all of its actions in order, or none.

        If `version` is given, it is the version of the panel that the person pressed. Raises `Trouble` if the table
        now asks another question. If `asks` is given, it takes the table as the person sees it, and returns whether
        the person must confirm the action first. If they must, `act` raises `Unconfirmed`.
        """
        actions = action if isinstance(action, tuple) else (action,)

        def work(table: Table) -> None:
            table.running()
            if version is not None and not table.still_asks(version):
                raise Trouble(Code.STALE_PANEL)
            seat = own_seat(table, user)
            if asks is not None and asks(table.info(seat)):
                raise Unconfirmed
            _wake_up(table, seat)
            for each in actions:
                play_act(table, seat, each)

        return await self._change(table_id, key, work)

    async def vote(self, table_id: int, user: int, round_: int, vote: Vote, key: str) -> tuple[TableView, bool]:
        """Vote in the poll of round `round_`, or of the present round if `round_` is 0.

        Return the table, and whether the vote was stored for later because it is not the player's turn yet (C4).
        Raises `Trouble` if another round is being played.
        """

        def work(table: Table) -> bool:
            if round_ and round_ != table.running().state.round:
                raise Trouble(Code.STALE_PANEL)
            seat = own_seat(table, user)
            _wake_up(table, seat)
            return say_in_poll(table, seat, vote)

        table, is_kept = await self._changes.change_with_result(table_id, key, work)
        return table, bool(is_kept)

    async def next_round(self, table_id: int, user: int, key: str, version: int) -> TableView:
        """Record that a person wants the next round. The showdown ends once all people who are awake want it.

        `version` is the version of the panel that the person pressed. If the showdown on that panel is over, nothing
        happens.
        """

        def work(table: Table) -> None:
            if not _at_showdown(table, version):
                return
            seat, ready = own_seat(table, user), table.annotations.ready
            _wake_up(table, seat)
            if seat not in ready:
                table.annotate(ready=(*ready, seat))
            if table.asked() or not set(table.awake()) <= set(table.annotations.ready):
                table.mark_stale()  # otherwise the next round comes immediately

        return await self._changes.change_annotations(table_id, key, work)

    async def hold_on(self, table_id: int, user: int, key: str, version: int) -> TableView:
        """Keep a showdown on the screen for some more seconds, and withdraw this person's press of Next.

        `version` is the version of the panel that the person pressed. Raises `Trouble` if the next round has begun, or
        if this person has held this showdown `MOST_HOLDS` times.
        """

        def work(table: Table) -> None:
            if not _at_showdown(table, version):
                raise Trouble(Code.NEXT_ROUND_IS_ON)
            if not self._held(table, own_seat(table, user)):
                raise Trouble(Code.HELD_ENOUGH, most=MOST_HOLDS)

        return await self._changes.change_annotations(table_id, key, work)

    async def called_late(self, table_id: int, user: int, key: str) -> TableView:
        """Record that a person called Liar after another player had already called, at most once in a round."""

        def work(table: Table) -> None:
            late = (table.running().state.round, table.require_seat(user))
            if table.running().state.phase is Phase.BETWEEN and late not in table.annotations.late:
                table.annotate(late=(*table.annotations.late, late))
                table.mark_stale()

        return await self._changes.change_annotations(table_id, key, work)

    async def look_at_gifts(self, table_id: int, user: int, key: str) -> TableView:
        """Keep the showdown on the screen for a person who is choosing the winner's gift (P5).

        Nothing happens if they have no gift to give, or if they have held the showdown `MOST_HOLDS` times.
        """
        return await self._changes.change_annotations(table_id, key, lambda table: self._held_for_a_gift(table, user))

    async def wake_up(self, table_id: int, user: int, key: str) -> bool:
        """Record that a person who has pressed something is back (L2), and return whether they had missed a turn.

        If they had missed none, nothing is written. Raises `Trouble` if there is no such table.
        """

        def is_away(connection: Connection) -> bool:
            table = self._changes.loader.look(connection, table_id)
            noted = table.annotations
            return table.status is Status.PLAYING and table.seat_of(user) in (*noted.missed, *noted.dozing)

        def work(table: Table) -> None:
            if table.status is Status.PLAYING and _wake_up(table, table.require_seat(user)):
                table.mark_stale()

        if not await self._changes.store.read(is_away):
            return False
        await self._changes.change_annotations(table_id, key, work)
        return True

    async def ask_to_remove(self, table_id: int, who: Who, manages: bool, other: int, key: str) -> TableView:
        """Ask the other people to remove a person from the game. `manages` is whether `who` manages the server.

        Raises `Trouble` if nobody may be removed now.
        """

        def work(connection: Connection, table: Table) -> None:
            removals.ask(table, who, manages, other)
            table_people.write(connection, {table_id: table.named()})

        return await self._changes.change_beside(table_id, key, work)

    async def agree_to_remove(self, table_id: int, user: int, seat: int, key: str) -> TableView:
        """Record that a person agrees to the removal of the person in `seat`. Raises `Trouble` if they have no vote."""
        return await self._changes.change_annotations(table_id, key, lambda table: removals.agree(table, user, seat))

    def _held(self, table: Table, seat: int) -> bool:
        """Keep a showdown on the screen for the person in `seat`.

        Return False if they have already held it `MOST_HOLDS` times.
        """
        annotations = table.annotations
        if annotations.holds.count(seat) >= MOST_HOLDS:
            return False
        _wake_up(table, seat)
        table.annotate(
            held_until=table.now + timedelta(seconds=self._changes.pace_of(table).hold),
            holds=(*annotations.holds, seat),
            ready=tuple(other for other in annotations.ready if other != seat),
        )
        table.mark_stale()
        return True

    def _held_for_a_gift(self, table: Table, user: int) -> None:
        seat = table.require_seat(user)
        if games.legal(table.running(), seat).gift:
            self._held(table, seat)


def _at_showdown(table: Table, version: int) -> bool:
    """Return whether the showdown on a panel of that version is still going on."""
    between = table.status is Status.PLAYING and table.running().state.phase is Phase.BETWEEN
    return between and table.still_asks(version)


def _wake_up(table: Table, seat: int) -> bool:
    """Record that a person is present. They no longer doze, and the turns that they missed no longer count (L2).

    Return whether this changes anything. If all people dozed, or if this person dozed and it is their turn, the clock
    restarts as soon as the change is shown.
    """
    annotations = table.annotations
    if seat not in (*annotations.missed, *annotations.dozing):
        return False
    slept = table.is_asleep() or (seat in annotations.dozing and seat in games.awaited(table.running()))
    table.annotate(
        missed=tuple(other for other in annotations.missed if other != seat),
        dozing=tuple(other for other in annotations.dozing if other != seat),
    )
    if slept:
        table.annotate(called=0)
        table.row.marks.since = None
    return True
