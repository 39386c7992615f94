"""A table's next duty, and its time: a pure function of its saved row and the game in it.

The earliest duty is the table's next; its time is in the row's `due`. While something is unshown, the duty is to show
it, and no time runs: a turn, a pause and a computer's thinking are measured from `since`, when the present state was
shown.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

import msgspec

from bot.storage.table_rows import TableRow
from bot.tables import reminders
from bot.tables.model import LIVE, Status
from bot.tables.pace import Pace, Run
from bot.tables.pending import Delivery
from bot.tables.table import DRAWS, Table
from engine import games
from engine.core.state import Phase
from engine.games import AnyGame, bid_events

HURRY = DRAWS - 1
"""The draw that decides how long a computer player thinks; it is independent of moods."""


def thinking(table: Table, pace: Pace) -> timedelta:
    """Return how long computer players think now: the one to move, or those that may challenge (C1)."""
    game = table.running()
    if game.state.phase is Phase.POLL:
        return pace.voting(_run(table))
    return pace.thinking(table.draw(HURRY), games.may_cry(game), _run(table))


def together(table: Table, pace: Pace) -> int:
    """Return how many of the next turns of computer players are shown by one edit."""
    return pace.together(games.may_cry(table.running()), _run(table))


def next_round(table: Table, since: datetime, pace: Pace) -> datetime:
    """Return when the next round begins after a showdown that was shown at `since`.

    Once all people who are awake have pressed Next it begins immediately, even if somebody held the showdown.
    """
    awake, annotations = table.awake(), table.annotations
    if awake and set(awake) <= set(annotations.ready):
        return since
    until = since + pace.showdown(_hands(table), bool(table.running().state.debtors))
    return max(until, annotations.held_until or until)


def _hands(table: Table) -> int:
    """Return how many hands are open at a showdown: those of a round of bids, or the one under the cup."""
    showdown = table.running().state.showdown
    if isinstance(showdown, bid_events.Revealed):
        return sum(bool(hand) for hand in showdown.hands)
    return 1 if showdown is not None else 0


def _run(table: Table) -> Run | None:
    """Return the run of computer players (and dozing people) between two people's turns.

    None if no person waits for a turn. In a poll people wait for the showdown, too.
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
    """Return the seats in the order of their turns from now on; in a poll only those that have not voted yet (C4)."""
    state = game.state
    order = state.circle_from(state.turn)
    if state.phase is not Phase.POLL:
        return order
    return tuple(seat for seat in order if seat == state.turn or games.legal(game, seat).ahead)


def is_last_of_evening(table: Table) -> bool:
    """Return whether this ended game follows others in the same evening, and is the last of it."""
    noted, is_over = table.annotations, table.game is not None and table.status not in LIVE
    return is_over and bool(noted.evening) and not noted.is_night


NIGHT_FALLS = timedelta(hours=2)
"""After this long without another game an evening is over."""

GRACE = timedelta(seconds=3)
"""How long the maker of a change has to show it before the driver does."""


class ShowIt(msgspec.Struct, frozen=True):
    """Something is saved and not yet shown."""


class SendDms(msgspec.Struct, frozen=True):
    """Somebody has new dice and has not got them by DM."""


class MoveComputer(msgspec.Struct, frozen=True):
    """These computer players think, in this order; the first that wants to move does."""

    seats: tuple[int, ...]


class PlayOut(msgspec.Struct, frozen=True):
    """Only computer players are left (L3): they think, or the next round begins if there are none, unseen."""

    seats: tuple[int, ...] = ()


class PlayForDozer(msgspec.Struct, frozen=True):
    """The person to move is dozing, so their turn is played for them (L2)."""

    seat: int


class Deal(msgspec.Struct, frozen=True):
    """The pause after a showdown is over: open forfeits go on the tab (P1), and the next round begins."""


class CallThem(msgspec.Struct, frozen=True):
    """These people are asked and have not moved yet: ping them, for the first or the second time (`step`)."""

    seats: tuple[int, ...]
    step: int


class ForfeitTime(msgspec.Struct, frozen=True):
    """The table has waited long enough for a forfeit (L2)."""


class TurnRanOut(msgspec.Struct, frozen=True):
    """A turn has run out of time (L2)."""


class TimeLimit(msgspec.Struct, frozen=True):
    """The table's time is up (E1)."""


