"""Checks of the sentences about throws, bids and calls in a game of bids."""

from collections.abc import Callable

from bot.words.dice import face_name
from engine.bids import events as b
from engine.bids.actions import Bid
from engine.bids.counting import Counting
from engine.core.actions import Challenge
from engine.core.dice import is_pure
from engine.core.state import BIDDING, POLL
from tests.truth.asked import Check, Moment
from tests.truth.of_odds import in_a_stash
from tests.truth.of_pure import opens_pure
from tests.truth.recording import Facts

Bidding = Callable[[int, int, int, int], bool]
"""Returns whether a bid of `q` dice of face `f` may follow one of `q0` of `f0` (B4). The order is q, f, q0, f0."""

# The throw ---------------------------------------------------------------------------------------------------------


def dice_each(at: Moment, facts: Facts) -> bool:
    """Return whether everybody began with the stated number of dice (T1)."""
    return _begin_with(at, int(facts.get("n", "5")))


def dice_by_players(at: Moment, _facts: Facts) -> bool:
    """Return whether everybody began with five dice, or with three if at least five people play."""
    return _begin_with(at, 3 if len(at.state.players) >= 5 else 5)


def _begin_with(at: Moment, dice: int) -> bool:
    has_lost = any(at.all_of(b.DiceLeft, at.whole))
    return not at.is_bidding or has_lost or all(each.dice == dice for each in at.state.players)


def wild_are(count: Callable[[Moment, int], set[int]]) -> Check:
    """Return a check that exactly the numbers that `count` returns count for a bid on a face (C2).

    In a palifico round the check passes.
    """

    def check(at: Moment, _facts: Facts) -> bool:
        plays = at.is_bidding and not at.state.palifico
        return not plays or all(at.counting(face) == count(at, face) for face in range(1, 7))

    return check


def _ones_until(at: Moment, face: int) -> set[int]:
    are_bid = any(each.face == 1 for each in at.state.bids)
    return {face} if are_bid else {face, 1}


def wild_is(at: Moment, facts: Facts) -> bool:
    """Return whether dice of the face in the sentence count for every face (C2)."""
    number = next(face for face in range(1, 7) if face_name(face) == facts.get("faces", face_name(6)))
    return wild_are(lambda _at, face: {face, number})(at, facts)


def _of_five(at: Moment, hands: dict[tuple[int, ...], int]) -> bool:
    """Return whether the engine counts these stashes of five so for a bid on threes, while nothing but ones is wild."""
    if not at.is_bidding or at.counting(3) - {1, 3}:
        return True
    counts = at.state.counting(at.meant(Bid(1, 3)))
    return all(int(counts.stash(hand)) == many for hand, many in hands.items())


def different_are(many: int) -> Check:
    """Return a check that five different numbers under one cup count nothing, or `many` of them count (C7)."""

    def check(at: Moment, _facts: Facts) -> bool:
        wild = many and at.is_of_bids and len(at.counting(3)) > 1
        return _of_five(at, {(1, 2, 3, 4, 5): many + wild, (6, 2, 3, 4, 5): many, (3, 3, 2, 4, 5): 2, (3, 2, 4, 5): 1})

    return check


def alike_are(mixed: int, same: int) -> Check:
    """Return a check that five dice that all count are `mixed`, or `same` if they show the same number (C7)."""

    def check(at: Moment, _facts: Facts) -> bool:
        hands: dict[tuple[int, ...], int] = {(3, 3, 3, 3, 3): same, (3, 3, 3, 3): 4, (3, 3, 3, 3, 2): 4}
        wild = at.is_of_bids and len(at.counting(3)) > 1
        return _of_five(at, hands | ({(3, 3, 3, 3, 1): mixed} if wild else {}))

    return check


def about(each: bool) -> Check:
    """Return a check that the number in the sentence is the average number of dice that count for a face (C2).

    With `each`, this number must be right for every face. Otherwise a face must be wild, and the number must be right
    for all other faces.
    """

    def check(at: Moment, facts: Facts) -> bool:
        if not at.is_of_bids or at.state.phase not in (BIDDING, POLL):
            return True
        wild = 0 if each else at.state.wild()
        faces = [face for face in range(1, 7) if face != wild]
        counts = {round(_average(at, face)) for face in faces}
        return counts == {int(facts.get("n", -1))} and (each or wild > 0)

    return check


def _average(at: Moment, face: int) -> float:
    """Return the average number of dice in the pool that count for a face.

    Five dice of one player are counted in every way in which they may fall (C7).
    """
    hands, counts = [len(hand) for hand in at.hidden if hand], at.state.counting(at.meant(Bid(1, face)))
    others = sum(dice for dice in hands if dice != FIVE) * len(at.counting(face)) / 6
    return round(others + hands.count(FIVE) * _of_all_fives(counts), 9)


FIVE = 5


