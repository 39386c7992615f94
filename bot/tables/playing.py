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


def begin(draft: MutableTable) -> None:
    """Start the game: the roll-off and the first deal."""
    rules = draft.setup.rules()
    draft.row.status = Status.PLAYING
    draft.row.ends_at = draft.now + timedelta(minutes=rules.minutes) if rules.minutes else None
    draft.happened(*games.start(rules, len(draft.seats), draft.dice()))
    deal(draft)


def deal(draft: MutableTable) -> None:
    """The next round begins, with those who waited for a seat in it."""
    take_seats(draft)
    act(draft, None, Deal())


def act(draft: MutableTable, seat: int | None, action: Action) -> None:
    """Do `action` for `seat` (None: the table), and what follows. Raises `Refused`, with the table as it was."""
    if isinstance(action, Leave) and seat is not None:
        for computer in games.up_first(games.view(draft.running()), seat, _people(draft)):
            _play(draft, (computer, Leave()))
    _play(draft, (seat, action))
    _follow(draft)


def vote(draft: MutableTable, seat: int, said: Vote) -> bool:
    """C4: say it, or keep it for when the seat is asked; whether it is kept. Raises `Refused`."""
    if not games.legal(draft.running(), seat).ahead:
        act(draft, seat, said)
        return False
    draft.beside(ahead={**draft.meanwhile.ahead, seat: said.believes})
    return True


def time_is_up(draft: MutableTable) -> None:
    """E1: the time limit is reached."""
    draft.row.ends_at = None
    act(draft, None, TimeUp())


def next_round(draft: MutableTable) -> None:
    """The pause is over: what is still owed goes on the tab (P1, L2), and the next round begins."""
    while debtors := draft.running().state.debtors:
        act(draft, debtors[0], _unsettled(draft, debtors[0]))
    deal(draft)


def turn_ran_out(draft: MutableTable) -> None:
    """L2: the turn is played for who did not come in time; the second time in a row they doze, if they may stay."""
    for seat in games.awaited(draft.running()):
        act(draft, seat, Absent())
        if draft.setup.rules().absence is not Absence.SIT_OUT:
            continue
        if seat in draft.meanwhile.missed:
            draft.beside(dozing=(*draft.meanwhile.dozing, seat))
        else:
            draft.beside(missed=(*draft.meanwhile.missed, seat))


def play_for(draft: MutableTable, seat: int) -> None:
    """L2: the turn of somebody who dozes is played for them."""
    act(draft, seat, Absent())


def _unsettled(draft: MutableTable, seat: int) -> Action:
    """What becomes of a forfeit at the end; a computer's only waited for a gift that nobody made (P5)."""
    return Absent() if draft.seats[seat].user is not None else Settle(seat, How.PAID)


def _play(draft: MutableTable, step: Step) -> None:
    seat, action = step
    draft.happened(*games.play(draft.running(), seat, action, draft.dice()))


def _follow(draft: MutableTable) -> None:
    """Let happen what happens at once, until something is waited for or the game is over."""
    for _ in range(MOST_STEPS):
        view = games.view(draft.running())
        if view.state.result is not None:
            draft.row.status, draft.row.ends_at = Status.OVER, None
            break
        step = _at_once(draft, view)
        if step is None:
            break
        _play(draft, step)
    if draft.meanwhile.ahead and draft.game is not None and draft.game.state.phase is not POLL:
        draft.beside(ahead={})
    draft.pass_on_host()


def _people(draft: MutableTable) -> tuple[int, ...]:
    return tuple(number for number, seat in enumerate(draft.seats) if seat.user is not None)


def _at_once(draft: MutableTable, view: AnyView) -> Step | None:
    """What follows at once (L4): voices join, computers' forfeits are settled, and all where nobody owes anything.

    L3 of computers that are left alone: they call it quits (E2), which brings what the rule says, and replays anywhere.
    """
    computers = draft.computers(view.state.seats_in())
    people = tuple(seat for seat in view.state.seats_in() if seat not in computers)
    if view.state.phase is POLL and (turn := view.state.turn) in draft.meanwhile.ahead:
        return turn, Vote(draft.meanwhile.ahead[turn])
    if not people:
        return next(seat for seat in computers if not view.state.players[seat].quits), Quit()
    if (follower := _quits_too(draft, computers, people)) is not None:
        return follower, Quit()
    if view.state.gift_open and view.state.creditor in people:
        return None  # P5: a person may still name who takes one too
    asked = people if draft.setup.owes(draft.seats) else ()
    return next(((seat, Settle(seat, How.PAID)) for seat in view.state.debtors if seat not in asked), None)


def _quits_too(draft: MutableTable, computers: tuple[int, ...], people: tuple[int, ...]) -> int | None:
    """L4: the computer player whose voice follows the majority of the people."""
    game = draft.running()
    return next((seat for seat in computers if games.joins_quitting(games.view(game, seat), people)), None)
