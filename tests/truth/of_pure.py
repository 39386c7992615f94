"""Checks of the sentences about pure and flying bids, and about the stars of a track (B4)."""

from itertools import product

from bot.words.dice import bid_words, dice_words, die
from engine.bids.actions import Bid
from engine.core.dice import FLYING, NOTHING, PURE, Called, is_pure
from tests.truth.asked import Check, Moment
from tests.truth.recording import Facts

OTHERS = range(2, 7)
"""The faces that may be bid wild and pure."""


def numbers(at: Moment, face: int, called: Called) -> set[int]:
    """Return the numbers on dice that count for a bid on a face that is called so."""
    return set(at.state.counting(at.meant(Bid(1, face, called))).numbers)


def counts_alone(at: Moment, called: Called) -> bool:
    """Return whether only dice of the face itself count for bids that are called so."""
    return all(numbers(at, face, called) == {face} for face in OTHERS)


def is_after_a_pure_bid(at: Moment) -> bool:
    """Return whether only dice of its own face count for the current bid, although ones are wild at this table."""
    bid = at.state.standing if at.stands else None
    return bid is not None and set(at.state.counting(bid).numbers) == {bid.face} and is_pure(bid)


def least(at: Moment, called: Called) -> dict[int, int]:
    """Return the least number of dice on each face that may be bid with a word."""
    bids = at.bids(called)
    return {face: min(many for many, other in bids if other == face) for face in {face for _many, face in bids}}


def ones_but_not_pure(at: Moment, _facts: Facts) -> bool:
    """Return whether ones count for every face, but not for a pure bid (C2)."""
    if not at.is_bidding:
        return True
    flies = FLYING if is_after_a_pure_bid(at) else NOTHING
    return counts_alone(at, PURE) and all(numbers(at, face, flies) == {1, face} for face in OTHERS)


def _rank(face: int) -> int:
    return 7 if face == 1 else face


def pure_bids(at: Moment, _facts: Facts) -> bool:
    """Return whether a pure bid of any face may follow a wild one with as many dice, and bids after it are pure."""
    if not at.is_bidding:
        return True
    bid = at.state.standing
    if bid is None or is_after_a_pure_bid(at):
        return counts_alone(at, NOTHING if bid is not None else PURE)
    after = at.after(at.state.turn, Bid(bid.quantity, 2, PURE))
    stays = after is not None and counts_alone(after, NOTHING)
    return stays and least(at, PURE) == {1: bid.quantity} | dict.fromkeys(OTHERS, bid.quantity)


def ones_are_pure(at: Moment, _facts: Facts) -> bool:
    """Return whether ones beat as many dice of any other face, and only ones count after a bid of ones."""
    if not at.is_bidding:
        return True
    bid = at.state.standing
    if bid is not None and bid.face != 1 and (bid.quantity, 1) not in at.bids():
        return False
    after = at.after(at.state.turn, Bid(at.state.pool, 1))
    return after is None or is_pure(after.state.standing)


def later_bids(at: Moment, _facts: Facts) -> bool:
    """Return whether bids after a pure one are pure, or flying with twice as many dice, and never of ones.

    Before a pure bid, no bid may fly, and a bid may be pure.
    """
    if not at.is_bidding:
        return True
    if not is_after_a_pure_bid(at):
        return bool(at.bids(PURE)) and not at.bids(FLYING)
    twice = 2 * at.state.standing.quantity
    flies = dict.fromkeys(OTHERS, twice) if twice <= at.state.pool else {}
    is_wild = all(numbers(at, face, FLYING) == {1, face} for face in OTHERS)
    return is_wild and counts_alone(at, NOTHING) and least(at, FLYING) == flies


def opens_pure(at: Moment, facts: Facts) -> bool:
    """Return whether pure bids may open with as many dice as there are players (B5), but not with fewer."""
    if not at.is_bidding or at.state.standing is not None:
        return True
    players = at.threw()
    return set(least(at, PURE).values()) == {min(at.state.pool, players)}


def not_wild(at: Moment, facts: Facts) -> bool:
    """Return whether the current bid is pure, so that dice of the pictured face count only for bids on this face."""
    stands = at.is_of_bids and at.state.standing is not None and is_pure(at.state.standing)
    return stands and facts.get("die") == die(1) and numbers(at, 2, NOTHING) == {2}


def offers(called: Called) -> Check:
    """Return a check that the reader may bid with this word, and that dice count for such bids as it says."""

    def check(at: Moment, facts: Facts) -> bool:
        if not at.is_of_bids or not at.bids(called) or not later_bids(at, facts):
            return False
        return is_after_a_pure_bid(at) if called is FLYING else ones_but_not_pure(at, facts)

    return check


