"""When a table does something by itself: a computer player's move, and the next round."""

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
        return pace.voting(_run(draft))
    return pace.thinking(draft.hurry(), games.may_cry(game), _run(draft))


def together(draft: Draft, pace: Pace) -> int:
    """How many turns of computer players are played from here on before they are shown, in one edit."""
    return pace.together(games.may_cry(draft.running()), _run(draft))


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
    """The computer players (and who dozes) between two people's turns; None where no person waits for theirs.

    In a poll people wait for the showdown, too.
    """
    game, awake, row = draft.running(), draft.awake(), draft.row
    if not draft.is_run(game):
        return None
    order = _still_asked(game)
    left = next((number for number, seat in enumerate(order) if seat in awake), len(order))
    if left == len(order) and game.state.phase is not Phase.POLL:
        return None
    began, since = draft.meanwhile.computers_since, row.since or row.changed
    taken = max((since - began).total_seconds(), 0.0) if began is not None else 0.0
    return Run(left, taken, draft.meanwhile.showing)


def _still_asked(game: games.AnyGame) -> tuple[int, ...]:
    """Whose turns come now, in that order, whoever's turn it is first: all, or those who have not voted yet (C4)."""
    state = game.state
    order = state.circle_from(state.turn)
    if state.phase is not Phase.POLL:
        return order
    return tuple(seat for seat in order if seat == state.turn or games.legal(game, seat).ahead)
