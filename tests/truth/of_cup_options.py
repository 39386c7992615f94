"""Checks of the sentences about equal claims, and about ones that are wild at a showdown of the cup (K19, K20)."""

from itertools import product
from typing import Any

from engine.poker_cup import events as c
from engine.poker_cup.actions import MakeClaim, PassBlind
from engine.poker_cup.ranking import POKER_DICE, Claim, poker
from tests.truth.asked import Check, Moment
from tests.truth.of_bids import wild_are
from tests.truth.of_mia import this_round
from tests.truth.recording import Facts


def may_match(at: Moment, _facts: Facts) -> bool:
    """Return whether a claim may be matched, but not by a player who has made the same one in this round (K20)."""
    seat, standing = at.asked(), at.state.standing if not at.is_of_bids else None
    if at.is_of_bids or not at.is_passing() or seat is None or standing is None:
        return not at.is_of_bids
    may = at.legal(seat)
    if standing.claim == at.state.rules.ranking.top or not (may.claim or may.blind):
        return True
    mine = {_rank(at, each.claim) for each in this_round(at, c.Claimed) if each.seat == seat}
    return _matches(at, seat) is not None if _rank(at, standing.claim) not in mine else _matches(at, seat) is None


def _rank(at: Moment, claim: Claim) -> Any:
    return at.state.rules.ranking.worth(claim)


def _matches(at: Moment, seat: int) -> Moment | None:
    """Return the moment after this player has made the present claim again, or None if that is refused."""
    claim = at.state.standing.claim
    return at.after(seat, PassBlind(claim) if at.legal(seat).blind else MakeClaim(claim))


def to_match(at: Moment, facts: Facts) -> bool:
    """Return whether the player with the cup has not made the current claim, and may make it when they claim (K20)."""
    seat = at.asked()
    if at.is_of_bids or not at.is_passing() or seat is None or at.state.standing is None:
        return False
    may = at.legal(seat)
    return at.is_named(seat, facts) and (not (may.claim or may.blind) or _matches(at, seat) is not None)


def ones_make_the_best(at: Moment, _facts: Facts) -> bool:
    """Return whether the hand of a showdown is the best one that any numbers in the place of ones can make (K19)."""
    if at.is_of_bids or at.state.rules.ranking.dice != POKER_DICE:
        return False
    plain = poker(straights=at.state.rules.straights)
    for shown in at.all_of(c.CupLifted):
        dice = (*shown.under, *shown.table)
        others = tuple(die for die in dice if die != 1)
        every = product(range(1, 7), repeat=len(dice) - len(others))
        best = max((plain.hand(tuple(sorted((*others, *ones)))) for ones in every), key=plain.worth)
        if shown.hand != best:
            return False
    return True


def nothing_is_wild(at: Moment, facts: Facts) -> bool:
    """Return whether only the bid number counts (C2), or the hand of a cup is the one that the dice make (K12)."""
    if at.is_of_bids or at.state.rules.ranking.dice != POKER_DICE:
        return wild_are(lambda _at, face: {face})(at, facts)
    plain = poker(straights=at.state.rules.straights)
    return all(shown.hand == plain.hand((*shown.under, *shown.table)) for shown in at.all_of(c.CupLifted))


CHECKS: dict[str, Check] = {
    "You may match a claim, but not make the same one twice in a round.": may_match,
    "At the showdown, ones count as whatever makes the best hand.": ones_make_the_best,
    "{dice} · ones are wild": ones_make_the_best,
    "👉 {name}, claim at least that": to_match,
    "To match or beat: **{claim}**": to_match,
    "{name} has the cup and **{claim}** to match or beat.": to_match,
    "🙈 Pass it on blind with the same claim or a higher one:": to_match,
}

HOUSE_RULES: dict[str, Check] = {
    "Nothing wild": nothing_is_wild,
    "Ones wild under the cup": ones_make_the_best,
}
