"""Checks of refusals: which move the player tried, and which moves the engine would accept instead."""

from functools import cache
from typing import Any

from bot.screens.families.poker_cup.ranking import spoken
from bot.words.dice import face_name
from bot.words.faces_and_numbers import read_quantity
from engine.bids.actions import Bid, CallExact, Vote
from engine.core.actions import Challenge
from engine.core.state import POLL
from engine.poker_cup import actions as c
from engine.poker_cup.ranking import Ranking
from engine.poker_cup.state import CupGame
from tests.truth import of_pure
from tests.truth.asked import Check, Moment
from tests.truth.of_pure import legal, names_least
from tests.truth.recording import Facts


def tried(kind: type[Any], *more: type[Any]) -> "Tried":
    """Return an object that makes checks for the refusal of actions of these kinds."""
    return Tried((kind, *more))


class Tried:
    """Makes checks of a refusal that is shown only for certain kinds of actions."""

    def __init__(self, kinds: tuple[type[Any], ...]) -> None:
        self._kinds = kinds

    def when(self, says: Any) -> Check:
        """Return a check that an action of these kinds was refused and that `says(at, action, facts)` is true.

        The check passes if no action was tried.
        """

        def check(at: Moment, facts: Facts) -> bool:
            if at.tried is None:
                return True
            return isinstance(at.tried.action, self._kinds) and bool(says(at, at.tried.action, facts))

        return check


def _at_least(at: Moment, bid: Bid, facts: Facts) -> bool:
    is_refused = at.meant(bid) not in legal(at)
    return is_refused and ("least" not in facts or names_least(at, facts))


@cache
def _by_words(ranking: Ranking) -> tuple[str, ...]:
    return tuple(map(spoken, ranking.claims))


def _claim_at_least(at: Moment, act: Any, facts: Facts) -> bool:
    """Return whether the stated claim may be made and the next lower one may not.

    The claim that the sentence names first must be the current one.
    """
    ranking, standing = at.state.rules.ranking, at.state.standing
    if standing is None or "least" not in facts:
        return False
    least = _by_words(ranking).index(facts["least"])
    accepted = [at.after(at.asked(), type(act)(ranking.claims[each])) is not None for each in (least - 1, least)]
    return accepted == [False, True] and facts.get("standing") == spoken(standing.claim)


def _changes_both(at: Moment, bid: Bid, _facts: Facts) -> bool:
    """Return whether a bid with the current number, or with the current face, would be legal, but not with neither."""
    standing = at.state.standing
    if standing is None or (bid.quantity, bid.face) in at.bids():
        return False
    return {(standing.quantity, bid.face), (bid.quantity, standing.face)} <= at.bids()


def _least_for(at: Moment, bid: Bid) -> int:
    meant = at.meant(bid)
    alike = (each.quantity for each in legal(at) if (each.face, each.called) == (meant.face, meant.called))
    return min(alike, default=0)


def _only_these(at: Moment, bid: Bid, facts: Facts) -> bool:
    if at.state.standing is None:
        return False
    faces = {face for _many, face in at.bids()} | {at.state.standing.face}
    name = facts.get("faces", face_name(at.state.standing.face))
    return bid.face not in faces and {face_name(face) for face in faces} == {name}


def _may(at: Moment, words: tuple[str, ...]) -> bool:
    legal = at.legal(at.state.turn)
    return any(getattr(legal, word) for word in words)


def _is_there(at: Moment, act: Any) -> bool:
    """Return whether the named dice are where the action needs them: under the cup, or on the table."""
    if isinstance(act, c.Shake):
        return bool(at.state.under)
    if isinstance(act, c.Throw) and act.face in at.state.thrown:
        return True
    dice = act.dice if isinstance(act, c.Show | c.Cover) else (act.face,)
    assert isinstance(at.game, CupGame)
    there = at.game.hidden.dice if isinstance(act, c.Show) else at.state.table
    return all(there.count(face) >= dice.count(face) for face in dice)


_BID, _CALL = tried(Bid), tried(Challenge)
_CUP = tried(c.Throw, c.Show, c.Cover, c.Shake, c.Look, c.MakeClaim, c.Peek, c.PassBlind, Challenge)