class TableIdle(msgspec.Struct, frozen=True):
    """Nobody has come back to a game without a clock, or to one whose people are all dozing (L5)."""


class NightFalls(msgspec.Struct, frozen=True):
    """An evening of several games is over, since no other followed: post its card."""


class SealDice(msgspec.Struct, frozen=True):
    """Start was pressed: post the line that seals the dice, and then throw them."""


class LobbyIdle(msgspec.Struct, frozen=True):
    """Nothing has happened in a lobby."""


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
    | SealDice
    | NightFalls
)

TIMEOUTS = (ForfeitTime, TurnRanOut, TableIdle, LobbyIdle)
"""Duties that cost people something because they did nothing."""

UNASKED = (MoveComputer, PlayForDozer, PlayOut)
"""Moves without a person. Several in a row may be shown together."""


class Due(msgspec.Struct, frozen=True):
    """A table's next duty; it is valid for this version of the table only."""

    table: int
    version: int
    at: datetime
    duty: Duty


Pressed = Mapping[int, datetime]
"""When each person last pressed anything at the table."""


def next_due(table: Table, pace: Pace, pressed: Pressed) -> Due | None:
    """Return the next duty of a table if it were saved now; None if nothing is due until somebody acts."""
    row = table.row
    found = min(_duties(table, pace, pressed), key=lambda each: each[0], default=None)
    if found is None:
        return None
    at, duty = found
    return Due(row.id, row.version, max(at, row.marks.not_before or at), duty)


def is_unshown(row: TableRow) -> bool:
    """Return whether something public is saved and not yet shown."""
    return row.marks.shown_seq < row.seq or row.marks.panel_version is None or row.marks.panel_version < row.version


def _duties(table: Table, pace: Pace, pressed: Pressed) -> Iterator[tuple[datetime, Duty]]:
    row = table.row
    if is_unshown(row):
        if _goes_on_unseen(table):
            yield row.marks.changed, _by_itself(table)
        yield row.marks.changed + (GRACE if not table.annotations.elsewhere else timedelta()), ShowIt()
        return
    since = row.marks.since or row.marks.changed
    if table.plays_itself_out():
        yield since, PlayOut(() if table.running().state.phase is Phase.BETWEEN else games.awaited(table.running()))
        return
    yield from ((delivery.again or since, SendDms()) for delivery in undelivered(table).values())
    if table.status is Status.LOBBY:
        being_sealed = table.annotations.is_being_sealed()
        yield (since, SealDice()) if being_sealed else (since + table.turn_timeout(), LobbyIdle())
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


def undelivered(table: Table) -> dict[int, Delivery]:
    """Return the deliveries, by seat, of dice that people have not got yet; nothing that is out of date."""
    if table.game is None or table.status is not Status.PLAYING:
        return {}
    return {
        seat: delivery
        for seat, delivery in table.deliveries.items()
        if delivery.is_undelivered() and table.seats[seat].is_human() and table.view(seat).mine
    }


def _of_the_game(table: Table, game: AnyGame, since: datetime, pace: Pace) -> tuple[datetime, Duty]:
    """Return what the game waits for, and until when: for the table itself, a computer player, or people."""
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
    """Return whether the next move, without a person, comes first, so that the same edit shows both."""
    if not table.annotations.unseen or table.status is not Status.PLAYING or table.is_asleep():
        return False
    return table.is_run(table.game) and table.now < table.row.marks.changed + GRACE


def _by_itself(table: Table) -> MoveComputer | PlayForDozer:
    """Return the duty that makes a computer player, or a dozing person, move."""
    (turn,) = games.awaited(table.running())
    return MoveComputer((turn,)) if table.seats[turn].user is None else PlayForDozer(turn)


def _dice_are_told(table: Table, since: datetime, pace: Pace) -> datetime:
    """Return when a computer player may open a round: once people have their dice or cannot be reached."""
    opens = table.running().state.standing is None
    waits = opens and any(delivery.tries == 0 for delivery in undelivered(table).values())
    return since + timedelta(seconds=pace.dice) if waits else since


def _listening(table: Table, game: AnyGame) -> tuple[int, ...]:
    """Return the computer players that may challenge out of turn (C1) and have not thought about this bid yet."""
    if table.row.marks.quiet:
        return ()
    return tuple(seat for seat in table.computers(game.state.seats_in()) if games.legal(game, seat).challenge)
