"""Choose the moves that are worth considering, and give each its worth: bids, bids with shown dice, and calls."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.bids import actions as a
from engine.bids.move_values import Weighing
from engine.bids.odds import half_of_average
from engine.bids.raising import dice_a_bid
from engine.bids.showing import hidden_of, may_show
from engine.bids.view import View
from engine.core.actions import Action
from engine.core.characters import EASY, Character, Choice, Reason
from engine.core.dice import Hand


def weigh(view: View, character: Character, made: Action | None = None) -> tuple[Choice, ...]:
    """Return every move of `view.seat` that is worth considering, with its worth.

    If `made` is a bid, it is weighed too, as the last one, even if it is not worth considering. The result is empty
    out of turn, in a poll and between rounds, because there is nothing to weigh.
    """
    legal = view.legal
    if not legal.may_bid() and not (legal.challenge and legal.in_turn):
        return ()
    weighing = Weighing(view, character)
    choices = [weighing.bid(bid) for bid in _bids(weighing)]
    choices += _with_show(choices, view, character)
    if legal.challenge:
        choices.append(weighing.call())
    if legal.exact:
        choices.append(weighing.exact())
    if isinstance(made, a.Bid) and all(made != choice.action for choice in choices):
        choices.append(_shown(view, character, made).bid(made))
    return tuple(choices)


def _with_show(choices: Sequence[Choice], view: View, character: Character) -> list[Choice]:
    """Return the same bids once more, each with as many dice shown as possible (B6). Easy players never show dice."""
    if not view.state.round_rules.show or character.level is EASY or view.seat is None:
        return []
    shown, weighings = list[Choice](), dict[Hand, Weighing]()
    hidden = len(hidden_of(view.state, view.seat, view.mine))
    for choice in choices:
        if isinstance(choice.action, a.Bid):
            show = may_show(view.state, view.seat, view.mine, choice.action)[: hidden - 1]
            bid = replace(choice.action, show=show)
            if show:
                weighing = weighings.get(show) or _shown(view, character, bid)
                weighings[show] = weighing
                shown.append(weighing.bid(bid))
    return shown


def _shown(view: View, character: Character, bid: a.Bid) -> Weighing:
    """Return a decision as it is after the dice of the bid are shown. The seat's other dice are then unknown (B6)."""
    if not bid.show or view.seat is None:
        return Weighing(view, character)
    opened = list(view.state.open or ((),) * len(view.state.players))
    opened[view.seat] = (*opened[view.seat], *bid.show)
    state = replace(view.state, open=tuple(opened))
    return Weighing(replace(view, mine=opened[view.seat], state=state), character)


ABOVE = 2
"""The most dice by which the bids to weigh may exceed the least raise on a face."""


def _bids(weighing: Weighing) -> list[a.Bid]:
    """Return the bids to weigh. On each face, they are the least bid and the bids with up to `ABOVE` dice more.

    If more than three players are left, a patient player weighs only the least bids. Opening bids are chosen by
    `_openings`.
    """
    legal, bids, patient = weighing.view.legal, list[a.Bid](), weighing.is_patient()
    for bid in legal.bids:
        first, last = bid.quantity, bid.quantity + (0 if patient and weighing.players > 3 else ABOVE)
        if weighing.state.standing is None:
            first, last = _openings(weighing, bid)
        bids += [a.Bid(quantity, bid.face, bid.called) for quantity in range(first, min(last, legal.most_on(bid)) + 1)]
    return bids


def _openings(weighing: Weighing, bid: a.Bid) -> tuple[int, int]:
    """Return the least and the greatest quantity of the opening bids to weigh on a face.

    `bid` is the least bid on that face. An easy player opens with the quantity that the panel's buttons propose. The
    others open near the average of the pool, and patient ones so low that everybody can have a turn first.
    """
    counts = weighing.state.counting(bid)
    least, average = bid.quantity, weighing.pool / counts.one_in()
    if weighing.character.level is EASY:
        return (half := half_of_average(weighing.state, bid)), half
    if not weighing.is_patient():
        highest = int(average) + (0 if weighing.character.is_patient else 3)
        return max(least, int(average) - 2), max(least, highest)
    a_bid = 1.0 if weighing.state.palifico else dice_a_bid(weighing.state.round_rules.raising)
    highest = max(least, round(average - weighing.players * a_bid - 0.5))
    return max(least, highest - 2), highest


def reason(view: View, action: Action, character: Character) -> Reason | None:
    """Return the reason for a bid or call by `view.seat`, or None for other moves.

    The reason contains the estimated probability that the bid is true.
    """
    bid = view.state.standing
    if isinstance(action, a.Bid):
        return Reason(False, Weighing(view, character).holds(action))
    if isinstance(action, a.Challenge) and bid is not None:
        times = sum(each.bidder == bid.bidder and each.face == bid.face for each in view.state.bids)
        return Reason(True, Weighing(view, character).holds(bid), times)
    return None
