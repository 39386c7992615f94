"""A game under way: a move, and what the rules let follow from it at once.

What takes its time (a computer player's move, the next deal) does not follow here: it is a duty (`duties.py`).
"""

from datetime import timedelta

from bot.tables.model import Status
from bot.tables.sheet import Sheet
from engine import games
from engine.core.actions import Absent, Action, Deal, How, Leave, Quit, Settle, TimeUp
from engine.games import AnyView

MOST_STEPS = 100
"""More steps than ever follow at once: twenty computer players leave, or settle, or call it quits."""

Step = tuple[int | None, Action]


def begin(sheet: Sheet) -> None:
    """Start the game: the roll-off and the first deal."""
    rules = sheet.setup.rules()
    sheet.row.status = Status.PLAYING
    sheet.row.ends_at = sheet.now + timedelta(minutes=rules.minutes) if rules.minutes else None
    sheet.happened(*games.start(rules, len(sheet.seats), sheet.dice()))
    deal(sheet)


def deal(sheet: Sheet) -> None:
    """The next round begins."""
    act(sheet, None, Deal())


def act(sheet: Sheet, seat: int | None, action: Action) -> None:
    """Do `action` for `seat` (None: the table), and what follows. Raises `Refused`, with the table as it was."""
    if isinstance(action, Leave) and seat is not None:
        for computer in games.up_first(games.view(sheet.running()), seat, _people(sheet)):
            _play(sheet, (computer, Leave()))
    _play(sheet, (seat, action))
    _follow(sheet)


def time_is_up(sheet: Sheet) -> None:
    """E1: the time limit is reached."""
    sheet.row.ends_at = None
    act(sheet, None, TimeUp())


def run_out(sheet: Sheet) -> None:
    """L2: what was waited for is done for those who did not do it."""
    for seat in games.awaited(sheet.running()):
        if sheet.status is Status.PLAYING and seat in games.awaited(sheet.running()):
            act(sheet, seat, _overdue(sheet, seat))


def _overdue(sheet: Sheet, seat: int) -> Action:
    """L2: what is done for a seat whose time is up; a computer only waited for a gift that nobody made (P5)."""
    if sheet.seats[seat].user is None:
        return Settle(seat, How.PAID)
    return Absent() if sheet.setup.clock is not None else Settle(seat, How.TAB)


def _play(sheet: Sheet, step: Step) -> None:
    seat, action = step
    sheet.happened(*games.play(sheet.running(), seat, action, sheet.dice()))


def _follow(sheet: Sheet) -> None:
    """Let happen what happens at once, until something is waited for or the game is over."""
    for _ in range(MOST_STEPS):
        view = games.view(sheet.running())
        if view.state.result is not None:
            sheet.row.status, sheet.row.ends_at = Status.OVER, None
            break
        step = _at_once(sheet, view)
        if step is None:
            break
        _play(sheet, step)
    sheet.pass_on_host()


def _people(sheet: Sheet) -> tuple[int, ...]:
    return tuple(number for number, seat in enumerate(sheet.seats) if seat.user is not None)


def _at_once(sheet: Sheet, view: AnyView) -> Step | None:
    """What follows at once (L4): voices join, computers' forfeits are settled.

    L3 of computers that are left alone: they call it quits (E2), which brings what the rule says, and replays anywhere.
    """
    computers = sheet.computers(view.state.seats_in())
    people = tuple(seat for seat in view.state.seats_in() if seat not in computers)
    if not people:
        return next(seat for seat in computers if not view.state.players[seat].quits), Quit()
    if (follower := _quits_too(sheet, computers, people)) is not None:
        return follower, Quit()
    if view.state.gift_open and view.state.creditor in people:
        return None  # P5: a person may still name who takes one too
    return next(((seat, Settle(seat, How.PAID)) for seat in view.state.debtors if seat in computers), None)


def _quits_too(sheet: Sheet, computers: tuple[int, ...], people: tuple[int, ...]) -> int | None:
    """L4: the computer player whose voice follows the majority of the people."""
    game = sheet.running()
    return next((seat for seat in computers if games.joins_quitting(games.view(game, seat), people)), None)
