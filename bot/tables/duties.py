"""Determines a table's next duty, and when it is due, from the table's saved row and its game.

A duty is something that a table does by itself, such as a computer player's move. The earliest duty is the next one,
and the column `due` of the row has its time. No clock runs while saved changes are not yet shown. The next duty is
then to show them, or to make a computer player's move that the same edit shows. The clocks of a turn, of a pause and
of a computer player's thinking start at `since`, the time when the present state was shown.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

import msgspec

from bot.storage.table_rows import TableRow
from bot.tables import reminders, removals
from bot.tables.model import LIVE, Status
from bot.tables.pace import Pace, Run
from bot.tables.pauses import next_round
from bot.tables.pending import Delivery
from bot.tables.table import DRAWS, Table
from engine import games
from engine.core.state import Phase
from engine.games import AnyGame

HURRY = DRAWS - 1
"""The number of the draw that decides how long a computer player thinks. No player's mood uses this draw."""


def thinking(table: Table, pace: Pace) -> timedelta:
    """Return how long a computer player thinks before it moves or decides whether to challenge (C1)."""
    game = table.running()
    if game.state.phase is Phase.POLL:
        return pace.voting(_run(table))
    return pace.thinking(table.draw(HURRY), games.may_cry(game), _run(table))


def together(table: Table, pace: Pace) -> int:
    """Return the number of computer players' turns that the next edit shows together."""
    return pace.together(games.may_cry(table.running()), _run(table))


def _run(table: Table) -> Run | None:
    """Return the series of computer players' and dozing people's turns that is being played between two people's turns.

    Return None if no person waits for the end of the series. In a poll, people also wait for the showdown.
    """
    game, awake, row = table.running(), table.awake(), table.row
    if not table.is_run(game):
        return None
    order = _still_asked(game)
    left = next((number for number, seat in enumerate(order) if seat in awake), len(order))
    if left == len(order) and game.state.phase is not Phase.POLL:
        return None
    began, since = table.annotations.computers_since, row.marks.since or row.marks.changed
    taken = max((since - began).total_seconds(), 0.0) if began is not None else 0.0
    return Run(left, taken, table.annotations.showing)


def _still_asked(game: games.AnyGame) -> tuple[int, ...]:
    """Return the seats in the order of their next turns; in a poll, only those seats that have not voted yet (C4)."""
    state = game.state
    order = state.circle_from(state.turn)
    if state.phase is not Phase.POLL:
        return order
    return tuple(seat for seat in order if seat == state.turn or games.legal(game, seat).ahead)


def is_last_of_evening(table: Table) -> bool:
    """Return whether this game has ended, follows other games of the same evening, and is the last of them so far."""
    noted, is_over = table.annotations, table.game is not None and table.status not in LIVE
    return is_over and bool(noted.evening) and not noted.is_night


NIGHT_FALLS = timedelta(hours=2)
"""An evening is over if no other game begins for this long."""

GRACE = timedelta(seconds=3)
"""How long a request may take to show the change that it made. After that time, the driver shows the change."""


class ShowIt(msgspec.Struct, frozen=True):
    """The duty to show saved changes that are not shown yet."""


class SendDms(msgspec.Struct, frozen=True):
    """The duty to send people their new dice by DM."""


class MoveComputer(msgspec.Struct, frozen=True):
    """The duty to let the computer players in these seats think, in this order, until one of them moves."""

    seats: tuple[int, ...]


class PlayOut(msgspec.Struct, frozen=True):
    """The duty to continue a game in which only computer players are left (L3). Their moves are not shown.

    The computer players in `seats` think. If `seats` is empty, the next round begins.
    """

    seats: tuple[int, ...] = ()


class PlayForDozer(msgspec.Struct, frozen=True):
    """The duty to play the turn of a person who is dozing (L2)."""

    seat: int


class Deal(msgspec.Struct, frozen=True):
    """The duty to put open forfeits on the tab (P1) and to begin the next round after the pause of a showdown."""


