"""Checks of the sentences of the sample rounds in How to play.

A check looks at the end of a sample round. `before` is the game before the call, and `news` has all events of the
round.
"""

from typing import Any

from bot.words.dice import bid_words, dice_pictures, dice_words, face_name, red
from engine.bids import events as b
from engine.core import events as e
from engine.poker_cup import events as c
from tests.truth.asked import Check, Moment
from tests.truth.of_cup_lessons import faces
from tests.truth.of_ranks import read
from tests.truth.recording import Facts, states


def earlier(at: Moment) -> Moment:
    """Return the moment before the call."""
    return Moment(at.table, at.before or at.game, None, at.news, at.whole)


def hands(at: Moment) -> tuple[tuple[int, ...], ...]:
    """Return all dice of the showdown, by seat."""
    return tuple(getattr(at.showdown(), "hands", ()))


def rolls_in_secret(at: Moment, facts: Facts) -> bool:
    """Return whether the named player has dice that nobody else sees (T1)."""
    seats = at.named(facts.get("name", ""))
    if not at.is_of_bids or len(seats) != 1 or not hands(at):
        return False
    own = [earlier(at).seen(seat).mine for seat in range(len(at.state.players))]
    return own == [*hands(at)] and all(own[seat] for seat in seats)


def all_dice(at: Moment, facts: Facts) -> bool:
    """Return whether bids are about the stated number of dice, which is the number of all dice (B1)."""
    many = sum(map(len, hands(at)))
    if not many or not at.is_of_bids:
        return False
    bids = {quantity for quantity, _face in earlier(at).bids()} | {bid.quantity for bid in earlier(at).state.bids}
    return many == int(facts.get("n", -1)) == max(bids)


def red_die(at: Moment, facts: Facts) -> bool:
    """Return whether the pictured red die was thrown, and its face, which the facts name, counts for all bids (T3)."""
    thrown = next(at.all_of(b.RedThrown), None)
    if thrown is None or not all(thrown.face in earlier(at).counting(face) for face in range(1, 7)):
        return False
    return (facts.get("die"), facts.get("faces")) == (red(thrown.face), face_name(thrown.face))


def opens_with(at: Moment, facts: Facts) -> bool:
    """Return whether the named player opened with the stated bid."""
    bid = next(at.all_of(b.BidMade), None)
    return bid is not None and at.is_named(bid.seat, facts) and facts.get("bid") == bid_words(bid)


def raises(at: Moment, facts: Facts) -> bool:
    """Return whether the named player raised to the stated bid."""
    bids = [*at.all_of(b.BidMade)][1:]
    return any(at.is_named(bid.seat, facts) and facts.get("bid") == bid_words(bid) for bid in bids)


def shows(at: Moment, facts: Facts) -> bool:
    """Return whether the named player showed the pictured dice along with a bid, and threw the others again (B6)."""
    thrown = [*at.all_of(b.ThrownAgain)]
    shown = [(len(each.dice), dice_pictures(each.shown)) for each in thrown if at.is_named(each.seat, facts)]
    return (int(facts.get("n", "0")), facts.get("dice", "")) in shown


def calls(is_by_anyone: bool | None = None) -> Check:
    """Return a check that the named player called.

    In a game of bids, `is_by_anyone` says whether all players but the bidder could call, or only this player (C1). It
    is None for the cup.
    """

    def check(at: Moment, facts: Facts) -> bool:
        shown = at.showdown()
        if shown is None or not at.is_named(shown.challenger, facts):
            return False
        before = earlier(at)
        if is_by_anyone is None or not at.is_of_bids:
            return (is_by_anyone is None) is not at.is_of_bids
        others = before.others(shown.bidder) if is_by_anyone else {shown.challenger}
        return before.callers() == others

    return check


def doubts(at: Moment, facts: Facts) -> bool:
    """Return whether the named player voted against the bid (C4)."""
    return any(at.is_named(each.seat, facts) and not each.believes for each in at.all_of(b.Voted))


def a_lie(is_wild: bool) -> Check:
    """Return a check that the stated number of dice counts, and that the named player bid more (C2, C3).

    `is_wild` says whether dice of another face count, too.
    """

    def check(at: Moment, facts: Facts) -> bool:
        shown = at.showdown()
        if shown is None or not at.is_of_bids or not at.is_named(shown.bidder, facts):
            return False
        counting = earlier(at).counting(shown.face)
        count = sum(face in counting for hand in hands(at) for face in hand)
        stated = facts.get("found") == dice_words(count, shown.face) and facts.get("bid") == bid_words(shown)
        return stated and count < shown.quantity and (len(counting) > 1) is is_wild

    return check


def cups_up(at: Moment, _facts: Facts) -> bool:
    """Return whether everybody's dice were shown."""
    return len(hands(at)) == len(at.state.players)


def somebody_pays(at: Moment, _facts: Facts) -> bool:
    """Return whether somebody paid for the showdown, or shed a die for being right (P1 to P4)."""
    return bool(at.paid()) and at.showdown() is not None


def pays(kind: type[e.Event], was_right: bool) -> Check:
    """Return a check that the named player paid or shed the stated number.

    `was_right` says whether they must be right.
    """

    def check(at: Moment, facts: Facts) -> bool:
        shown = at.showdown()
        if shown is None or not any(at.all_of(kind)):
            return False
        said: dict[int, bool] = {shown.bidder: True, shown.challenger: False, **dict(shown.votes)}
        return any(
            at.is_named(seat, facts) and many == int(facts.get("n", "1")) and (said[seat] == shown.holds) is was_right
            for seat, many in at.paid().items()
        )

    return check


