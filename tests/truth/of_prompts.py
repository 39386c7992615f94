"""Checks of prompts: what the table's card asks a player to do, and what My cup offers to the player who reads it."""

from collections.abc import Callable
from typing import Any

from bot.words.dice import die, red
from engine.bids.actions import Bid
from engine.core.events import Challenged
from engine.core.state import BETWEEN, POLL
from engine.poker_cup.actions import MakeClaim, PassBlind, Peek, Shake
from tests.truth.asked import Check, Moment
from tests.truth.of_bids import about
from tests.truth.of_prices import out_of_turn
from tests.truth.recording import Facts, states

Says = Callable[[Moment, Any], Any]
"""Returns whether a prompt's words about its player's legal moves are true."""


def asked(says: Says, of_bids: bool) -> Check:
    """Return a check that the named player is asked to move, and that `says` is true of the player's legal moves.

    The check fails if the game is not of the wanted family.
    """

    def check(at: Moment, facts: Facts) -> bool:
        seat = at.asked()
        if seat is None or at.is_of_bids is not of_bids or at.state.phase is BETWEEN:
            return False
        return at.is_named(seat, facts) and bool(says(at, at.legal(seat)))

    return check


def bids(says: Says) -> Check:
    """Return a check of a prompt in a game of bids."""
    return asked(says, of_bids=True)


def cup(says: Says) -> Check:
    """Return a check of a prompt to the player who has the cup."""
    return asked(lambda at, may: at.is_passing() and says(at, may), of_bids=False)


def my_cup(says: Says) -> Check:
    """Return a check of the moves that My cup offers to its reader, who has the cup."""

    def check(at: Moment, _facts: Facts) -> bool:
        if at.is_of_bids or not at.is_passing() or at.reader is None:
            return False
        return at.reader == at.asked() and bool(says(at, at.legal(at.reader)))

    return check


# The card of a game of bids --------------------------------------------------------------------------------------


def raise_or_call(exact: bool) -> Check:
    """Return a check that the player may both raise and call, and that the button for the call has the stated word.

    The check fails if `exact` does not say whether the player may also make an exact call (C5).
    """

    def check(at: Moment, facts: Facts) -> bool:
        word = all(facts.get("call", "") in label for label in at.labels)
        return word and bids(lambda _at, may: may.bids and may.challenge and may.exact is exact)(at, facts)

    return check


def die_is_wild(at: Moment, facts: Facts) -> bool:
    """Return whether dice of the pictured face count for bids on every other face (C2, T3)."""
    if not at.is_of_bids or at.state.phase is BETWEEN:
        return False
    faces = range(1, 7)
    wild = [face for face in faces if all(face in at.counting(other) for other in faces)]
    return len(wild) == 1 and facts.get("die", die(wild[0])).strip() in (die(wild[0]), red(wild[0]))


def anyone_calls(at: Moment, facts: Facts) -> bool:
    """Return whether everybody but the bidder may make each call that the sentence shows, and no other (C1, C5)."""
    if not at.is_of_bids or at.state.standing is None:
        return False
    others, signs = at.others(at.state.standing.bidder), facts.get("calls", "💥🎯")
    if at.state.playing_off:
        others &= set(at.state.playing_off)
    callers, exact = at.callers() == others, at.exact_callers() == others
    return len(others) > 1 and ("💥" in signs, "🎯" in signs) == (callers, exact)


def moves_next(at: Moment, facts: Facts) -> bool:
    """Return whether the named player moves next after the current player bids or claims (B2, K9)."""
    after = at.handed_on()
    return after is not None and at.is_named(after.state.turn, facts)


def vote_later(at: Moment, facts: Facts) -> bool:
    """Return whether the named players vote later in this poll, and may already vote now (C4)."""
    later = {seat for seat in at.others() if at.state.phase is POLL and at.legal(seat).ahead}
    names = at.named(facts.get("names", ""))
    return bool(later) and names <= later


def so_many_vote_later(at: Moment, facts: Facts) -> bool:
    """Return whether at least the stated number of players vote later in this poll."""
    later = {seat for seat in at.others() if at.state.phase is POLL and at.legal(seat).ahead}
    words = facts.get("n", "0")
    return bool(later) and (not words.isdigit() or int(words) <= len(later))


def the_right_voters_shed(at: Moment, _facts: Facts) -> bool:
    """Return whether exactly the voters who are right shed a die (P4)."""
    after = at.voted()
    if after is None:
        return False
    shown = after.showdown()
    votes = {seat: believes for seat, believes in shown.votes if seat in at.others()}
    return all((after.paid().get(seat) == 1) == (believes == shown.holds) for seat, believes in votes.items())