def _of_all_fives(counts: Counting) -> float:
    throws = in_a_stash(counts, (), FIVE)
    return float(sum(count * many for count, many in throws.items()) / 6**FIVE)


# Bids --------------------------------------------------------------------------------------------------------------


def raises_by(may: Bidding) -> Check:
    """Return a check that exactly the bids that `may` allows may follow the current bid (B4)."""

    def check(at: Moment, _facts: Facts) -> bool:
        if not at.stands or at.state.palifico:
            return True
        bid, pool = at.state.standing, range(1, at.state.pool + 1)
        said = {(q, f) for q in pool for f in range(1, 7) if may(q, f, bid.quantity, bid.face)}
        return said == at.bids()

    return check


def opens_with(least: Callable[[Moment, Facts], int]) -> Check:
    """Return a check that a round opens with at least the number of dice that `least` returns (B5).

    It never takes more dice than there are.
    """

    def check(at: Moment, facts: Facts) -> bool:
        if not at.is_bidding or at.state.palifico or at.state.standing is not None:
            return True
        # Ones are pure without a word, and a pure bid may need one die less (B5).
        bids = {(many, face) for many, face in at.bids() if not is_pure(at.meant(Bid(many, face)))}
        return bool(min(many for many, _face in bids) == min(at.state.pool, least(at, facts)))

    return check


def _more_than_players(at: Moment, _facts: Facts) -> int:
    return 1 + at.threw()


def _jokers(q: int, f: int, q0: int, f0: int) -> bool:
    ours, theirs = (2 * q if f == 1 else q, f == 1, f), (2 * q0 if f0 == 1 else q0, f0 == 1, f0)
    return ours > theirs


def _aces(q: int, f: int, q0: int, f0: int) -> bool:
    if (f == 1) == (f0 == 1):
        return q > q0 or (q == q0 and f > f0)
    return 2 * q >= q0 if f == 1 else q > 2 * q0