# The cup -----------------------------------------------------------------------------------------------------------


def of_turn(at: Moment, number: int) -> list[Any]:
    """Return the events of the turn with this number, up to the turn's claim. The first turn has the number 0."""
    turns: list[list[Any]] = [[]]
    for each in at.news:
        turns[-1].append(each)
        if isinstance(each, c.Claimed):
            turns.append([])
    return turns[number] if number < len(turns) else []


def in_turn(number: int, *kinds: type[e.Event], but: tuple[type[e.Event], ...] = ()) -> Check:
    """Return a check that the named player did all these acts in the turn with this number, and none of `but`.

    The pictured dice are those that the player pulled out, and the stated claim is the player's own.
    """

    def check(at: Moment, facts: Facts) -> bool:
        acts = of_turn(at, number)
        claimed = next((each for each in acts if isinstance(each, c.Claimed)), None)
        if claimed is None or not at.is_named(claimed.seat, facts):
            return False
        out = [face for each in acts if isinstance(each, c.Shown) for face in each.dice]
        if "kept" in facts and sorted(faces(facts["kept"]).elements()) != sorted(out):
            return False
        done = {type(each) for each in acts if getattr(each, "seat", None) == claimed.seat}
        is_stated = states(facts, claimed.claim)
        return is_stated and {*kinds} <= done and not {*but} & done

    return check


def first_roll(many: int) -> Check:
    """Return a check that the named player opened with this number of dice under the cup, and looked (K1, K8)."""

    def check(at: Moment, facts: Facts) -> bool:
        thrown = next((each for each in of_turn(at, 0) if isinstance(each, c.RolledUnder)), None)
        return thrown is not None and len(thrown.dice) == many and in_turn(0, c.Looked)(at, facts)

    return check


def tells_the_truth(at: Moment, facts: Facts) -> bool:
    """Return whether the named player's claim was true of all dice at that time (K12)."""
    if at.is_of_bids or not in_turn(1)(at, facts):
        return False
    shown = at.showdown()  # no die has moved since
    claimed = [*at.all_of(c.Claimed)][1]
    return bool(at.state.rules.ranking.reaches(shown.hand, claimed.claim))


def blind(at: Moment, facts: Facts) -> bool:
    """Return whether the named player passed the cup on blind, with the stated claim (K3)."""
    claimed = [*at.all_of(c.Claimed)]
    return len(claimed) > 2 and claimed[2].blind and in_turn(2, but=(c.Peeked, c.Looked, c.Shook))(at, facts)


def claimed_more(at: Moment, facts: Facts) -> bool:
    """Return whether the cup had the stated hand, and the named player had claimed a higher one (K12)."""
    shown = at.showdown()
    if at.is_of_bids or shown is None or not at.is_named(shown.passer, facts):
        return False
    ranking = at.state.rules.ranking
    if (said := read(facts.get("found", ""), ranking)) is None:
        return False
    is_found = (said.kind, said.faces) == (shown.hand.kind, shown.hand.faces)
    return is_found and not ranking.reaches(shown.hand, shown.claim)


CHECKS: dict[str, Check] = {
    "👐 {name} shows {dice} and rerolls {n}.": shows,
    "**1. Roll** in secret. {name} has:": rolls_in_secret,
    "**2. Bid** on **all {n} die**, yours and theirs.": all_dice,
    "The red die shows {die}: {faces} are wild this round.": red_die,
    "🗣️ {name} opens: **{bid}**. At least that many, under all the cups.": opens_with,
    "🗣️ {name} raises: **{bid}**.": raises,
    "**3. Call.** {name} doesn’t buy it: 💥 **Bang!**": calls(is_by_anyone=True),
    "**3. Call.** {name} doesn’t buy it: 🫵 **Liar!**": calls(is_by_anyone=False),
    "👎 {name} doubts it.": doubts,
    "**4. Count.** Cups up:": cups_up,
    "**{found}** with the wild dice. {name} said {bid}: a lie!": a_lie(is_wild=True),
    "**{found}!** {name} said {bid}: a lie!": a_lie(is_wild=False),
    "**{found}**, nothing wild. {name} said {bid}: a lie!": a_lie(is_wild=False),
    "**5. Pay.**": somebody_pays,
    "👎 {name} takes {n} bad.": pays(b.Scored, was_right=False),
    "🎉 {name} was right and sheds {n} die.": pays(b.DiceLeft, was_right=True),
    "🎲 {name} loses {n} die.": pays(b.DiceLeft, was_right=False),
    "**1. Roll.** {name} rolls all five under the cup and peeks:": first_roll(5),
    "{name} claims **{claim}** and passes the cup.": in_turn(0),
    "**2. Believe and beat it.** {name} peeks, pulls out {kept} and shakes the rest:": in_turn(
        1, c.Peeked, c.Shown, c.Shook
    ),
    "{name} claims **{claim}**. That’s true.": tells_the_truth,
    "**3. Or pass it on blind.** {dice} {name} doesn’t look, and claims **{claim}**.": blind,
    "**3. Or pass it on blind.** {dice} {name} doesn’t roll or look, and claims **{claim}**.": blind,
    "**4. Call.** {name} says “Liar!” Cup up:": calls(),
    "It’s **{found}**, and {name} claimed more.": claimed_more,
}