def needs_no_word(at: Moment, _facts: Facts) -> bool:
    """Return whether bids without a word may be made, and wild dice count for them."""
    return at.is_of_bids and bool(at.bids()) and all(numbers(at, face, NOTHING) == {1, face} for face in OTHERS)


def is_pure_now(at: Moment, facts: Facts) -> bool:
    """Return whether a bid may be pure: with the word, or without it after a pure bid."""
    return at.is_of_bids and (is_after_a_pure_bid(at) or bool(at.bids(PURE))) and ones_but_not_pure(at, facts)


# The track ---------------------------------------------------------------------------------------------------------


def on_a_track(at: Moment, _facts: Facts) -> bool:
    """Return whether n wild dice stand between 2n - 1 and 2n of the others, and otherwise numbers and faces decide."""
    if not at.stands or at.state.palifico:
        return True
    star, bid, pool = at.state.wild(), at.state.standing, at.state.pool

    def weight(many: int, face: int) -> tuple[int, int]:
        return (4 * many - 1, 0) if face == star else (2 * many, face)

    every = set(product(range(1, pool + 1), range(1, 7)))
    return at.bids() == {each for each in every if weight(*each) > weight(bid.quantity, bid.face)}


def between(at: Moment, facts: Facts) -> bool:
    """Return whether the stated bids follow each other on the track."""
    if not at.is_bidding or at.state.palifico:
        return True
    star = at.state.wild()
    words = {
        "stars": {dice_words(3, star)} if star else set(),
        "below": {dice_words(5, face) for face in range(1, 7) if face != star},
        "above": {dice_words(6, face) for face in range(1, 7) if face != star},
    }
    return all(facts.get(name) in said for name, said in words.items()) and on_a_track(at, facts)


# Refusals ----------------------------------------------------------------------------------------------------------


def legal(at: Moment) -> set[Bid]:
    """Return every legal bid with the word that it has."""
    return at.meant_bids()


def names_least(at: Moment, facts: Facts) -> bool:
    """Return whether the sentence names a legal bid, and one with a die less would not be legal."""
    bids = legal(at)
    named = next((bid for bid in bids if bid_words(bid) == facts.get("least")), None)
    return named is not None and Bid(named.quantity - 1, named.face, named.called) not in bids


def knows_no_words(at: Moment, bid: Bid, facts: Facts) -> bool:
    """Return whether the bid had a word although no bid may have one at this table."""
    pure_now = any(is_pure(each) for each in legal(at))
    return (
        bid.called is not NOTHING and not (at.bids(PURE) | at.bids(FLYING)) and not pure_now and names_least(at, facts)
    )


def ones_cannot_fly(at: Moment, bid: Bid, facts: Facts) -> bool:
    """Return whether the bid was to be flying, and on ones."""
    return (
        (bid.called, bid.face) == (FLYING, 1)
        and all(face != 1 for _, face in at.bids(FLYING))
        and names_least(at, facts)
    )


def nothing_to_fly_from(at: Moment, bid: Bid, facts: Facts) -> bool:
    """Return whether the bid was to be flying, but the current bid is not pure."""
    return bid.called is FLYING and not is_after_a_pure_bid(at) and not at.bids(FLYING) and names_least(at, facts)


def cannot_fly_so_high(at: Moment, bid: Bid, facts: Facts) -> bool:
    """Return whether the bid was to be flying, but twice as many dice as the current bid has are not in play."""
    stands = is_after_a_pure_bid(at) and 2 * at.state.standing.quantity > at.state.pool
    return bid.called is FLYING and stands and not at.bids(FLYING) and names_least(at, facts)


CHECKS: dict[str, Check] = {
    "Ones are wild, except for pure bids.": ones_but_not_pure,
    "**Pure**: as many dice of any face beat a wild bid; later bids stay pure.": pure_bids,
    "**Flying** beats a pure bid: twice the dice, no ones, wild again.": later_bids,
    "Ones are highest, always pure.": ones_are_pure,
    "pure: {die} not wild": not_wild,
    "💎 **Pure** bids: nothing is wild for them.": offers(PURE),
    "🕊️ **Flying** bids: wild again, at least twice as many dice.": offers(FLYING),
    "Pure: nothing is wild": is_pure_now,
    "Wild dice count too": needs_no_word,
    "Flying: wild again, twice as many": offers(FLYING),
    "Bid more dice or a higher face; wild bids count more.": on_a_track,
    "{stars} beat {below}; {above} beat {stars}.": between,
}

HOUSE_RULES: dict[str, Check] = {
    "Wild bids and pure bids": lambda at, facts: pure_bids(at, facts) and later_bids(at, facts),
    "A bid of wild dice counts almost double": on_a_track,
    "A pure bid needs only as many dice as there are players.": opens_pure,
}
