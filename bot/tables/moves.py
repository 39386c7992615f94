"""What people do in a running game, each in one transaction, and what follows from a move at once.

What takes its time (a computer player's move, the next deal) does not follow here: it is a duty (`duties.py`).
"""

from datetime import timedelta

from bot.storage import Connection
from bot.tables import lobby
from bot.tables.changes import Changes
from bot.tables.model import LIVE, Status, TableInfo, Who, called
from bot.tables.seating import take_seats
from bot.tables.table import Table
from bot.tables.trouble import Code, Trouble
from engine import games
from engine.core.actions import Absent, Action, Deal, How, Leave, Quit, Settle, TimeUp, Vote
from engine.core.debts import gifts
from engine.core.policies import Absence
from engine.core.state import POLL, Phase
from engine.games import AnyView

MOST_STEPS = 100
"""More steps than ever follow one move at once: twenty computer players may leave, settle or call it quits."""

Step = tuple[int | None, Action]


def begin(table: Table) -> None:
    """Start the game: the roll-off and the first deal."""
    rules = table.setup.rules()
    table.row.status = Status.PLAYING
    table.row.marks.ends_at = table.now + timedelta(minutes=rules.minutes) if rules.minutes else None
    table.apply(*games.start(rules, len(table.seats), table.dice()))
    deal(table)


def deal(table: Table) -> None:
    """Begin the next round, with the people who waited for a seat in it."""
    take_seats(table)
    play_act(table, None, Deal())


def play_act(table: Table, seat: int | None, action: Action) -> None:
    """Do `action` for `seat` (None: the table), and what follows. Raises `Refused`, with nothing changed."""
    if isinstance(action, Leave) and seat is not None:
        for computer in games.up_first(_running(table), seat, _people(table)):
            _play(table, (computer, Leave()))
    _play(table, (seat, action))
    _follow(table)


def say_in_poll(table: Table, seat: int, said: Vote) -> bool:
    """Vote, or keep the vote until the seat is asked (C4); return whether it is kept. Raises `Refused`."""
    if not games.legal(table.running(), seat).ahead:
        play_act(table, seat, said)
        return False
    table.annotate(ahead={**table.annotations.ahead, seat: said.believes})
    return True


def time_is_up(table: Table) -> None:
    """End the game because its time limit is reached (E1)."""
    table.row.marks.ends_at = None
    play_act(table, None, TimeUp())


def next_round(table: Table) -> None:
    """Put forfeits that are still owed on the tab (P1, L2), and begin the next round."""
    while debtors := table.running().state.debtors:
        play_act(table, debtors[0], _unsettled(table, debtors[0]))
    deal(table)


def turn_ran_out(table: Table) -> None:
    """Play the turn of everybody who did not move in time (L2).

    Under rules that let absent people sit out, a person who misses two turns in a row dozes from then on.
    """
    for seat in games.awaited(table.running()):
        play_act(table, seat, Absent())
        if table.setup.rules().absence is not Absence.SIT_OUT:
            continue
        if seat in table.annotations.missed:
            table.annotate(dozing=(*table.annotations.dozing, seat))
        else:
            table.annotate(missed=(*table.annotations.missed, seat))


def play_for(table: Table, seat: int) -> None:
    """Play the turn of somebody who dozes (L2)."""
    play_act(table, seat, Absent())


def _unsettled(table: Table, seat: int) -> Action:
    """Return the action for a forfeit that is still owed when the pause ends.

    A person counts as absent. A computer player pays, as its forfeit waited only for the winner's gift (P5).
    """
    return Absent() if table.seats[seat].user is not None else Settle(seat, How.PAID)


def _play(table: Table, step: Step) -> None:
    seat, action = step
    table.apply(*games.play(table.running(), seat, action, table.dice()))


def _follow(table: Table) -> None:
    """Play what follows at once, until people, time or a computer player are waited for, or the game is over."""
    for _ in range(MOST_STEPS):
        view = _running(table)
        if view.state.result is not None:
            table.row.status, table.row.marks.ends_at = Status.OVER, None
            break
        step = _at_once(table, view)
        if step is None:
            break
        _play(table, step)
    if table.annotations.ahead and table.game is not None and table.game.state.phase is not POLL:
        table.annotate(ahead={})
    table.pass_on_host()


def _running(table: Table) -> AnyView:
    """Return the game that is played, as everybody sees it. Raises `Trouble` before it begins and after its end."""
    table.running()
    return table.view()


def _people(table: Table) -> tuple[int, ...]:
    return tuple(number for number, seat in enumerate(table.seats) if seat.user is not None)


def _at_once(table: Table, view: AnyView) -> Step | None:
    """Return the step that follows at once (L4), None where there is none.

    It is a vote that was decided ahead, a computer player's voice for quitting, or the payment of a forfeit that nobody
    need settle by hand. Computer players that are left alone (L3) play it out where dice decide; elsewhere they call it
    quits (E2), so that the end follows from the rules in a replay as well.
    """
    computers = table.computers(view.state.seats_in())
    people = tuple(seat for seat in view.state.seats_in() if seat not in computers)
    if view.state.phase is POLL and (turn := view.state.turn) in table.annotations.ahead:
        return turn, Vote(table.annotations.ahead[turn])
    if not people and not table.plays_itself_out():
        return next(seat for seat in computers if not view.state.players[seat].quits), Quit()
    if (follower := _quits_too(table, computers, people)) is not None:
        return follower, Quit()
    if view.state.creditor in people and gifts(view.state, view.state.creditor):
        return None  # P5: a person may still name somebody who takes a forfeit as well
    asked = people if table.setup.owes(table.seats) else ()
    return next(((seat, Settle(seat, How.PAID)) for seat in view.state.debtors if seat not in asked), None)


