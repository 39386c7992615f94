"""A game under way: a move, and what the rules let follow from it at once.

What takes its time (a computer player's move, the next deal) does not follow here: it is a duty (`duties.py`).
"""

from datetime import timedelta

from bot.tables.model import Status
from bot.tables.mutable import MutableTable
from bot.tables.seating import take_seats
from engine import games
from engine.core.actions import Absent, Action, Deal, How, Leave, Quit, Settle, TimeUp, Vote
from engine.core.policies import Absence
from engine.core.state import POLL
from engine.games import AnyView

MOST_STEPS = 100
"""More steps than ever follow at once: twenty computer players leave, or settle, or call it quits."""

Step = tuple[int | None, Action]


def begin(table: MutableTable) -> None:
    """Start the game: the roll-off and the first deal."""
    rules = table.setup.rules()
    table.row.status = Status.PLAYING
    table.row.ends_at = table.now + timedelta(minutes=rules.minutes) if rules.minutes else None
    table.apply(*games.start(rules, len(table.seats), table.dice()))
    deal(table)


def deal(table: MutableTable) -> None:
    """The next round begins, with those who waited for a seat in it."""
    take_seats(table)
    act(table, None, Deal())


def act(table: MutableTable, seat: int | None, action: Action) -> None:
    """Do `action` for `seat` (None: the table), and what follows. Raises `Refused`, with the table as it was."""
    if isinstance(action, Leave) and seat is not None:
        for computer in games.up_first(games.view(table.running()), seat, _people(table)):
            _play(table, (computer, Leave()))
    _play(table, (seat, action))
    _follow(table)


def vote(table: MutableTable, seat: int, said: Vote) -> bool:
    """C4: say it, or keep it for when the seat is asked; whether it is kept. Raises `Refused`."""
    if not games.legal(table.running(), seat).ahead:
        act(table, seat, said)
        return False
    table.annotate(ahead={**table.annotations.ahead, seat: said.believes})
    return True


def time_is_up(table: MutableTable) -> None:
    """E1: the time limit is reached."""
    table.row.ends_at = None
    act(table, None, TimeUp())


def next_round(table: MutableTable) -> None:
    """The pause is over: what is still owed goes on the tab (P1, L2), and the next round begins."""
    while debtors := table.running().state.debtors:
        act(table, debtors[0], _unsettled(table, debtors[0]))
    deal(table)


def turn_ran_out(table: MutableTable) -> None:
    """L2: the turn is played for who did not come in time; the second time in a row they doze, if they may stay."""
    for seat in games.awaited(table.running()):
        act(table, seat, Absent())
        if table.setup.rules().absence is not Absence.SIT_OUT:
            continue
        if seat in table.annotations.missed:
            table.annotate(dozing=(*table.annotations.dozing, seat))
        else:
            table.annotate(missed=(*table.annotations.missed, seat))


def play_for(table: MutableTable, seat: int) -> None:
    """L2: the turn of somebody who dozes is played for them."""
    act(table, seat, Absent())


def _unsettled(table: MutableTable, seat: int) -> Action:
    """What becomes of a forfeit at the end; a computer's only waited for a gift that nobody made (P5)."""
    return Absent() if table.seats[seat].user is not None else Settle(seat, How.PAID)


def _play(table: MutableTable, step: Step) -> None:
    seat, action = step
    table.apply(*games.play(table.running(), seat, action, table.dice()))


def _follow(table: MutableTable) -> None:
    """Let happen what happens at once, until something is waited for or the game is over."""
    for _ in range(MOST_STEPS):
        view = games.view(table.running())
        if view.state.result is not None:
            table.row.status, table.row.ends_at = Status.OVER, None
            break
        step = _at_once(table, view)
        if step is None:
            break
        _play(table, step)
    if table.annotations.ahead and table.game is not None and table.game.state.phase is not POLL:
        table.annotate(ahead={})
    table.pass_on_host()


def _people(table: MutableTable) -> tuple[int, ...]:
    return tuple(number for number, seat in enumerate(table.seats) if seat.user is not None)


def _at_once(table: MutableTable, view: AnyView) -> Step | None:
    """What follows at once (L4): voices join, computers' forfeits are settled, and all where nobody owes anything.

    L3 of computers that are left alone: they call it quits (E2), which brings what the rule says, and replays anywhere.
    """
    computers = table.computers(view.state.seats_in())
    people = tuple(seat for seat in view.state.seats_in() if seat not in computers)
    if view.state.phase is POLL and (turn := view.state.turn) in table.annotations.ahead:
        return turn, Vote(table.annotations.ahead[turn])
    if not people:
        return next(seat for seat in computers if not view.state.players[seat].quits), Quit()
    if (follower := _quits_too(table, computers, people)) is not None:
        return follower, Quit()
    if view.state.gift_open and view.state.creditor in people:
        return None  # P5: a person may still name who takes one too
    asked = people if table.setup.owes(table.seats) else ()
    return next(((seat, Settle(seat, How.PAID)) for seat in view.state.debtors if seat not in asked), None)


def _quits_too(table: MutableTable, computers: tuple[int, ...], people: tuple[int, ...]) -> int | None:
    """L4: the computer player whose voice follows the majority of the people."""
    game = table.running()
    return next((seat for seat in computers if games.joins_quitting(games.view(game, seat), people)), None)
