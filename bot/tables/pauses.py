"""Determines how long a showdown stays on the screen before the next round begins by itself."""

from datetime import datetime, timedelta

from bot.tables.model import Status
from bot.tables.pace import Pace
from bot.tables.table import Table
from engine import games
from engine.core.state import Phase
from engine.games import bid_events


def next_round(table: Table, since: datetime, pace: Pace) -> datetime:
    """Return when the next round begins after a showdown that was shown at `since`.

    Once all people who are awake have pressed Next, it begins immediately, even if somebody has held the showdown.
    """
    awake, annotations = table.awake(), table.annotations
    if awake and set(awake) <= set(annotations.ready):
        return since
    state = table.running().state
    opens = state.round == 1 and not annotations.evening
    is_first = _is_first_forfeit(table) and (pace.explains or table.setup.owes(table.seats))
    tension = games.tension(table.running())
    until = since + pace.showdown(_hands(table), bool(state.debtors), is_first, opens, tension)
    done = annotations.done_at + timedelta(seconds=pace.applause) if annotations.done_at is not None else until
    return max(until, done, annotations.held_until or until)


def pause_ends(table: Table, pace: Pace) -> datetime | None:
    """Return when the next round begins by itself after a showdown.

    If the showdown is not shown yet, the pause starts now. Return None if there is no such pause, if the table waits
    for a forfeit, or if the next round begins immediately.
    """
    if table.game is None or table.status is not Status.PLAYING or table.is_asleep() or table.asked():
        return None
    state, since = table.game.state, table.row.marks.since or table.now
    if state.phase is not Phase.BETWEEN or not state.round:
        return None
    until = next_round(table, since, pace)
    return until if until > since else None


def _hands(table: Table) -> int:
    """Return the number of hands that a showdown opens: each hand in a game of bids, or one for the poker cup."""
    showdown = table.running().state.showdown
    if isinstance(showdown, bid_events.Revealed):
        return sum(bool(hand) for hand in showdown.hands)
    return 1 if showdown is not None else 0


def _is_first_forfeit(table: Table) -> bool:
    """Return whether the round brought the first forfeit of the evening, or the first that a person owes.

    People need more time to read about it than about later ones, unless they have settled it already.
    """
    state, loser = table.running().state, _loser(table)
    is_settled = table.setup.owes(table.seats) and not state.debtors
    if loser is None or table.annotations.evening or is_settled:
        return False
    alike = [at for at, seat in enumerate(table.seats) if seat.user is not None or table.seats[loser].user is None]
    return state.players[loser].forfeits == sum(state.players[at].forfeits for at in alike) == 1


def _loser(table: Table) -> int | None:
    """Return who lost the round, or None if nobody can tell.

    If a player gave up (K18), there is no showdown: the loser still owes the forfeit, or is the only one who ever did.
    """
    state = table.running().state
    if state.showdown is not None:
        return state.showdown.loser()
    owing = [seat for seat, player in enumerate(state.players) if player.forfeits]
    return next(iter(state.debtors), owing[0] if len(owing) == 1 else None)