def _quits_too(table: Table, computers: tuple[int, ...], people: tuple[int, ...]) -> int | None:
    """Return the computer player whose voice follows the majority of the people (L4), None where none does."""
    return next((seat for seat in computers if games.joins_quitting(table.view(seat), people)), None)


MOST_HOLDS = 3
"""How often one person may hold a showdown, so that nobody keeps the others waiting for long."""


class Moves:
    """What people can do in a game."""

    def __init__(self, changes: Changes) -> None:
        self._changes, self._change = changes, changes.change

    async def act(
        self, table_id: int, user: int, action: Action | tuple[Action, ...], key: str, version: int | None = None
    ) -> TableInfo:
        """Do `action` for a person, or several in a row, all or none.

        `version`, where given, is that of the panel that they pressed. Raises `Trouble` where something else has been
        asked since.
        """
        actions = action if isinstance(action, tuple) else (action,)

        def work(table: Table) -> None:
            table.running()
            if version is not None and not table.still_asks(version):
                raise Trouble(Code.STALE_PANEL)
            seat = table.require_seat(user)
            table.wake_up(seat)
            for each in actions:
                play_act(table, seat, each)

        return await self._change(table_id, key, work)

    async def vote(self, table_id: int, user: int, round_: int, vote: Vote, key: str) -> tuple[TableInfo, bool]:
        """Vote in the poll of a round (0: of the present one); return the table, and whether the vote is kept.

        A vote of somebody who is still to be asked is kept until then (C4). Raises `Trouble` where another round is
        played by now.
        """

        def work(table: Table) -> bool:
            if round_ and round_ != table.running().state.round:
                raise Trouble(Code.STALE_PANEL)
            seat = table.require_seat(user)
            table.wake_up(seat)
            return say_in_poll(table, seat, vote)

        table, is_kept = await self._changes.change_with_result(table_id, key, work)
        return table, bool(is_kept)

    async def leave(self, table_id: int, user: int, key: str) -> TableInfo:
        """Leave the lobby, or the game for good (L1)."""

        def work(table: Table) -> None:
            if table.status == Status.LOBBY:
                lobby.stand_up(table, user)
            else:
                table.running()
                play_act(table, table.require_seat(user), Leave())

        return await self._change(table_id, key, work)

    async def end(self, table_id: int, who: Who, key: str, manager: bool = False) -> TableInfo:
        """End a lobby or a game without a result; a server manager may do so, and the host of a lobby.

        The host may end a game while no other person plays; otherwise this is the host's voice for quitting (L5).
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

    async def next_round(self, table_id: int, user: int, key: str, version: int) -> TableInfo:
        """Note that somebody has seen enough of a showdown; once all people who are awake say so, the next round comes.

        Nothing happens where the showdown that the panel of that version showed is over.
        """

        def work(table: Table) -> None:
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
        """Hold the showdown of that version for some seconds more, and withdraw this person's Next.

        Raises `Trouble` where the next round is on, and for a person who has held this showdown `MOST_HOLDS` times.
        """

        def work(table: Table) -> None:
            if not _at_showdown(table, version):
                raise Trouble(Code.NEXT_ROUND_IS_ON)
            if not self._held(table, table.require_seat(user)):
                raise Trouble(Code.HELD_ENOUGH, most=MOST_HOLDS)

        return await self._changes.annotate(table_id, key, work)

    async def called_late(self, table_id: int, user: int, key: str) -> TableInfo:
        """Note that somebody called at a showdown that somebody else had called before them, once a round."""

        def work(table: Table) -> None:
            late = (table.running().state.round, table.require_seat(user))
            if table.running().state.phase is Phase.BETWEEN and late not in table.annotations.late:
                table.annotate(late=(*table.annotations.late, late))
                table.mark_stale()

        return await self._changes.annotate(table_id, key, work)

    async def look_at_gifts(self, table_id: int, user: int, key: str) -> TableInfo:
        """Hold the showdown for a person who opens the winner's gift (P5), as long as they may still hold it."""
        return await self._changes.annotate(table_id, key, lambda table: self._held_for_a_gift(table, user))

    async def wake_up(self, table_id: int, user: int, key: str) -> bool:
        """Note that somebody pressed something, so that they doze no more (L2); return whether that changes anything.

        Nothing is written for people who neither doze nor missed a turn. Raises `Trouble` where there is no such table.
        """

        def is_away(connection: Connection) -> bool:
            table = self._changes.loader.look(connection, table_id)
            noted = table.annotations
            return table.status is Status.PLAYING and table.seat_of(user) in (*noted.missed, *noted.dozing)

        def work(table: Table) -> None:
            if table.status is Status.PLAYING and table.wake_up(table.require_seat(user)):
                table.mark_stale()

        if not await self._changes.store.read(is_away):
            return False
        await self._changes.annotate(table_id, key, work)
        return True

    def _held(self, table: Table, seat: int) -> bool:
        """Hold a showdown for somebody; return False where they have done so `MOST_HOLDS` times."""
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

    def _held_for_a_gift(self, table: Table, user: int) -> None:
        seat = table.require_seat(user)
        if games.legal(table.running(), seat).gift:
            self._held(table, seat)


def _at_showdown(table: Table, version: int) -> bool:
    """Return whether the showdown that a panel of that version showed still stands."""
    between = table.status is Status.PLAYING and table.running().state.phase is Phase.BETWEEN
    return between and table.still_asks(version)


def _others_play(table: Table, user: int) -> bool:
    """Return whether another person is in the game that runs here."""
    if table.status is not Status.PLAYING:
        return False
    seated = (table.seats[seat].user for seat in table.running().state.seats_in())
    return any(other not in (None, user) for other in seated)