def two_ones(at: Moment, _facts: Facts) -> bool:
    """Return whether n ones beat 2n dice of any other face, and 2n + 1 dice of any other face beat n ones (B4).

    Fewer dice must not be enough in either case.
    """
    if not at.stands or at.state.palifico:
        return True
    bid, bids = at.state.standing, at.bids()
    if bid.face != 1:
        least = -(-bid.quantity // 2)
        return (least, 1) in bids and (least - 1, 1) not in bids
    room = at.state.pool > 2 * bid.quantity
    found = {min((many for many, face in bids if face == other), default=0) for other in range(2, 7)}
    return found == {2 * bid.quantity + 1 if room else 0}


def ones_cannot_open(at: Moment, _facts: Facts) -> bool:
    """Return whether ones may not open a round, and a bid of n ones must be followed by 2n + 1 of another face (B4).

    More than 2n + 1 of another face, and more ones, are also allowed.
    """
    if not at.is_bidding or at.state.palifico:
        return True
    bid = at.state.standing
    if bid is None:
        return all(face != 1 for _many, face in at.bids())
    return bid.face != 1 or all(face == 1 or many > 2 * bid.quantity for many, face in at.bids())


def ones_never_open(at: Moment, facts: Facts) -> bool:
    """Return whether `ones_cannot_open` is true and the round is not a palifico round."""
    return ones_cannot_open(at, facts) and not at.state.palifico if at.is_of_bids else True


# Calls -------------------------------------------------------------------------------------------------------------


def anyone_bangs(at: Moment, _facts: Facts) -> bool:
    """Return whether everybody but the bidder may call, and the button for the call says Bang! (C1)."""
    word = not at.labels or at.labels == {"Bang!"}
    return not at.stands or (word and at.callers() == at.others(at.state.standing.bidder))


def next_calls(at: Moment, _facts: Facts) -> bool:
    """Return whether only the next player may call, and the button for the call says Liar! (C1)."""
    word = not at.labels or at.labels == {"Liar!"}
    return not at.stands or (word and at.callers() == {at.state.turn})


def then_others_vote(check: Check) -> Check:
    """Return a check that `check` passes, and that everyone but the bidder and the caller votes after a call (C4)."""

    def votes(at: Moment, facts: Facts) -> bool:
        return check(at, facts) and (not at.stands or _voters(at) == at.others(at.state.turn, at.state.standing.bidder))

    return votes


def _voters(at: Moment) -> set[int]:
    """Return the seats that vote if the next player calls the current bid now."""
    after = at.after(at.state.turn, Challenge())
    shown = after.voted() or after if after is not None else at
    return {seat for seat, _believes in getattr(shown.showdown(), "votes", ())}


def no_vote(check: Check) -> Check:
    """Return a check that `check` passes and that nobody votes after a call."""
    return lambda at, facts: check(at, facts) and (not at.stands or at.called() is not None)


def anyone_exact(at: Moment, _facts: Facts) -> bool:
    """Return whether anybody but the bidder may call exact (C5)."""
    return not at.stands or at.exact_callers() == at.others(at.state.standing.bidder)


def next_exact(at: Moment, _facts: Facts) -> bool:
    """Return whether only the next player may call exact (C5)."""
    return not at.stands or at.exact_callers() == {at.state.turn}


def exact_pays(right: Callable[[Moment, Moment], set[int]]) -> Check:
    """Return a check that the seats that `right` returns pay if an exact call is right (C5).

    If the call is wrong, the caller must pay. In both cases the caller must open the next round if they are still in
    the game.
    """

    def check(at: Moment, _facts: Facts) -> bool:
        after = at.exactly() if at.stands else None
        if after is None:
            return not at.stands
        caller, shown = at.state.turn, after.showdown()
        paying = {seat for seat, many in after.paid().items() if many > 0}
        opener = after.opens()
        plays_off = bool(after.state.playing_off)  # the latest loser opens a play-off (E4)
        opens = opener is None or opener == caller or caller not in after.others() or plays_off
        return opens and paying == (right(at, after) if shown.holds else {caller})

    return check


def a_die_back(at: Moment, facts: Facts) -> bool:
    """Return whether nobody pays for an exact call that is right, and a wrong one costs the caller a die (C5)."""
    after = at.exactly() if at.stands else None
    if after is not None and not after.showdown().holds and not any(after.all_of(b.DiceLeft)):
        return False
    return exact_pays(lambda _at, _after: set())(at, facts)


CHECKS: dict[str, Check] = {
    "{n} die each.": dice_each,
    "5 dice each (3 if 5+ play).": dice_by_players,
    "Nothing is wild.": wild_are(lambda _at, face: {face}),
    "Ones are wild.": wild_are(lambda _at, face: {face, 1}),
    "Ones are wild until somebody bids ones.": wild_are(_ones_until),
    "Wild: {faces}.": wild_is,
    "Five different faces under one cup count nothing.": different_are(0),
    "Five that all count under one cup are six.": alike_are(6, 6),
    "Five that all count under one cup are six; five alike are seven.": alike_are(6, 7),
    "The opener’s extra red die is wild.": wild_are(lambda at, face: {face, at.state.red}),
    "Bid more dice, same face or higher.": raises_by(lambda q, f, q0, f0: q > q0 and f >= f0),
    "Bid more dice, any face.": raises_by(lambda q, _f, q0, _f0: q > q0),
    "Bid more dice, or the same number of a higher face.": raises_by(lambda q, f, q0, f0: (q, f) > (q0, f0)),
    "Raise the number, the face or both; neither may go down.": raises_by(
        lambda q, f, q0, f0: q >= q0 and f >= f0 and (q, f) != (q0, f0)
    ),
    "Bid a higher face, or more dice of the same face.": raises_by(lambda q, f, q0, f0: (f, q) > (f0, q0) and f >= f0),
    "Beat the last bid; a bid of ones counts double.": raises_by(_jokers),
    "Raise the number or face; switching to ones takes half as many.": raises_by(_aces),
    "Bid more dice or a higher face.": raises_by(
        lambda q, f, q0, f0: (q, 7 if f == 1 else f) > (q0, 7 if f0 == 1 else f0)
    ),
    "Bid more dice of the same face, or the same number of a higher face.": raises_by(
        lambda q, f, q0, f0: (q > q0 and f == f0) or (q == q0 and f > f0)
    ),
    "Open with at least {n} die.": opens_with(lambda _at, facts: int(facts.get("n", "2"))),
    "Open with more dice than there are players.": opens_with(_more_than_players),
    "Open with more dice than players, or as many if pure.": lambda at, facts: (
        opens_with(_more_than_players)(at, facts) and opens_pure(at, facts)
    ),
    "2 ones beat 4 sixes; 5 twos beat 2 ones.": two_ones,
    "You can’t open with ones (except in a palifico); switching from ones takes double plus one.": (ones_cannot_open),
    "You can’t open with ones; switching from ones takes double plus one.": ones_never_open,
    "A cocked roll ({chance}) is shown to everyone, then rolled again.": lambda at, facts: at.crooked_at(facts),
    "about {n} of each": about(each=True),
    "Anyone may call Bang!": no_vote(anyone_bangs),
    "Anyone may call Bang! Then the others vote.": then_others_vote(anyone_bangs),
    "Only the next player may call Liar!": no_vote(next_calls),
    "The next player may call Liar! Then the others vote.": then_others_vote(next_calls),
    "Anyone but the bidder may call Exactly!": anyone_exact,
    "The next player may call Exactly! too.": next_exact,
    "Right: win a die back; wrong: lose one. The caller opens.": a_die_back,
    "If right, everyone else pays; if wrong, the caller does. The caller opens.": exact_pays(
        lambda at, _after: at.others(at.state.turn)
    ),
    "If right, the bidder pays; if wrong, the caller does. The caller opens.": exact_pays(
        lambda at, _after: {at.state.standing.bidder}
    ),
}