class CallThem(msgspec.Struct, frozen=True):
    """The duty to ping the people in these seats, who have not acted yet. `step` is the number of the ping."""

    seats: tuple[int, ...]
    step: int


class ForfeitTime(msgspec.Struct, frozen=True):
    """The duty to put unsettled forfeits on the tab when their time is over (L2), and to begin the next round."""


class TurnRanOut(msgspec.Struct, frozen=True):
    """The duty to play the turn of a person who did not move in time (L2)."""


class TimeLimit(msgspec.Struct, frozen=True):
    """The duty to end the game at the table's time limit (E1)."""


class TableIdle(msgspec.Struct, frozen=True):
    """The duty to close a game in which all people doze, or which has no clock and in which nobody moves (L5)."""


class NightFalls(msgspec.Struct, frozen=True):
    """The duty to post the card that sums up an evening of several games, once the evening is over."""


class SealDice(msgspec.Struct, frozen=True):
    """The duty to post the line that seals the dice, and then to throw them, after Start was pressed."""


class Gather(msgspec.Struct, frozen=True):
    """The duty to ping the people of a lobby at the time at which they want to play."""


class DeleteRoleCall(msgspec.Struct, frozen=True):
    """The duty to delete the message that called a role to a lobby, after the lobby."""


class ShowVote(msgspec.Struct, frozen=True):
    """The duty to post the message that asks whether to remove the person in this seat, or to delete it."""

    seat: int


class PutOut(msgspec.Struct, frozen=True):
    """The duty to remove the people from the game whose removal the table has agreed on."""


class LobbyIdle(msgspec.Struct, frozen=True):
    """The duty to close a lobby in which nothing has happened."""


Duty = (
    ShowIt
    | SendDms
    | MoveComputer
    | PlayForDozer
    | PlayOut
    | Deal
    | CallThem
    | ForfeitTime
    | TurnRanOut
    | TimeLimit
    | TableIdle
    | LobbyIdle
    | Gather
    | DeleteRoleCall
    | ShowVote
    | PutOut
    | SealDice
    | NightFalls
)

TIMEOUTS = (ForfeitTime, TurnRanOut, TableIdle, LobbyIdle)
"""Duties that are due because people did not act in time."""

UNASKED = (MoveComputer, PlayForDozer, PlayOut)
"""Duties to make a move for a computer player or a dozing person. Several such moves may be shown together."""


class Due(msgspec.Struct, frozen=True):
    """A table's next duty and its time, which are valid only for this version of the table."""

    table: int
    version: int
    at: datetime
    duty: Duty


Pressed = Mapping[int, datetime]
"""The time at which each person last pressed anything at the table, by user id."""


def next_due(table: Table, pace: Pace, pressed: Pressed) -> Due | None:
    """Return the next duty of a table in its present state, or None if the table only waits for people."""
    row = table.row
    found = min(_duties(table, pace, pressed), key=lambda each: each[0], default=None)
    if found is None:
        return None
    at, duty = found
    return Due(row.id, row.version, max(at, row.marks.not_before or at), duty)


def is_unshown(row: TableRow) -> bool:
    """Return whether a table has saved public changes that are not yet shown."""
    return row.marks.shown_seq < row.seq or row.marks.panel_version is None or row.marks.panel_version < row.version


