"""Determine the tension of a showdown in a bidding game, and when its visible dice decide it."""

from collections.abc import Container

from engine.bids.chances import FAIR
from engine.bids.events import Revealed
from engine.bids.state import State
from engine.core.tension import Tension, was_last_life

FAR_OFF = 2
"""A bid is far off if it misses the count by so many dice."""


def tension(state: State) -> Tension:
    """Return the tension of the last showdown. `state` is the state after its price was paid."""
    shown = state.showdown
    if shown is None or state.result is not None:
        return Tension.GREAT
    is_last = was_last_life(state, state.rules, shown.winner(), shown.loser())
    if is_last or _was_last_die(state, shown) or _was_last_bad(state, shown):
        return Tension.GREAT
    is_far = not shown.exact and abs(shown.count - shown.quantity) >= FAR_OFF
    return Tension.FAR if is_far else Tension.CLOSE


def _was_last_die(state: State, shown: Revealed) -> bool:
    """Return whether the last die of the bidder or the challenger was at stake, or a player has no dice left."""
    if not (state.rules.counts_dice() or state.playing_off):
        return False
    had_one = any(len(shown.hands[seat]) == 1 for seat in (shown.bidder, shown.challenger))
    return had_one or any(hand and not state.players[seat].dice for seat, hand in enumerate(shown.hands))


def _was_last_bad(state: State, shown: Revealed) -> bool:
    """Return whether one more bad of the bidder or the challenger would have ended the game, or ends it now (E4)."""
    rules, sides = state.rules, (shown.bidder, shown.challenger)
    if not rules.counts_bads():
        return False
    scores = [(state.players[seat].score, seat) for seat in state.seats_in()]
    if any(score <= 1 - rules.bads and seat in sides for score, seat in scores):
        return True
    (first, one), (second, other) = sorted(scores)[:2]
    return first <= -rules.pair_bads and second <= 1 - rules.pair_bads and bool({one, other} & {*sides})


def is_decided(shown: Revealed, lifted: Container[int] = (), exactly: bool = False) -> bool:
    """Return whether everybody can see that the call is right or wrong, whatever the covered dice show (C3, C5).

    The cups of the seats in `lifted` are up, and dice in the open are always visible (B6). If `exactly` is set, the
    number of the dice that count has to be certain, too.
    """
    ranges = [_range(shown, seat, seat in lifted) for seat in range(len(shown.hands))]
    least, most = sum(low for low, _high in ranges), sum(high for _low, high in ranges)
    if exactly and least != most:
        return False
    is_too_many = most < shown.quantity
    if shown.exact:
        return is_too_many or least > shown.quantity or least == most
    return is_too_many or least >= shown.quantity


def _range(shown: Revealed, seat: int, is_lifted: bool) -> tuple[int, int]:
    """Return the least and the greatest number of dice of a seat that may count, as everybody sees them (C2, C7)."""
    hand, counting = shown.hands[seat], shown.counting()
    known = hand if is_lifted else shown.open_of(seat)
    if len(known) == len(hand):
        return counting.stash(hand), counting.stash(hand)
    possible = [n for n, likely in enumerate(counting.chances(known, len(hand) - len(known), FAIR)) if likely]
    return possible[0], possible[-1]
