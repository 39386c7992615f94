"""A game under way: a move, and all that follows from it by itself before anybody is asked again."""

from datetime import timedelta

from bot.tables.model import Status
from bot.tables.sheet import Sheet, asked
from engine import games
from engine.core.actions import Absent, Action, Challenge, Deal, How, Leave, Quit, Settle, TimeUp
from engine.games import AnyView

TABLE_IDLES = timedelta(days=7)
"""How long a game without a clock waits for a player."""
FORFEIT_WAITS = timedelta(minutes=10)
"""L2: how long a forfeit waits where the table has no clock."""
MOST_STEPS = 2000
"""More steps than any game of computer players takes between two moves of people."""

Step = tuple[int | None, Action]


def begin(sheet: Sheet) -> None:
    """Start the game: the roll-off and the first round."""
    rules = sheet.setup.rules()
    sheet.row.status = Status.PLAYING
    sheet.row.ends_at = sheet.now + timedelta(minutes=rules.minutes) if rules.minutes else None
    sheet.happened(*games.start(rules, len(sheet.seats), sheet.dice()))
    _follow(sheet)


def act(sheet: Sheet, seat: int | None, action: Action) -> None:
    """Do `action` for `seat`, and all that follows. Raises `Refused`, with the table as it was."""
    if isinstance(action, Leave) and seat is not None:
        for computer in games.up_first(games.view(sheet.running()), seat, _people(sheet)):
            _play(sheet, (computer, Leave()))
    _play(sheet, (seat, action))
    _follow(sheet)


def time_out(sheet: Sheet) -> bool:
    """Play what the clock says is due: the time limit (E1), or turns that ran out (L2). False if nothing is."""
    game, row = sheet.running(), sheet.row
    if row.ends_at is not None and row.ends_at <= sheet.now:
        row.ends_at = None
        act(sheet, None, TimeUp())
        return True
    if row.deadline is None or row.deadline > sheet.now:
        return False
    if sheet.setup.clock is None and not game.state.debtors:
        row.status, row.deadline, row.ends_at = Status.CLOSED, None, None
        return True
    for seat in games.awaited(game):
        if sheet.status == Status.PLAYING and seat in games.awaited(sheet.running()):
            act(sheet, seat, _overdue(sheet, seat))
    return True


def _overdue(sheet: Sheet, seat: int) -> Action:
    """L2: what is done for a seat whose time is up; a computer only waited for a gift that nobody made (P5)."""
    if sheet.seats[seat].user is None:
        return Settle(seat, How.PAID)
    return Absent() if sheet.setup.clock is not None else Settle(seat, How.TAB)


def _play(sheet: Sheet, step: Step) -> None:
    seat, action = step
    sheet.happened(*games.play(sheet.running(), seat, action, sheet.dice()))


def _follow(sheet: Sheet) -> None:
    """L4 and the deals: play on until a person is asked, or the game is over; then set the clock."""
    for _ in range(MOST_STEPS):
        view = games.view(sheet.running())
        if view.state.result is not None:
            sheet.row.status, sheet.row.ends_at = Status.OVER, None
            break
        step = _next_step(sheet, view)
        if step is None:
            break
        _play(sheet, step)
    sheet.pass_on_host()
    _set_clock(sheet)


def _people(sheet: Sheet) -> tuple[int, ...]:
    return tuple(number for number, seat in enumerate(sheet.seats) if seat.user is not None)


def _next_step(sheet: Sheet, view: AnyView) -> Step | None:
    """What happens by itself now, None where a person is asked.

    L3 of computers that are left alone: they call it quits (E2), which brings what the rule says, and replays anywhere.
    """
    people = tuple(seat for seat in view.state.seats_in() if sheet.seats[seat].user is not None)
    computers = tuple(seat for seat in view.state.seats_in() if sheet.seats[seat].user is None)
    if not people:
        return next(seat for seat in computers if not view.state.players[seat].quits), Quit()
    if (follower := _quits_too(sheet, computers, people)) is not None:
        return follower, Quit()
    if view.state.debtors:
        return _settled_at_once(view, computers, people)
    if not view.awaited:
        return None, Deal()
    for seat in view.awaited:
        if seat in computers:
            return seat, games.choose(games.view(sheet.running(), seat), _mood(sheet, seat))
    return _banged(sheet, view, computers)


def _quits_too(sheet: Sheet, computers: tuple[int, ...], people: tuple[int, ...]) -> int | None:
    """L4: the computer player whose voice follows the majority of the people."""
    game = sheet.running()
    return next((seat for seat in computers if games.joins_quitting(games.view(game, seat), people)), None)


def _settled_at_once(view: AnyView, computers: tuple[int, ...], people: tuple[int, ...]) -> Step | None:
    """L4: a computer's forfeit is settled at once, unless a person may still name who takes one too (P5)."""
    if view.state.gift_open and view.state.creditor in people:
        return None
    return next(((seat, Settle(seat, How.PAID)) for seat in view.state.debtors if seat in computers), None)


def _banged(sheet: Sheet, view: AnyView, computers: tuple[int, ...]) -> Step | None:
    """C1: whether a computer player cries out of turn at the bid just made."""
    if view.state.standing is None:
        return None
    for seat in computers:
        if games.would_challenge(games.view(sheet.running(), seat), _mood(sheet, seat)):
            return seat, Challenge()
    return None


def _mood(sheet: Sheet, seat: int) -> float:
    """A computer player's mood: from the seed, so that a restart finds it in the same mood."""
    return sheet.dice().draw(sheet.row.seq * 32 + seat)


def _set_clock(sheet: Sheet) -> None:
    """The clock starts again when somebody else is asked, or the same person something else."""
    row = sheet.row
    if sheet.status != Status.PLAYING:
        row.deadline = None
        return
    view = games.view(sheet.running())
    if row.deadline is None or asked(view) != sheet.asked_at_first:
        row.deadline = sheet.now + _patience(sheet, view)


def _patience(sheet: Sheet, view: AnyView) -> timedelta:
    if sheet.setup.clock is not None:
        return timedelta(seconds=sheet.setup.clock)
    return FORFEIT_WAITS if view.state.debtors else TABLE_IDLES