def doubts(at: Moment, facts: Facts) -> bool:
    """Return whether the named player has called the bid, and the others vote on it (C4)."""
    calls = [each.seat for each in at.all_of(Challenged, at.whole)]
    if not at.is_of_bids or at.state.phase is not POLL:
        return False
    return at.is_named(calls[-1], facts, "caller")


def weighs(at: Moment, facts: Facts) -> bool:
    """Return whether a bid of ones or wild dice beats the stated number of any other face, but no more (B4)."""
    if not at.is_of_bids or not at.bids():
        return False
    worth = int(facts.get("worth", facts.get("n", "0")))
    some = {(many, face) for many, face in at.bids() if face in {1, at.state.wild()}}
    named = {each for each in some if "worth" not in facts or each[0] == int(facts["n"])}
    return any(_is_worth(at, *each, worth) for each in named)


def _is_worth(at: Moment, many: int, wild: int, worth: int) -> bool:
    after = at.after(at.state.turn, Bid(many, wild))
    if after is None:
        return False
    higher = {quantity for quantity, face in after.bids() if face != wild}
    return min(higher) == worth + 1 if higher else worth >= at.state.pool


def opens_on_wild(at: Moment, facts: Facts) -> bool:
    """Return whether an opening bid of so many dice of the wild number is possible (C2)."""
    is_opening = at.is_of_bids and at.state.standing is None and bool(at.state.wild())
    return is_opening and (int(facts.get("n", 0)), at.state.wild()) in at.bids()


# The cup -----------------------------------------------------------------------------------------------------------


def nothing_beats(_at: Moment, may: Any) -> bool:
    """Return whether the player can only call (K13)."""
    return bool(may.challenge and not may.peek and not may.blind)


def answer(at: Moment, may: Any) -> bool:
    """Return whether the receiver may call, pass the cup on blind, or peek.

    After peeking, the receiver must roll (K2 to K4).
    """
    peeked = at.after(at.asked(), Peek()) if may.peek else None
    must_roll = peeked is not None and not peeked.legal(peeked.asked()).claim
    return bool(may.challenge and may.blind and must_roll)


def believe(at: Moment, may: Any) -> bool:
    """Return whether the receiver may call, pass the cup on blind, or throw all dice again and then claim (K17)."""
    thrown = at.after(at.asked(), Shake()) if may.shake else None
    return bool(may.challenge and may.blind and thrown is not None and thrown.legal(thrown.asked()).claim)


def may_give_up(_at: Moment, may: Any) -> bool:
    """Return whether the player can only call, or give up (K18)."""
    return bool(may.challenge and may.give_up and not may.peek and not may.blind)


def higher_only(at: Moment, may: Any) -> bool:
    """Return whether the cup may be passed on blind with a higher claim, but not with the same one (K3)."""
    if not may.blind:
        return False
    same, seat = at.state.standing.claim, at.asked()
    return at.after(seat, PassBlind(may.least)) is not None and at.after(seat, PassBlind(same)) is None


def opens_the_round(at: Moment, facts: Facts) -> bool:
    """Return whether the named player has the cup, and may claim any hand (K9)."""
    return cup(lambda at, _may: at.state.standing is None)(at, facts)


def must_beat(at: Moment, facts: Facts) -> bool:
    """Return whether the stated claim is the current one, and the player with the cup may not repeat it (K9)."""
    seat = at.asked()
    if at.is_of_bids or not at.is_passing() or seat is None or at.state.standing is None:
        return False
    claim = at.state.standing.claim
    same = at.after(seat, MakeClaim(claim)) or at.after(seat, PassBlind(claim))
    return same is None and at.is_named(seat, facts) and states(facts, claim)


def you_claimed(at: Moment, facts: Facts) -> bool:
    """Return whether the reader made the stated claim, which is the current one, and the named player has the cup."""
    seat = at.asked()
    if at.is_of_bids or not at.is_passing() or seat is None or at.state.standing is None:
        return False
    claim, passer = at.state.standing.claim, at.state.standing.passer
    return passer == at.reader and at.is_named(seat, facts) and states(facts, claim)


def cup_is_back(at: Moment, _facts: Facts) -> bool:
    """Return whether the round is over, and another one follows."""
    follows = at.dealt() is not None or bool(at.state.debtors)
    return not at.is_of_bids and not at.is_passing() and follows


