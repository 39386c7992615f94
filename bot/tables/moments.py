"""When a table does something by itself: a computer player's move, and the next round."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.tables.draft import Draft
from bot.tables.pace import Pace, Run
from engine import games
from engine.core.state import Phase
from engine.games import bid_events


def thinking(draft: Draft, pace: Pace) -> timedelta:
    """How long whoever thinks now takes: a computer player whose turn it is, or those who listen (C1)."""
    game = draft.running()
    if game.state.phase is Phase.POLL:
        return timedelta(seconds=pace.votes)
    return pace.thinking(draft.hurry(), games.may_cry(game), _run(draft) if draft.is_run(game) else None)


def next_round(draft: Draft, since: datetime, pace: Pace) -> datetime:
    """When the showdown that was shown at `since` has stood for long enough, and the next round begins.

    Where all who are here have pressed Next: at once, whoever held it before.
    """
    awake, meanwhile = draft.awake(), draft.meanwhile
    if awake and set(awake) <= set(meanwhile.ready):
        return since
    until = since + pace.showdown(_hands(draft), bool(draft.running().state.debtors))
    return max(until, meanwhile.held_until or until)


def _hands(draft: Draft) -> int:
    """How many hands lie open at a showdown: those of a round of bids, or the one under the cup."""
    showdown = draft.running().state.showdown
    if isinstance(showdown, bid_events.Revealed):
        return sum(bool(hand) for hand in showdown.hands)
    return 1 if showdown is not None else 0


def _run(draft: Draft) -> Run | None:
    """The computer players (and who dozes) between two people's turns; None where no person waits for theirs."""
    state, awake, row = draft.running().state, draft.awake(), draft.row
    order = state.circle_from(state.turn) if state.turn in state.circle else ()
    left = _until_a_person(order, awake)
    if left == len(order):
        return None
    began = draft.meanwhile.computers_since
    taken = max(row.since - began, timedelta()) if began is not None and row.since is not None else timedelta()
    return Run(left + _until_a_person(order[::-1], awake), left, taken)


def _until_a_person(order: Sequence[int], awake: Sequence[int]) -> int:
    """How many come before the first person who is awake."""
    return next((number for number, seat in enumerate(order) if seat in awake), len(order))