CHECKS: dict[str, Check] = {
    "🎲 There’s only {n} die in play.": _BID.when(
        lambda at, bid, facts: bid.quantity > at.state.pool == int(facts.get("n", at.state.pool))
    ),
    "🥁 Palifico: only {faces} this round.": _BID.when(_only_these),
    "🗳️ You’ve voted.": tried(Vote).when(lambda at, _vote, _facts: at.state.phase is POLL),
    "🗳️ Your bid is your vote.": tried(Vote).when(
        lambda at, _vote, _facts: at.state.phase is POLL and at.tried.seat == at.state.bids[-1].bidder
    ),
    "🗳️ Your call is your vote.": tried(Vote).when(
        lambda at, _vote, _facts: at.state.phase is POLL and at.tried.seat == at.state.challenger
    ),
    "🫵 Nothing beats **{bid}**: call it.": _BID.when(lambda at, _bid, _facts: not legal(at)),
    "🔼 That doesn’t beat **{bid}**: bid at least **{least}**.": _BID.when(_at_least),
    "🔼 Raise **{bid}** by number or by face, not both.": _BID.when(_changes_both),
    "🔼 Open with at least **{least}**.": _BID.when(
        lambda at, bid, facts: (
            at.is_bidding
            and at.state.standing is None
            and bid.quantity < _least_for(at, bid)
            and names_least(at, facts)
        )
    ),
    "💎 Nobody bids pure or flying at this table: bid at least **{least}**.": _BID.when(of_pure.knows_no_words),
    "🕊️ A bid of ones is always pure: bid at least **{least}**.": _BID.when(of_pure.ones_cannot_fly),
    "🕊️ Only a pure bid can be raised flying: bid at least **{least}**.": _BID.when(of_pure.nothing_to_fly_from),
    "🕊️ Flying takes twice as many dice, too many here: bid at least **{least}**.": _BID.when(
        of_pure.cannot_fly_so_high
    ),
    "1️⃣ You can’t open with ones. Pick another face.": _BID.when(
        lambda at, bid, _facts: bid.face == 1 and at.bids() and all(face != 1 for _many, face in at.bids())
    ),
    "🔼 Bid at least 1 die.": _BID.when(lambda _at, bid, _facts: bid.quantity < 1),
    "🔢 How many dice? Type a number: “5” or “five”.": lambda at, _facts: (
        at.is_of_bids and [*map(read_quantity, ("5", "five"))] == [5, 5]
    ),
    "🎯 No exact calls this round.": tried(CallExact).when(lambda at, _call, _facts: not at.exact_callers()),
    "🗳️ Too late: voting has started.": tried(Bid, Challenge, CallExact).when(
        lambda at, _bid, _facts: at.state.phase is POLL
    ),
    "🗳️ There’s no vote right now.": tried(Vote).when(lambda at, _vote, _facts: at.state.phase is not POLL),
    "🔼 That doesn’t beat **{standing}**: claim at least **{least}**.": tried(c.MakeClaim, c.PassBlind).when(
        _claim_at_least
    ),
    "🥤 Not now. You can {ways}.": _CUP.when(lambda at, _act, _facts: at.is_passing()),
    "🥤 You peeked, so roll at least one die: {ways}.": _CUP.when(
        lambda at, _act, _facts: not _may(at, ("claim", "look")) and _may(at, ("throw", "shake"))
    ),
    "🫵 Nobody has bid yet.": tried(Challenge, CallExact).when(
        lambda at, _call, _facts: at.is_of_bids and at.state.standing is None
    ),
    "🫵 Nobody has claimed yet.": _CALL.when(lambda at, _call, _facts: not at.is_of_bids and at.state.standing is None),
    "🎲 You’ve already rolled that one this turn.": tried(c.Throw).when(
        lambda at, throw, _facts: throw.face in at.state.thrown and throw.face not in at.state.table
    ),
    "🎲 That die isn’t there. Name dice by what they show.": tried(c.Throw, c.Show, c.Cover, c.Shake).when(
        lambda at, act, _facts: not _is_there(at, act)
    ),
    "🙅 Only the player who just got caught can blame the pass, and only once.": tried(c.Protest).when(
        lambda at, _act, _facts: not at.legal(at.tried.seat).protest
    ),
}