CHECKS: dict[str, Check] = {
    "🗳️ {name}, do you believe it?": bids(lambda _at, may: may.vote),
    "👉 {name} opens": bids(lambda _at, may: may.bids and not may.challenge),
    "👉 {name}, nothing beats **{bid}**: call it!": bids(lambda _at, may: may.challenge and not may.bids),
    "👉 {name}, beat **{bid}**, or call {call}": raise_or_call(exact=False),
    "👉 {name}, beat **{bid}**, or call {call} or {exact}": raise_or_call(exact=True),
    "{die} wild, about {n} of each": lambda at, facts: die_is_wild(at, facts) and about(each=False)(at, facts),
    "{calls} anyone": anyone_calls,
    "then {name}": moves_next,
    "then {names}: you can vote early": vote_later,
    "then {names}": vote_later,
    "then {n} more": so_many_vote_later,
    "🃏 Vote right and shed a die.": the_right_voters_shed,
    "Out of turn: 2 goods (+2) or 2 bads (−2).": out_of_turn,
    "🫵 {caller} doubts {bid}": doubts,
    "×{n} (wild)": opens_on_wild,
    "×{n} (worth {worth})": weighs,
    "×{n} (beats {worth})": weighs,
    "beats {n} of anything else": weighs,
    "👉 {name}, nothing beats that: call Liar!": cup(nothing_beats),
    "👉 {name}, look or claim": cup(lambda _at, may: may.look and may.claim and not may.challenge),
    "👉 {name}, what do you claim?": cup(lambda at, may: may.claim and not may.look and at.state.standing is None),
    "👉 {name}, call Liar!, peek, or pass it on blind": cup(answer),
    "👉 {name}, call Liar!, believe it, or pass it on blind": cup(believe),
    "👉 {name}, nothing beats that: call Liar!, or give up": cup(may_give_up),
    "👉 {name} is rolling": cup(lambda at, may: at.state.thrown and not may.claim and (may.throw or may.shake)),
    "👉 {name} believes it and must roll": cup(
        lambda _at, may: not may.claim and not may.challenge and (may.throw or may.shake)
    ),
    "👉 {name}, claim more than that": cup(lambda at, may: may.claim and at.state.standing is not None),
    "🥤 Round over. The cup is back next round.": cup_is_back,
    "{name} has the cup and opens the round.": opens_the_round,
    "You claimed **{claim}**; now {name} has the cup.": you_claimed,
    "{name} has the cup and **{claim}** to beat.": must_beat,
    "To beat: **{claim}**": must_beat,
    "🙈 Pass it on blind with a higher claim:": my_cup(higher_only),
    "🗣️ Claim one of these, true or not, or another hand:": my_cup(lambda _at, may: may.claim),
    "🗣️ Claim one of these, true or not, or pick another:": my_cup(lambda _at, may: may.claim),
    "Nothing beats five sixes: call Liar!": cup(nothing_beats),
    "Call Liar!, pass it on blind, or peek and roll at least one die.": my_cup(answer),
    "Call Liar!, pass it on blind, or believe it and roll again.": my_cup(believe),
    "The cup is empty: tap table dice to put them under or roll them.": my_cup(
        lambda at, may: may.cover and may.throw and not may.shake and not may.claim and not at.state.under
    ),
    "Roll more, or claim.": my_cup(lambda _at, may: may.throw and may.claim),
    "Look, or claim without looking.": my_cup(lambda _at, may: may.look and may.claim),
    "Tap dice to pull them out where everyone can see, or claim.": my_cup(lambda _at, may: may.show and may.claim),
    "Tap dice to pull out, put under or roll on the table. Then shake.": my_cup(
        lambda _at, may: may.show and may.cover and may.throw and may.shake
    ),
    "Tap the dice to keep and pull them out where everyone can see. Then shake the rest.": my_cup(
        lambda _at, may: may.show and may.shake and not may.cover and not may.throw
    ),
    "The ✓ dice under the cup come out where everyone can see. Shaking rolls only the rest.": my_cup(
        lambda at, may: may.show and may.shake and at.state.under > 1
    ),
    "That’s every die under the cup: pull them out, or leave one to shake.": my_cup(
        lambda _at, may: may.show and may.shake
    ),
    "Roll more table dice, or shake what’s under the cup.": my_cup(
        lambda _at, may: may.throw and may.shake and not may.show and not may.cover
    ),
    "Shake the cup too before you claim.": my_cup(
        lambda at, may: may.throw and may.shake and at.state.under > 0 and not may.claim
    ),
    "Now shake what’s under the cup.": my_cup(lambda _at, may: may.shake and not (may.show or may.cover or may.throw)),
}
