"""Answer what the checks of lessons ask about the learner: dice, moves, and how likely bids are.

A check looks at the events of the learner's last step, at the game before and after that step, and at all hidden dice.
"""

from typing import Any

from bot.screens.families.teaching import LEARNER
from engine.bids import events as b
from engine.core import events as e
from engine.poker_cup import events as c
from tests.truth.asked import Moment
from tests.truth.of_odds import at_least, to_somebody

SURE = 0.6
"""A move that a lesson recommends must have at least these odds."""


def said_at(at: Moment, bid: Any) -> Moment:
    """Return the moment at which the lesson says how likely a bid is.

    It is the moment before the last step for the learner's own bid, and where the round is over by now.
    """
    is_before = getattr(bid, "seat", None) == LEARNER or not at.state.pool
    if not is_before or at.before is None:
        return at
    return Moment(at.table, at.before, None, (), (), reader=LEARNER)


def hand(at: Moment) -> tuple[int, ...]:
    """Return the learner's dice."""
    return at.hidden[LEARNER] if at.is_of_bids else ()


def known(at: Moment) -> tuple[int, ...]:
    """Return all dice that the learner sees: their own, and those of others that lie in the open (B6)."""
    others = [dice for seat, dice in enumerate(at.state.open) if seat != LEARNER]
    return (*hand(at), *(die for dice in others for die in dice))


def held(at: Moment, bid: Any) -> int:
    """Return how many of the learner's dice count for a bid, when the lesson speaks of it."""
    return _counted(at, bid, hand(said_at(at, bid)))


def seen(at: Moment, bid: Any) -> int:
    """Return how many of the dice that the learner sees count for a bid, when the lesson speaks of it."""
    return _counted(at, bid, known(said_at(at, bid)))


def unseen(at: Moment, bid: Any) -> int:
    """Return the number of dice that the learner does not see, when the lesson speaks of a bid."""
    then = said_at(at, bid)
    return int(then.state.pool) - len(known(then))


def _counted(at: Moment, bid: Any, dice: tuple[int, ...]) -> int:
    numbers = said_at(at, bid).state.counting(bid).numbers
    return sum(face in numbers for face in dice)


def chance(at: Moment, bid: Any) -> float:
    """Return the probability that a bid is true for the learner, who knows only the dice that they see (C3)."""
    then, show = said_at(at, bid), () if hasattr(bid, "seat") else bid.show
    if not show:
        return to_somebody(then, bid, LEARNER)
    lying = (*(die for dice in then.state.open for die in dice), *show)  # all other dice are unknown then (B6)
    numbers = then.state.counting(bid).numbers
    missing = bid.quantity - sum(face in numbers for face in lying)
    return at_least(missing, then.state.pool - len(lying), len(numbers) / 6)


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
