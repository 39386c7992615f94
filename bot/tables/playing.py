"""Plays a game: its beginning, its deals, its moves, and the steps that follow immediately.

Steps that follow only after some time, such as a computer player's move or the next deal, are duties (`duties.py`).
"""

from datetime import timedelta

from bot.tables import removals
from bot.tables.model import Status
from bot.tables.seats_for_the_next_game import pass_on_host, take_seats
from bot.tables.table import Table
from engine import games
from engine.core.actions import Absent, Action, Deal, How, Leave, Quit, Settle, TimeUp, Vote
from engine.core.debts import gifts
from engine.core.policies import Absence
from engine.core.state import POLL
from engine.games import AnyView

MOST_STEPS = 100
"""The most steps that follow one move immediately. Twenty computer players that leave, settle or vote need fewer."""

Step = tuple[int | None, Action]


def begin(table: Table) -> None:
    """Start the game with the roll-off and the first deal."""
    rules = table.setup.rules()
    table.row.status = Status.PLAYING
    table.row.marks.ends_at = table.now + timedelta(minutes=rules.minutes) if rules.minutes else None
    table.apply(*games.start(rules, len(table.seats), table.dice()))
    deal(table)


def deal(table: Table) -> None:
    """Begin the next round. Before that, give seats to the people who waited for one."""
    take_seats(table)
    play_act(table, None, Deal())


def play_act(table: Table, seat: int | None, action: Action) -> None:
    """Perform `action` for a seat, and then every step that follows from it immediately.

    If `seat` is None, the table itself acts. Raises `Refused` if the action is against the rules. In that case nothing
    has changed.
    """
    if isinstance(action, Leave) and seat is not None:
        for computer in games.up_first(_running(table), seat, _people(table)):
            _play(table, (computer, Leave()))
    _play(table, (seat, action))
    _follow(table)


def say_in_poll(table: Table, seat: int, said: Vote) -> bool:
    """Vote in a poll, or store the vote until the seat is asked (C4). Return whether the vote is stored.

    Raises `Refused` if the seat may not vote.
    """
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
    """Put open forfeits on the tab (P1, L2), put people out if the table wants that, and begin the next round."""
    while debtors := table.running().state.debtors:
        play_act(table, debtors[0], _unsettled(table, debtors[0]))
    put_out(table)
    if table.status is Status.PLAYING:
        deal(table)


def put_out(table: Table) -> None:
    """Let the people leave the game whose removal the table has agreed on (L1)."""
    for seat in removals.agreed(table):
        if table.status is Status.PLAYING and table.running().state.is_in(seat):
            removals.remove(table, seat)
            play_act(table, seat, Leave())


def turn_ran_out(table: Table) -> None:
    """Play the turn of everybody who did not move in time (L2).

    If the rules let absent people sit out, a person who misses two turns in a row dozes from then on.
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
    """Play the turn of a dozing person (L2)."""
    play_act(table, seat, Absent())


def _unsettled(table: Table, seat: int) -> Action:
    """Return the action for a forfeit that is still open when the pause after a showdown ends.

    A person counts as absent. A computer player pays, because its forfeit was open only until the winner chose a gift
    (P5).
    """
    return Absent() if table.seats[seat].user is not None else Settle(seat, How.PAID)


def _play(table: Table, step: Step) -> None:
    seat, action = step
    table.apply(*games.play(table.running(), seat, action, table.dice()))


def _follow(table: Table) -> None:
    """Play everything that follows immediately.

    Stop when the game is over, or when it waits for people, for time or for a computer player.
    """
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
    pass_on_host(table)


def _running(table: Table) -> AnyView:
    """Return the running game as everybody sees it. Raises `Trouble` if no game is running."""
    table.running()
    return table.view()


def _people(table: Table) -> tuple[int, ...]:
    return tuple(number for number, seat in enumerate(table.seats) if seat.user is not None)


def _at_once(table: Table, view: AnyView) -> Step | None:
    """Return the step that follows immediately (L4), or None if there is none.

    Such a step is a vote that was stored in advance, a computer player's vote to quit, or the payment of a forfeit
    that nobody has to settle by hand. Computer players who are left alone vote to quit (E2), unless they play the game
    out (L3, `plays_itself_out`). A replay therefore reaches the same end by the rules.
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
        return None  # P5: a person may still name another player for a forfeit
    asked = people if table.setup.owes(table.seats) else ()
    return next(((seat, Settle(seat, How.PAID)) for seat in view.state.debtors if seat not in asked), None)


def _quits_too(table: Table, computers: tuple[int, ...], people: tuple[int, ...]) -> int | None:
    """Return a computer player that votes to quit because most people did so (L4), or None if there is none."""
    return next((seat for seat in computers if games.joins_quitting(table.view(seat), people)), None)
