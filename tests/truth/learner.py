"""Answer what the checks of lessons ask about the learner: dice, moves, and how likely bids are.

A check looks at the events of the learner's last step, at the game before and after that step, and at all hidden dice.
"""

from typing import Any

from bot.screens.families.teaching import LEARNER
from engine.bids import events as b
from engine.core import events as e
from engine.poker_cup import events as c
from tests.truth.asked import Moment
from tests.truth.of_odds import of_a_bid

SURE = 0.6
"""A move that a lesson recommends must have at least these odds."""


def hand(at: Moment) -> tuple[int, ...]:
    """Return the learner's dice in the round of the last step."""
    shown = next(at.all_of(b.Revealed), None)
    return shown.hands[LEARNER] if shown is not None else at.hidden[LEARNER] if at.is_of_bids else ()


def held(at: Moment, bid: Any) -> int:
    """Return how many of the learner's dice count for a bid."""
    return sum(face in at.counting(bid.face) for face in hand(at))


def chance(at: Moment, bid: Any) -> float:
    """Return the probability that a bid is true for the learner, who knows only their own dice (C3)."""
    return of_a_bid(at, bid, hand(at), 2 * len(hand(at)))


def made(at: Moment) -> list[tuple[b.BidMade, bool]]:
    """Return the bids of the last step. Return with each bid whether it opened its round."""
    found, opens = [], False
    for each in at.whole:
        if isinstance(each, e.RoundBegan):
            opens = True
        elif isinstance(each, b.BidMade):
            found.append((each, opens))
            opens = False
    many = len([*at.all_of(b.BidMade)])
    return found[len(found) - many :]


def claims_truth(at: Moment) -> bool | None:
    """Return whether the learner's claim of the last step was true of all dice, or None if there was no claim."""
    claim = next((each.claim for each in at.all_of(c.Claimed) if each.seat == LEARNER), None)
    if claim is None or at.before is None:
        return None
    before: Any = at.before
    ranking = before.state.rules.ranking
    return bool(ranking.reaches(ranking.hand((*before.hidden.dice, *before.state.on_table())), claim))