def _duties(table: Table, pace: Pace, pressed: Pressed) -> Iterator[tuple[datetime, Duty]]:
    row = table.row
    if is_unshown(row):
        if _goes_on_unseen(table):
            yield row.marks.changed, _by_itself(table)
        yield row.marks.changed + (GRACE if not table.annotations.elsewhere else timedelta()), ShowIt()
        return
    since = row.marks.since or row.marks.changed
    yield from _messages(table, since)
    if table.plays_itself_out():
        yield since, PlayOut(() if table.running().state.phase is Phase.BETWEEN else games.awaited(table.running()))
        return
    yield from ((delivery.again or since, SendDms()) for delivery in undelivered(table).values())
    if table.status is Status.LOBBY:
        being_sealed = table.annotations.is_being_sealed()
        yield (since, SealDice()) if being_sealed else (since + table.turn_timeout(), LobbyIdle())
        if (meets := table.annotations.meets) is not None and not (being_sealed or table.annotations.gathered):
            yield meets, Gather()
    elif is_last_of_evening(table):
        yield since + NIGHT_FALLS, NightFalls()
    elif table.is_asleep():
        yield since + table.turn_timeout(), TableIdle()
    elif table.status is Status.PLAYING:
        if row.marks.ends_at is not None:
            yield row.marks.ends_at, TimeLimit()
        yield _of_the_game(table, table.running(), since, pace)
        if pace.calls and (call := reminders.next_call(table, since, pressed)) is not None:
            at, step = call
            yield at, CallThem(table.asked(), step)


def _messages(table: Table, since: datetime) -> Iterator[tuple[datetime, Duty]]:
    """Yield the duties to delete a role's call, to ask the table about the removal of people, and to remove them."""
    if (posted := table.annotations.role_call) is not None and table.status is not Status.LOBBY:
        yield posted.again or since, DeleteRoleCall()
    for asking in table.annotations.asking:
        if asking.message is not None:
            yield removals.message_changes_at(table, asking), ShowVote(asking.seat)
    if removals.agreed(table) and removals.may_remove(table.running().state.phase):
        yield since, PutOut()


def undelivered(table: Table) -> dict[int, Delivery]:
    """Return the deliveries of dice that people have not received yet, by seat.

    Seats without dice are left out.
    """
    if table.game is None or table.status is not Status.PLAYING:
        return {}
    return {
        seat: delivery
        for seat, delivery in table.deliveries.items()
        if delivery.is_undelivered() and table.seats[seat].is_human() and table.view(seat).mine
    }


def _of_the_game(table: Table, game: AnyGame, since: datetime, pace: Pace) -> tuple[datetime, Duty]:
    """Return the time of a running game's next duty, and the duty itself."""
    asked = table.asked()
    if game.state.phase is Phase.BETWEEN:
        return (since + table.turn_timeout(), ForfeitTime()) if asked else (next_round(table, since, pace), Deal())
    (turn,) = games.awaited(game)
    if turn not in asked:
        return max(since + thinking(table, pace), _dice_are_told(table, since, pace)), _by_itself(table)
    if listening := _listening(table, game):
        return since + thinking(table, pace), MoveComputer(listening)
    return since + table.turn_timeout(), TurnRanOut() if table.setup.clock is not None else TableIdle()


def _goes_on_unseen(table: Table) -> bool:
    """Return whether the table makes its next automatic move before the present state is shown.

    A move is automatic if it is a computer player's, or if the table makes it for a dozing person. One edit then shows
    several of these moves.
    """
    if not table.annotations.unseen or table.status is not Status.PLAYING or table.is_asleep():
        return False
    return table.is_run(table.game) and table.now < table.row.marks.changed + GRACE


def _by_itself(table: Table) -> MoveComputer | PlayForDozer:
    """Return the duty to move for the computer player or the dozing person whose turn it is."""
    (turn,) = games.awaited(table.running())
    return MoveComputer((turn,)) if table.seats[turn].user is None else PlayForDozer(turn)


def _dice_are_told(table: Table, since: datetime, pace: Pace) -> datetime:
    """Return the earliest time at which a computer player may open a round.

    The computer player waits until the bot has tried to send all people their dice, but at most `pace.dice` seconds.
    """
    opens = table.running().state.standing is None
    waits = opens and any(delivery.tries == 0 for delivery in undelivered(table).values())
    return since + timedelta(seconds=pace.dice) if waits else since


def _listening(table: Table, game: AnyGame) -> tuple[int, ...]:
    """Return the computer players that may challenge out of turn (C1) and have not considered this bid yet."""
    if table.row.marks.quiet:
        return ()
    return tuple(seat for seat in table.computers(game.state.seats_in()) if games.legal(game, seat).challenge)
